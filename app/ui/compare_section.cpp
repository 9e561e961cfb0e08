// Two sides of the picture: which one the sections below change, what is shown of them, and how far apart they are.

#include <array>

#include "actions.h"
#include "compare/error_text.h"
#include "panels.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr std::array shows = {
    ComboItem{"both", "The left side at the left of the divider, the right one at its right. Drag it, or , and ."},
    ComboItem{"left", "The left side alone. \\ goes to the other one and back."},
    ComboItem{"right", "The right side alone. \\ goes to the other one and back."},
    ComboItem{"difference", "Left minus right, amplified, round a middle grey: brighter where the left side is."},
    ComboItem{"heat map", "Where they differ: violet by 1/255, over red and yellow to white, in steps of doubling."}};

void choose_side(Context& context) {
  const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  for (const std::size_t side : {Session::left, Session::right}) {
    const bool chosen = context.side() == side;
    if (side == Session::right) ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? side_color(side) : quiet_color);
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? selection_color : ImGui::GetColorU32(ImGuiCol_FrameBg));
    if (button(side == Session::left ? "Left" : "Right", context.probe,
               "The sections Sort and Look, and the graph of times, are about this side. Shift X takes the other one.",
               width))
      context.state.side = side;
    ImGui::PopStyleColor(2);
  }
}

void show_error(const Context& context) {
  const std::optional<PictureError> error = context.session.difference();
  if (!error) return;
  fact("PSNR", psnr_text(*error), "Peak signal to noise ratio between the two pictures as they are shown.");
  fact("Off", off_text(*error) + (error->is_none() ? "" : ", by up to " + largest_text(*error)),
       "How many pixels have a channel that is off by more than 1/255, and the most that one is off by.");
}

}  // namespace

void compare_section(Context& context) {
  Session& session = context.session;
  if (session.sides() == 1 || !section("Compare", context.probe)) return;
  SplitView& split = session.document.split;
  choose_side(context);
  label("Show", "What is shown of the two sides.");
  enum_combo("split show", split.show, shows, context.probe);
  if (split.show == SplitShow::difference) {
    label("Gain", "How much the difference is amplified.");
    float gain = static_cast<float>(split.gain);
    if (slider("gain", gain, 1, SplitView::most_gain, "%.0f x", context.probe, /*logarithmic=*/true))
      split.gain = static_cast<int>(gain + 0.5f);
  }
  show_error(context);
  if (button("swap sides", context.probe, "The left side becomes the right one.")) session.swap_sides();
  ImGui::SameLine();
  if (button("as the other", context.probe, "Makes this side what the other one is.")) make_equal(context);
}

}  // namespace farfirst::app::ui
