#pragma once
// When what is shown is measured against the truth: its error with the causes (compare/picture_error_meter.h) and the
// table of methods (compare/methods.h). Both are asked for, or the error is measured every so many frames. They draw a
// part of a picture a frame, so that the window goes on answering.

#include <string>

#include "compare/methods.h"
#include "compare/picture_error_meter.h"

namespace farfirst::app {

class ErrorAnalysis {
 public:
  explicit ErrorAnalysis(const GpuContext& gpu) : meter_(gpu), methods_(gpu) {}

  // Of this side. Begins with the next frame that shows elements.
  void ask_error(bool with_causes, std::size_t side) {
    (with_causes ? wants_causes_ : wants_error_) = true;
    side_ = side;
  }
  void ask_methods(std::size_t side) {
    wants_methods_ = true;
    side_ = side;
  }
  std::size_t side() const { return side_; }
  bool is_asked() const { return wants_error_ || wants_causes_ || wants_methods_; }
  /// Something is being measured: until then the elements must not move.
  bool is_under_way() const { return !meter_.is_done() || !methods_.is_done(); }

  /// A frame was drawn. Is its picture another one than the last?
  void note_frame(bool is_new);
  /// So many frames with new pictures came after the one whose error was measured last.
  std::uint32_t frames_since() const { return since_; }
  /// Is the error that of the picture that is shown?
  bool is_up_to_date() const { return meter_.error() && since_ == 0; }

  /// How far the measurement is: "picture 2 of 12, 40 %".
  std::string progress() const;
  /// What is not known yet stays unknown; nothing more is asked for.
  void stop();
  /// Goes on for some milliseconds. `side` is one of the frame's that nothing is shown of.
  void step(SceneRenderer& scene_renderer, std::size_t side, const ShownPicture& shown);
  /// Another scene is shown: nothing is known of it. What was asked for is still to come.
  void forget();

  const PictureErrorMeter& meter() const { return meter_; }
  const Methods& methods() const { return methods_; }

 private:
  void begin(const ShownPicture& shown);

  PictureErrorMeter meter_;
  Methods methods_;
  std::size_t side_ = 0;
  bool wants_error_ = false, wants_causes_ = false, wants_methods_ = false;
  std::uint32_t since_ = 0;
};

}  // namespace farfirst::app
