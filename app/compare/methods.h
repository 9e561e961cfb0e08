#pragma once
// The present view, drawn by every method: each renderer, and the orders that blend wrongly. It lists time and error
// against the reference for each. All use one sample a pixel, since not all methods support more.

#include <string>
#include <vector>

#include "reference_renders.h"

namespace farfirst::app {

struct RendererAbout;

/// A way to draw a frame.
struct Method {
  const RendererAbout* renderer = nullptr;
  DrawOrder order = DrawOrder::back_to_front;
};
/// Every renderer, `exact` first, and the hardware with orders that are wrong.
std::vector<Method> all_methods();

struct MethodRow {
  Method method;
  std::string name;       // "tiles"; "raster, front to back"
  std::string meaning;    // a sentence
  std::string trouble{};  // why it is not measured; empty if it is, or will be
  bool can_run_here = true;
  bool is_measured = false;
  double sort = -1;  // milliseconds of distance and sort; negative: it needs none
  double draw = -1;
  std::size_t gpu_bytes = 0;  // of the renderer's own
  PictureError error{};
  std::string remark{};  // the renderer's

  /// Sort and draw together; negative if it was not measured.
  double time() const { return is_measured ? draw + (sort > 0 ? sort : 0) : -1; }
};

class Methods {
 public:
  explicit Methods(const GpuContext& gpu) : gl_(gpu.gl), renders_(gpu) {}

  /// Starts to draw the present view by these.
  void begin(const ShownPicture& shown, const std::vector<Method>& methods = all_methods());
  bool is_done() const { return next_ == tasks_.size(); }
  /// Measures a part of the next one. `side` is a side of the frame that shows nothing. Waits for the GPU; errors
  /// become MethodRow::trouble.
  void step(SceneRenderer& scene_renderer, std::size_t side);
  std::size_t steps_done() const { return next_; }
  std::size_t steps() const { return tasks_.size(); }
  double share() const { return renders_.share(); }
  /// Rows that are not measured yet stay so.
  void stop();
  void forget();

  const std::vector<MethodRow>& rows() const { return rows_; }
  /// The view that these are measured of, and its number of pixels.
  const ShownPicture& shown() const { return shown_; }
  /// By the renderer `exact`; null as long as it is not there.
  const PictureTarget* reference_picture() const { return reference_.get(); }
  /// The picture of the row that was measured last; null if that failed.
  const PictureTarget* picture() const { return picture_.get(); }

 private:
  /// The reference is drawn first, whether it has a row or not.
  struct Task {
    std::size_t row = none;
    Method method;
  };
  static constexpr std::size_t none = ~std::size_t{0};
  void add(const Method& method);
  Work<> measure(Task task);
  void fail(const Task& task, const char* why);

  const GladGLContext& gl_;
  ReferenceRenders renders_;
  ShownPicture shown_;
  std::vector<Task> tasks_;
  std::size_t next_ = 0;
  std::vector<MethodRow> rows_;
  ReferenceRenders::Picture reference_, picture_;
};

}  // namespace farfirst::app
