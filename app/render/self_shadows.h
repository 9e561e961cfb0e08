#pragma once
// Self-shadows: the light that reaches each particle through those that are nearer to the light.
//
// Follows slice-based lighting of smoke (Ikits et al., Volume Rendering Techniques, GPU Gems 39), with the light's pass
// separate, so that any renderer may draw the result: particles are sorted along the light, cut into slices of
// equal number, and slice by slice their optical depths are added to a grid across the light (deep opacity map, Yuksel
// and Keyser 2008). Each particle then reads the depth before it, between two slices, which attenuates its light
// (Beer and Lambert). On the CPU; shadow_compute.h does the same on a GPU.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "array.h"
#include "look.h"
#include "order/host_orders.h"
#include "scene/elements.h"

namespace farfirst::app {

struct StoredVertex;

class SelfShadows {
 public:
  /// The lit colours of particles: of a version of these, in the order of the arrays; alpha stays. They are
  /// computed again only for another version, light, opacity or ambience.
  std::span<const std::uint32_t> lit(std::uint64_t version, const Elements& elements,
                                     std::span<const StoredVertex> vertices, std::span<const std::uint32_t> colors,
                                     const Look& look);
  /// The version of the newest colours; never repeats.
  std::uint64_t number() const { return number_; }
  std::size_t bytes() const;

 private:
  /// A particle as the light sees it, in cells of the grid.
  struct Spot {
    float x, y, radius;
    float depth;  // optical, in its middle
    std::uint32_t element;
  };
  struct Cause {
    std::uint64_t version = 0;
    glm::vec3 light{0.0f};
    float opacity = 0, ambient = 0;
    bool operator==(const Cause&) const = default;
  };

  void sort(const Elements& elements, std::uint64_t version, const glm::vec3& light);
  void find_spots(const Bounds& bounds, const glm::vec3& light, std::span<const StoredVertex> vertices,
                  std::span<const std::uint32_t> colors, float opacity);
  void fill_layers();
  std::span<const Spot> slice_of(std::size_t slice) const;
  void add_slice(std::size_t slice, int first_row, int last_row);
  float depth_before(std::size_t rank) const;
  void light_particles(std::span<const std::uint32_t> colors, float ambient);

  HostOrders orders_;
  Cause cause_;
  std::uint64_t number_ = 0;
  std::vector<Spot> spots_;  // the nearest to the light first
  std::size_t slice_length_ = 1;
  std::vector<float> layers_;  // optical depths before each slice, and behind the last
  Array<std::uint32_t> lit_;
};

}  // namespace farfirst::app
