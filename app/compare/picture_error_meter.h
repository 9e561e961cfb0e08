#pragma once
// The picture error meter: the error of the picture against the reference, by cause. The reference is the same frame by
// the renderer `exact` with as many samples. For each cause it changes one thing and measures how much that changes
// the picture:
//
//   what is shown  ->  its order made now         stale order
//                  ->  drawn back to front        draw order
//                  ->  by keys of 32 bits        key precision
//                  ->  blended by `exact`         coverage and rounding of the renderer, or what it approximates
//                  ->  each fragment by its own   elements as wholes
//                      depth: the reference
//
// and, apart from this chain: the errors of other sort points and metrics, and of keys of fewer bits.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference_renders.h"

namespace farfirst::app {

/// The effect of one change.
struct ErrorCause {
  std::string name;
  std::string meaning;  // what was changed, as a sentence
  PictureError error;   // between the pictures before and after
};

/// The picture as another key would sort it, exact otherwise; its error against the reference.
struct ErrorOfKey {
  Metric metric = Metric::radial;
  SortPoint sort_point = SortPoint::centroid;  // of triangles
  bool is_shown = false;                       // it is the one that is in use
  PictureError error;
};

class PictureErrorMeter {
 public:
  explicit PictureErrorMeter(const GpuContext& gpu) : renders_(gpu) {}

  /// Starts to measure the present picture, with or without the causes. Forgets earlier results.
  void begin(const ShownPicture& shown, bool with_causes);
  bool is_done() const { return next_ == steps_.size(); }
  /// Pictures measured so far, their total, and how much of the next one is drawn, 0..1.
  std::size_t steps_done() const { return next_; }
  std::size_t steps() const { return steps_.size(); }
  double share() const { return renders_.share(); }
  /// Draws the next part of a picture, and measures it when it is complete. `side` is a side of the frame that shows
  /// nothing. Waits for the GPU; an error becomes trouble(), and ends the measurement.
  void step(SceneRenderer& scene_renderer, std::size_t side);
  /// Unknown values stay unknown.
  void stop();
  void forget();

  /// The view that these are about.
  const ShownPicture& shown() const { return shown_; }
  /// The error of what is shown, once it is known.
  const std::optional<PictureError>& error() const { return error_; }
  const std::vector<ErrorCause>& causes() const { return causes_; }
  const std::vector<ErrorOfKey>& keys() const { return keys_; }
  /// Why there is no result; a sentence, or empty.
  const std::string& trouble() const { return trouble_; }
  /// The time of the reference's draw, and the message of `exact`.
  double milliseconds() const { return milliseconds_; }
  const std::string& remark() const { return remark_; }
  /// Null as long as they are not known.
  const PictureTarget* reference_picture() const { return reference_.get(); }
  const PictureTarget* heat() const { return heat_.get(); }

 private:
  Work<> find_error();
  Work<> find_stale_order();
  Work<> find_draw_order();
  Work<> find_wholes();
  Work<> find_approximation();
  Work<> find_precision();
  Work<> find_bits(Precision precision);
  Work<> find_key(Metric metric, SortPoint sort_point);
  Look look_of_shown() const;
  const PictureTarget& newest() const { return right_order_ ? *right_order_ : *picture_; }
  void add(std::string name, std::string meaning, const PictureTarget& before, const PictureTarget& after);

  ReferenceRenders renders_;
  ShownPicture shown_;
  std::vector<std::function<Work<>()>> steps_;
  std::size_t next_ = 0;

  // Pictures of the chain, from the displayed one to the reference.
  ReferenceRenders::Picture picture_, right_order_, wholes_, reference_, heat_;

  std::optional<PictureError> error_;
  std::vector<ErrorCause> causes_;
  std::vector<ErrorOfKey> keys_;
  std::string trouble_, remark_;
  double milliseconds_ = -1;
};

}  // namespace farfirst::app
