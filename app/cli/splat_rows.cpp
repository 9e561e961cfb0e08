// The rows of the option table that say how splats are drawn.

#include "names.h"
#include "rows.h"

namespace farfirst::app {

void add_splat_rows(std::vector<OptionRow>& rows) {
  rows.push_back(choice(
      look_group, "blend-space", "NAME", Kept::if_named,
      "Which numbers are blended: linear, light; encoded, sRGB values, as splats are trained; or auto: encoded in "
      "scenes "
      "with splats, else linear (auto)",
      blend_spaces, +[](Options& options) -> BlendSpace& { return options.look.blend_space; }));
  rows.push_back({look_group, "splat-scale", "X", OptionKind::number, Kept::if_named,
                  "Size of splats, times what the file says: 0.01 to 10 (1)",
                  [](Options& options, const std::string& text) {
                    options.look.splat_scale = static_cast<float>(read_number("splat-scale", text, 0.01, 10));
                  },
                  [](const Options& options) { return write_number(options.look.splat_scale); }});
  rows.push_back({look_group, "splat-degree", "N", OptionKind::number, Kept::if_named,
                  "Degree of the spherical harmonics of splats that counts: 0, the same colour all round, to 3 (3)",
                  [](Options& options, const std::string& text) {
                    options.look.splat_degree = static_cast<int>(read_count("splat-degree", text, 0, 3));
                  },
                  [](const Options& options) { return std::to_string(options.look.splat_degree); }});
  rows.push_back(choice(
      look_group, "splat-filter", "NAME", Kept::if_named,
      "What becomes of splats that are smaller than a pixel: reference, they grow to one; mip, they grow and become as "
      "much fainter, as Mip-Splatting does; or auto: as the file says that they were trained (auto)",
      splat_filters, +[](Options& options) -> SplatFilter& { return options.look.splat_filter; }));
  rows.push_back(toggle(
      look_group, "splats-as-points", Kept::if_named, "Draw splats as points (off)",
      +[](Options& options) -> bool& { return options.look.splats_as_points; }));
}

}  // namespace farfirst::app
