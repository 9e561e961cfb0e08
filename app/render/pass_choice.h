#pragma once
// Chooses the faster way of a pass over all pixels: rasteriser or compute shaders. GPUs of data centres have few
// raster units (H100, 1920 x 1080: 0.298 ms to clear a picture of half floats, and 0.012 by a compute shader), others
// have many, and clear without writing. So both are measured, in turn and without waiting, and the faster one stays.

#include <algorithm>
#include <array>
#include <limits>

#include "object/context.h"
#include "object/program.h"
#include "object/query.h"

namespace farfirst::app {

/// Runs the compute shader in use, in groups as shaders/render/pixels.glsl has them.
inline void dispatch_over_picture(const GladGLContext& gl, int width, int height) {
  gl.DispatchCompute((static_cast<GLuint>(width) + 15) / 16, (static_cast<GLuint>(height) + 7) / 8, 1);
}

class PassChoice {
 public:
  /// On software renderers it is always the rasteriser.
  explicit PassChoice(const GladGLContext& gl) : settled_(gl::is_software(gl)) {
    if (!settled_) timer_ = gl::GpuTimer(gl);
  }

  /// Calls one of the two; the second only if its program is compiled.
  template <class Raster, class Compute>
  void run(const Raster& raster, const gl::Program& program, const Compute& compute) {
    if (settled_) return by_compute_ ? compute() : raster();
    const bool computes = ++runs_ % 2 == 0 && program.is_ready();
    timer_.begin(computes ? 1 : 0);
    computes ? compute() : raster();
    timer_.end();
    take_times();
  }

 private:
  struct Way {
    int known = 0;
    double best = std::numeric_limits<double>::infinity();  // milliseconds
  };
  void take_times() {
    constexpr int enough = 4;
    while (const auto time = timer_.take()) {
      Way& way = ways_[time->tag];
      if (way.known++ > 0) way.best = std::min(way.best, time->milliseconds);  // not the first: it may compile
    }
    settled_ = ways_[0].known >= enough && ways_[1].known >= enough;
    by_compute_ = ways_[1].best < ways_[0].best;
  }

  bool settled_;
  bool by_compute_ = false;
  int runs_ = 0;
  std::array<Way, 2> ways_;  // the rasteriser, compute shaders
  gl::GpuTimer timer_;
};

}  // namespace farfirst::app
