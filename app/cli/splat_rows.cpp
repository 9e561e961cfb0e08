// The rows of the option table that say how splats are drawn.

#include "names.h"
#include "rows.h"

namespace farfirst::app {

void add_splat_rows(std::vector<OptionRow>& rows) {
  rows.push_back(choice(
      look_group, "blend-space", "NAME", Persistence::if_named,
      "Colour space of blending: linear; encoded, sRGB values, as splats are trained; or auto: encoded in scenes with "
      "splats, else linear (auto)",
      blend_spaces, +[](Document& document) -> BlendSpace& { return document.left.look.blend_space; }));
  rows.push_back(number(
      look_group, "splat-scale", "X", Persistence::if_named, "Scale of splats, 0.01 to 10 (1)", 0.01, 10,
      +[](Document& document) -> float& { return document.left.look.splat_scale; }));
  rows.push_back(count(
      look_group, "splat-degree", "N", Persistence::if_named,
      "Highest degree of the splats' spherical harmonics that is used, 0 to 3; 0 looks the same from all sides (3)", 0,
      3, +[](Document& document) -> int& { return document.left.look.splat_degree; }));
  rows.push_back(choice(
      look_group, "splat-filter", "NAME", Persistence::if_named,
      "Splats smaller than a pixel: reference, they grow to one; mip, they also become fainter, as in Mip-Splatting; "
      "or auto: as the file was trained (auto)",
      splat_filters, +[](Document& document) -> SplatFilter& { return document.left.look.splat_filter; }));
  rows.push_back(choice(
      look_group, "splat-style", "NAME", Persistence::if_named,
      "Shape of splats: gaussian, as trained; ellipsoid, lit bodies at 1.4 standard deviations, which cover as much as "
      "the splat; or point, their centres (gaussian)",
      splat_styles, +[](Document& document) -> SplatStyle& { return document.left.look.splat_style; }));
  rows.push_back(number(
      look_group, "splat-cutoff", "ALPHA", Persistence::if_named,
      "Alpha at which splats end, 0.001 to 0.9; 1/255, as in the reference, is what a screen can show (0.003921569)",
      0.001, 0.9, +[](Document& document) -> float& { return document.left.look.splat_cutoff; }));
}

}  // namespace farfirst::app
