#include "truth.h"

#include <fmt/format.h>

#include <limits>

namespace farfirst::app {

void Truth::note_frame(bool is_new) {
  if (is_new && since_ < std::numeric_limits<std::uint32_t>::max()) ++since_;
}

void Truth::step(SceneRenderer& frame, std::size_t side, const ShownPicture& shown) {
  if (!is_under_way()) begin(shown);
  if (!lamp_.is_done())
    lamp_.step(frame, side);
  else
    methods_.step(frame, side);
}

/// What was asked for; the table comes last, since it takes longest.
void Truth::begin(const ShownPicture& shown) {
  if (wants_error_ || wants_causes_) {
    lamp_.begin(shown, wants_causes_);
    wants_error_ = wants_causes_ = false;
    since_ = 0;
  } else if (wants_methods_) {
    methods_.begin(shown);
    wants_methods_ = false;
  }
}

std::string Truth::progress() const {
  const auto text = [](const auto& measured) {
    return fmt::format("picture {} of {}, {:.0f} %", measured.steps_done() + 1, measured.steps(),
                       100 * measured.share());
  };
  return !lamp_.is_done() ? text(lamp_) : !methods_.is_done() ? text(methods_) : std::string();
}

void Truth::stop() {
  wants_error_ = wants_causes_ = wants_methods_ = false;
  lamp_.stop();
  methods_.stop();
}

void Truth::forget() {
  lamp_.forget();
  methods_.forget();
  since_ = 1;
}

}  // namespace farfirst::app
