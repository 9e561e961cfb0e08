// Rows of the option table: how splats are drawn.

#include "names.h"
#include "rows.h"

namespace farfirst::app {

void add_splat_rows(RowGroup rows) {
  rows.choice("blend-space", "NAME", Persistence::if_named,
              "Colour space of blending: linear; encoded, sRGB values, as splats are trained; or auto: encoded in "
              "scenes with splats, else linear (auto)",
              blend_spaces, &Look::blend_space);
  rows.number("splat-scale", "X", Persistence::if_named, "Scale of splats, 0.01 to 10 (1)", 0.01, 10,
              &Look::splat_scale);
  rows.count(
      "splat-degree", "N", Persistence::if_named,
      "Highest degree of the splats' spherical harmonics that is used, 0 to 3; 0 looks the same from all sides (3)", 0,
      3, &Look::splat_degree);
  rows.choice("splat-filter", "NAME", Persistence::if_named,
              "Splats smaller than a pixel: reference, they grow to one; mip, they also become fainter, as in "
              "Mip-Splatting; or auto: as the file was trained (auto)",
              splat_filters, &Look::splat_filter);
  rows.choice("splat-style", "NAME", Persistence::if_named,
              "Shape of splats: gaussian, as trained; ellipsoid, lit bodies at 1.4 standard deviations, which cover as "
              "much as the splat; or point, their centres (gaussian)",
              splat_styles, &Look::splat_style);
  rows.number(
      "splat-cutoff", "ALPHA", Persistence::if_named,
      "Alpha at which splats end, 0.001 to 0.9; 1/255, as in the reference, is what a screen can show (0.003921569)",
      0.001, 0.9, &Look::splat_cutoff);
}

}  // namespace farfirst::app
