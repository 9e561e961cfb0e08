#pragma once
// Colours of vertices in a text, where the largest number decides whether they are shares or bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farfirst::app {

/// Keeps four bytes of each vertex only, so what was read is scaled when a larger number arrives.
class VertexColors {
 public:
  /// Red, green, blue and perhaps alpha of this vertex, which comes after all before.
  void add(std::size_t vertex, std::span<const double> rgba);
  /// For all vertices; those without a colour are white. Empty if none had one.
  std::vector<std::uint32_t> finish(std::size_t vertices);

 private:
  /// Channels that have the same scale.
  struct Channels {
    unsigned first_bit, end_bit;
    double full = 1.0;
  };
  void widen(Channels& channels, double value);
  void leave_white(std::size_t up_to);

  std::vector<std::uint32_t> colors_;
  std::vector<std::uint32_t> white_;  // vertices without a colour
  Channels color_{0, 24}, alpha_{24, 32};
};

}  // namespace farfirst::app
