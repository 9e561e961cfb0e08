// What numbers are blended, and how splats are drawn.

#include <algorithm>
#include <array>

#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr std::array blend_spaces = {
    ComboItem{"auto", "sRGB values in scenes with splats, which are trained so, else light."},
    ComboItem{"linear", "Light, as glass and smoke do."},
    ComboItem{"encoded", "sRGB values, as splats are trained, and as most programs do."}};
constexpr std::array blend_spaces_linear = {ComboItem{"auto: linear", blend_spaces[0].explanation}, blend_spaces[1],
                                            blend_spaces[2]};
constexpr std::array blend_spaces_encoded = {ComboItem{"auto: encoded", blend_spaces[0].explanation}, blend_spaces[1],
                                             blend_spaces[2]};

constexpr std::array splat_styles = {
    ComboItem{"gaussians", "As they were trained."},
    ComboItem{
        "ellipsoids",
        "Bodies in the light, at 1.4 standard deviations, where they hide as much as the splat does: how a scene is "
        "made of its splats."},
    ComboItem{"points", "The centres of the splats."}};

constexpr std::array splat_filters = {
    ComboItem{"auto", "As the file's splats were trained; the reference's where the file has no setting."},
    ComboItem{"reference", "They grow to a pixel."},
    ComboItem{"mip",
              "They grow to a pixel and become as much fainter: what is far away does not get thicker "
              "(Mip-Splatting)."}};

/// Of what the file has. All of it is all of the next file's too.
void choose_degree(Look& look, int most, Probe& probe) {
  ImGui::BeginDisabled(most == 0);
  label("Harmonics", "The degree of the spherical harmonics that counts: with 0 a colour is the same all round.");
  int degree = std::min(look.splat_degree, most);
  if (slider("splat degree", degree, 0, std::max(most, 1), "%d", probe))
    look.splat_degree = degree == most ? Splats::most_degree : degree;
  ImGui::EndDisabled();
}

}  // namespace

void blending_choice(Context& context) {
  label("Blending", "Which numbers are blended where elements lie over each other.");
  enum_combo("blend space", context.session.document.left.look.blend_space,
             context.last().kind.encoded ? blend_spaces_encoded : blend_spaces_linear, context.probe);
}

void splat_choices(Context& context) {
  Look& look = context.session.document.left.look;
  label("Splats as", "What a splat looks like.");
  enum_combo("splat style", look.splat_style, splat_styles, context.probe);
  ImGui::BeginDisabled(look.splat_style == SplatStyle::point);  // whose size is that of points
  label("Splat size", "Scale of the splats.");
  slider("splat size", look.splat_scale, 0.01f, 10, "%.2f", context.probe, /*logarithmic=*/true);
  ImGui::EndDisabled();
}

void splat_details(Context& context) {
  Look& look = context.session.document.left.look;
  ImGui::BeginDisabled(look.splat_style == SplatStyle::point);
  choose_degree(look, context.session.scene()->contents().splat_degree, context.probe);
  label("Small splats", "What becomes of splats that are smaller than a pixel.");
  enum_combo("splat filter", look.splat_filter, splat_filters, context.probe);
  label("Cut-off",
        "The alpha below which nothing of a splat is drawn: splats end where theirs falls below it. 1/255 is "
        "the reference's, and what a screen can show.");
  slider("splat cutoff", look.splat_cutoff, 0.001f, 0.9f, "%.4f", context.probe, /*logarithmic=*/true);
  ImGui::EndDisabled();
}

}  // namespace farfirst::app::ui
