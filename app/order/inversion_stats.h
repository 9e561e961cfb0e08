#pragma once
// Inversions of an outdated order: pairs of neighbours in the wrong sequence. There are
// none if and only if it is sorted. Their number says little about the picture: where elements are many, half
// of the neighbours are wrong after the least motion, by next to nothing. So the statistics also have their depth: how
// much farther the later one is, as a share of the depth of the scene. The square of the picture's error
// grows with that.

#include <farfirst/keys.h>

#include <cstdint>

#include "order_request.h"

namespace farfirst::app {

struct InversionStats {
  std::uint32_t neighbours = 0;  // pairs of them
  std::uint32_t inversions = 0;  // those in the wrong sequence
  std::uint64_t steps = 0;       // of depth between those, summed; at least one each

  /// The share of neighbours in the wrong sequence.
  double share() const { return neighbours == 0 ? 0 : static_cast<double>(inversions) / neighbours; }
  /// The depth of inversions, averaged over all neighbours, as a share of the depth of the scene.
  double depth() const;
};

/// The depth of the scene in equal steps, nearest last: from the least to the largest distance that its box can have
/// from the eye. In GLSL: shaders/order/inversions.comp.
class DepthSteps {
 public:
  static constexpr std::uint8_t bits = 20;
  DepthSteps(const OrderRequest& wanted, const Bounds& bounds);

  /// The step of an element with this key, which is as fine as the wanted ones.
  std::uint32_t of(std::uint32_t key) const;

  Metric metric() const { return metric_; }
  bool are_linear() const { return linear_; }
  /// Bits by which a key is shifted to the left, or to the right if negative, to have `bits` (linear) or 32.
  int shift() const { return shift_; }
  const keys::Steps& steps() const { return steps_; }

 private:
  Metric metric_;
  bool linear_;
  int shift_;
  keys::Steps steps_;
};

}  // namespace farfirst::app
