#pragma once
// Particles among several objects. Each object is simulated, read and lit as if it were alone; what is sorted and drawn
// of it is then copied to its place in the arrays of all, on the GPU.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "elements.h"
#include "object/buffer.h"
#include "object/query.h"
#include "placed_objects.h"

namespace farfirst::app {

class MovingObjects {
 public:
  /// `between` as for make_elements().
  MovingObjects(GpuContext& gpu, const Scene& scene, bool between);

  void step(std::uint64_t frame, std::uint32_t steps);
  /// Of all together.
  std::optional<gl::GpuTimer::Time> take_step_time();
  bool is_outgrown() const;
  bool are_streaks(std::size_t object, const Look& look) const;
  void light(const PlacedObjects& placed, const Look& look, bool on_host);

  /// Brings places and radii up to the present moment.
  void bring_vertices(const PlacedObjects& placed, const gl::Buffer& vertices);
  struct Arrays {
    const gl::Buffer &vertices, &colors, &motions;
  };
  /// All that is drawn.
  void bring(const PlacedObjects& placed, const Look& look, const Arrays& to);

  Elements host_elements(std::size_t object);
  HostArrays host_arrays(std::size_t object, const PlacedObject& placed, const Look& look);

  std::size_t gpu_bytes() const;

 private:
  template <class Call>
  void each(const Call& call) const {
    for (std::size_t i = 0; i < objects_.size(); ++i)
      if (objects_[i]) call(i, *objects_[i]);
  }
  void copy(const VertexArrayView& from, const gl::Buffer& to, std::size_t first) const;

  const GladGLContext& gl_;
  std::vector<std::unique_ptr<GpuGeometry>> objects_;  // null: it does not move
  std::vector<std::uint64_t> brought_;                 // the version
  std::vector<std::optional<gl::GpuTimer::Time>> step_times_;
};

}  // namespace farfirst::app
