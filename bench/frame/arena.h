#pragma once
// Whole frames, drawn by the viewer's own code without a window: entries in turn along one path of the camera. Each
// order is checked before its frame counts.

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
  std::vector<int> samples = {1};                   // of a pixel, that are wanted
  std::vector<std::optional<bool>> cull = {false};  // not said: the viewer's choice
  app::Resort resort = app::Resort::always;
  std::uint32_t frames = 60;  // of the path, which begins again where it is shorter
  int rounds = 1;             // so often, rows taking turns
  double warm_up_seconds = 0.3;
  std::string error_against;  // a renderer; empty: errors are not measured
};

/// What is measured along a path: who sorts, and how it is drawn.
struct FrameChoice {
  Choice sort;
  app::Look look;
  std::optional<bool> cull;  // nobody said: the viewer's choice
};

/// A frame that was drawn. Milliseconds; negative where something has no such time.
struct FrameSample {
  int round = 0;
  std::uint32_t frame = 0;  // of the path
  glm::dvec3 eye{};         // in the coordinates of the file
  app::FrameStats report;
  /// Of the whole frame, until the host knows that it is drawn; without the check of its order.
  double total() const { return report.total - (report.check > 0 ? report.check : 0); }
};

struct FrameRow {
  std::string entry;
  std::uint32_t n = 0;
  std::string device;    // that sorted
  std::string renderer;  // that drew,
  int samples = 0;       // of a pixel
  double kept = -1;      // elements that were sorted and drawn, the mean; negative: all
  int sm_mhz = -1;       // clock of the GPU just after the timed frames, the least of all rounds; below 0: unknown
  std::vector<FrameSample> frames;
  std::vector<app::PictureError> errors;  // of the frames, where they were asked for; they repeat as the path does
};

class FrameArena {
 public:
  /// Throws Failure where there is no OpenGL.
  explicit FrameArena(const FrameOptions& options);
  ~FrameArena();

  float aspect() const;
  std::string opengl() const;  // version and renderer
  /// Clocks and temperature of the GPU, or why they are unknown; empty where it is none of NVIDIA's.
  std::string gpu_state() const;
  void show(const app::Scene& scene);
  /// Each entry with each renderer and number of samples, in this sequence; entries that cannot run here are left out,
  /// unless they were named. Throws Failure where an order is wrong, or was not checked.
  std::vector<FrameRow> measure(const std::vector<Choice>& entries, const CameraMoves& moves);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::bench
