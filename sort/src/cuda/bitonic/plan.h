#pragma once
// Plans the passes for a number of items.

#include <cstdint>

#include "cuda/prim/bitonic_network.h"

namespace farfirst::cuda::bitonic {

/// A network of `size` items, in which blocks sort tiles of `tile` in shared memory. Both are powers of two.
struct Plan {
  std::uint32_t size = 0;
  std::uint32_t tile = 0;
};

constexpr Plan make_plan(std::uint32_t n, std::uint32_t tile) {
  const std::uint32_t size = network_size(n);
  return {size, size < tile ? size : tile};
}

/// A pass over memory: the strides stride * 2^(bits - 1), ..., stride.
struct WidePass {
  std::uint32_t stride = 0;
  unsigned bits = 0;
};

/// The pass that begins with the stride `widest`, which exceeds a tile. It does `most` strides, or fewer if fewer
/// remain before those within a tile.
constexpr WidePass wide_pass(std::uint32_t widest, std::uint32_t tile, unsigned most) {
  WidePass pass{widest, 1};
  while (pass.bits < most && pass.stride / 2 >= tile) {
    pass.stride /= 2;
    ++pass.bits;
  }
  return pass;
}

}  // namespace farfirst::cuda::bitonic
