#pragma once
// Self-shadows by compute shaders (shaders/shadows/), for particles on the GPU: nothing is read
// back. `auto`'s entry of the OpenGL back end sorts them along the light. self_shadows.h is their
// reference on the CPU, and explains the method.

#include <farfirst/sort.h>
#include <glad/gl.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "elements.h"
#include "object/buffer.h"
#include "object/program.h"
#include "order/gpu_context.h"

namespace farfirst::app {

class ShadowCompute {
 public:
  /// Takes memory and compiles when light() is first called.
  explicit ShadowCompute(GpuContext& gpu) : gpu_(gpu), gl_(gpu.gl) {}

  /// Particles as StoredVertex with radii, their colours, the target of the lit colours, and their number; not more
  /// than in the first call.
  struct Particles {
    VertexArrayView vertices, colors, lit;
    std::uint32_t count = 0;
    std::uint64_t version = 0;
    Bounds bulk;
  };
  /// Enqueues the lit colours of particles: alpha stays, and those of empty slots are undefined.
  /// Does nothing if these are already there, of this version, light, opacity and ambience. Throws Error, OutOfMemory.
  void light(const Particles& particles, const Look& look);
  std::size_t gpu_bytes() const;

 private:
  struct Programs {
    gl::Program count, spread, sum, light;
  };
  struct Cause {
    std::uint64_t version = 0;
    glm::vec3 light{0.0f};
    float opacity = 0, ambient = 0;
    bool operator==(const Cause&) const = default;
  };

  Programs make_programs() const;
  void prepare(std::uint32_t count);
  void sort(const Particles& particles);
  void set_light(const Particles& particles);
  void fill_layers(const Particles& particles);
  void dispatch(const gl::Program& program, std::size_t threads) const;

  GpuContext& gpu_;
  const GladGLContext& gl_;
  Programs programs_;
  std::unique_ptr<DistanceSorter> sorter_;
  Workspace workspace_;
  gl::Buffer order_, layers_, alive_, light_;
  std::optional<Cause> cause_;  // of what is lit
};

}  // namespace farfirst::app
