#pragma once
// Measurement of whole frames, drawn by the viewer's own code without a window: entries take turns along one path of
// the camera. Each order is checked before its frame counts.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cameras.h"
#include "compare/measure.h"
#include "measure/arena.h"
#include "render/scene_renderer.h"

namespace farfirst::bench {

struct FrameOptions {
  int width = 1280, height = 720;
  int cuda_device = 0;
  bool interop = true;
  std::vector<std::string> renderers = {"auto"};
  std::vector<int> samples = {1};                   // requested samples per pixel
  std::vector<std::optional<bool>> cull = {false};  // unset: the viewer's choice
  app::Resort resort = app::Resort::always;
  std::uint32_t frames = 60;  // of the path, which begins again if it is shorter
  int rounds = 1;             // repetitions of the path, rows taking turns
  double warm_up_seconds = 0.3;
  std::string error_against;  // a renderer; empty: errors are not measured
};

/// One measurement along a path: the sort, and how it is drawn.
struct FrameChoice {
  Choice sort;
  app::Look look;
  std::optional<bool> cull;  // unset: the viewer's choice
};

/// A drawn frame. Milliseconds; negative if something has no such time.
struct FrameSample {
  int round = 0;
  std::uint32_t frame = 0;  // of the path
  glm::dvec3 eye{};         // in the file's coordinates
  app::FrameStats report;
  /// Time of the whole frame, until the host knows that it is drawn, without the check of its order.
  double total() const { return report.total - (report.check > 0 ? report.check : 0); }
};

struct FrameRow {
  std::string entry;
  std::uint32_t n = 0;
  std::string device;    // of the sort
  std::string renderer;  // of the picture
  int samples = 0;       // per pixel
  double kept = -1;      // mean number of elements after culling; negative: all
  int sm_mhz = -1;       // clock of the GPU just after the timed frames, the lowest of all rounds; below 0: unknown
  std::vector<FrameSample> frames;
  std::vector<app::PictureError> errors;  // of the frames, if requested; they repeat as the path does
};

class FrameArena {
 public:
  /// Throws Failure if there is no OpenGL.
  explicit FrameArena(const FrameOptions& options);
  ~FrameArena();

  float aspect() const;
  std::string opengl() const;  // version and renderer
  /// Clocks and temperature of the GPU, or why they are unknown; empty if it is not an NVIDIA GPU.
  std::string gpu_state() const;
  void show(const app::Scene& scene);
  /// Measures each entry with each renderer and number of samples, in this sequence. Entries that cannot run here are
  /// left out, unless they were named. Throws Failure if an order is wrong, or was not checked.
  std::vector<FrameRow> measure(const std::vector<Choice>& entries, const CameraMoves& moves);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::bench
