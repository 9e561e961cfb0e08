// Two sides of the picture: what is shown of them, and how far apart they are. The windows that measure.

#include <array>

#include "actions.h"
#include "compare/error_text.h"
#include "panels.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr std::array shows = {
    ComboItem{"both", "The left side at the left of the divider, the right one at its right. Drag it, or , and ."},
    ComboItem{"left", "The left side alone. \\ goes to the other one and back."},
    ComboItem{"right", "The right side alone. \\ goes to the other one and back."},
    ComboItem{"difference", "Left minus right, amplified, round a middle grey: brighter where the left side is."},
    ComboItem{"heat map", "Where they differ: violet by 1/255, over red and yellow to white, in steps of doubling."}};

void show_error(const Context& context) {
  const std::optional<PictureError> error = context.session.viewer.pictures().difference();
  if (!error) return;
  fact("PSNR", psnr_text(*error), "Peak signal to noise ratio between the two pictures as they are shown.");
  fact("Off", off_text(*error) + (error->is_none() ? "" : ", by up to " + largest_text(*error)),
       "How many pixels have a channel that is off by more than 1/255, and the most that one is off by.");
}

void show_sides(Context& context) {
  SplitView& split = context.session.document.split;
  label("Show", "What is shown of the two sides.");
  enum_combo("split show", split.show, shows, context.probe);
  if (split.show == SplitShow::difference) {
    label("Gain", "How much the difference is amplified.");
    slider("gain", split.gain, 1, SplitView::most_gain, "%d x", context.probe, /*logarithmic=*/true);
  }
  show_error(context);
  if (button("swap sides", context.probe, "The left side becomes the right one."))
    context.session.document.swap_sides();
  ImGui::SameLine();
  if (button("as the other", context.probe, "Makes this side what the other one is.")) make_equal(context);
}

}  // namespace

void compare_tab(Context& context) {
  Document& document = context.session.document;
  bool split = document.split.on;
  if (check_box("Split picture", split, context.probe,
                "Two sides of the picture, each with a sort and a look of its own. Key: X"))
    set_split(context, split);
  if (document.sides() > 1) show_sides(context);
  ImGui::Separator();
  check_box("Race of the sorts", document.race.on, context.probe,
            "Every algorithm sorts what is shown, beside the frames, in a table. Key: R");
  check_box("Error of the picture", document.error.on, context.probe,
            "How far the picture is from the exact one, where, and why. Key: M");
  check_box("Key lab", document.key_lab, context.probe,
            "What other metrics, sort points, key bits and policies of sorting again cost. Key: L");
}

}  // namespace farfirst::app::ui
