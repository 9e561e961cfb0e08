#pragma once
// Schedules the measurements against the reference: the error with its causes (compare/picture_error_meter.h) and the
// table of methods (compare/methods.h). Both run on request, or the error every N frames. They draw a
// part of a picture a frame, so that the window stays responsive.

#include <string>

#include "compare/methods.h"
#include "compare/picture_error_meter.h"

namespace farfirst::app {

class ErrorAnalysis {
 public:
  explicit ErrorAnalysis(const GpuContext& gpu) : meter_(gpu), methods_(gpu) {}

  // Requests for this side. They begin with the next frame that shows elements.
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
  /// A measurement is in progress: the elements must not move.
  bool is_under_way() const { return !meter_.is_done() || !methods_.is_done(); }

  /// A frame was drawn. Does its picture differ from the last one?
  void note_frame(bool is_new);
  /// The number of frames with new pictures since the one whose error was measured last.
  std::uint32_t frames_since() const { return since_; }
  /// Is the error that of the displayed picture?
  bool is_up_to_date() const { return meter_.error() && since_ == 0; }

  /// The progress of the measurement: "picture 2 of 12, 40 %".
  std::string progress() const;
  /// Drops pending results and requests.
  void stop();
  /// Continues for some milliseconds. `side` is a side of the frame that shows nothing.
  void step(SceneRenderer& scene_renderer, std::size_t side, const ShownPicture& shown);
  /// Another scene is shown: forgets its results. Requests stay.
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
