#include "error_analysis.h"

#include <fmt/format.h>

#include <limits>

namespace farfirst::app {

void ErrorAnalysis::note_frame(bool is_new) {
  if (is_new && since_ < std::numeric_limits<std::uint32_t>::max()) ++since_;
}

void ErrorAnalysis::step(SceneRenderer& scene_renderer, std::size_t side, const ShownPicture& shown) {
  if (!is_under_way()) begin(shown);
  if (!meter_.is_done())
    meter_.step(scene_renderer, side);
  else
    methods_.step(scene_renderer, side);
}

/// The requested measurements; the table comes last, since it takes longest.
void ErrorAnalysis::begin(const ShownPicture& shown) {
  if (wants_error_ || wants_causes_) {
    meter_.begin(shown, wants_causes_);
    wants_error_ = wants_causes_ = false;
    since_ = 0;
  } else if (wants_methods_) {
    methods_.begin(shown);
    wants_methods_ = false;
  }
}

std::string ErrorAnalysis::progress() const {
  const auto text = [](const auto& measured) {
    return fmt::format("picture {} of {}, {:.0f} %", measured.steps_done() + 1, measured.steps(),
                       100 * measured.share());
  };
  return !meter_.is_done() ? text(meter_) : !methods_.is_done() ? text(methods_) : std::string();
}

void ErrorAnalysis::stop() {
  wants_error_ = wants_causes_ = wants_methods_ = false;
  meter_.stop();
  methods_.stop();
}

void ErrorAnalysis::forget() {
  meter_.forget();
  methods_.forget();
  since_ = 1;
}

}  // namespace farfirst::app
