#pragma once
// Particles among several objects. Each object is simulated, read and lit as if it were alone, in its part of the
// arrays of all.

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
  struct Arrays {
    const gl::Buffer &vertices, &colors, &motions;
  };
  /// `between` as for make_elements().
  MovingObjects(GpuContext& gpu, const Scene& scene, bool between, const PlacedObjects& placed, const Arrays& arrays);

  void step(std::uint64_t frame, std::uint32_t steps);
  /// The time of a step of all objects together.
  std::optional<gl::GpuTimer::Time> take_step_time();
  bool is_outgrown() const;
  bool are_streaks(std::size_t object, const Look& look) const;
  void light(const PlacedObjects& placed, const Look& look, bool on_host);

  /// Places and radii are there, at the present moment.
  void write_vertices(const PlacedObjects& placed);
  /// All that is drawn.
  void write(const PlacedObjects& placed, const Look& look);
  /// The place of an object's colours that were written last.
  std::size_t first_color(std::size_t object) const { return first_colors_[object]; }

  Elements host_elements(std::size_t object);
  HostArrays host_arrays(std::size_t object, const PlacedObject& placed, const Look& look);

  std::size_t gpu_bytes() const;

 private:
  template <class Call>
  void each(const Call& call) const {
    for (std::size_t i = 0; i < objects_.size(); ++i)
      if (objects_[i]) call(i, *objects_[i]);
  }

  std::vector<std::unique_ptr<GpuGeometry>> objects_;  // null: it does not move
  std::vector<std::size_t> first_colors_;
  std::vector<std::optional<gl::GpuTimer::Time>> step_times_;
};

}  // namespace farfirst::app
