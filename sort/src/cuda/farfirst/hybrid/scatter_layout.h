#pragma once
// Layout of the distribution's shared memory.

#include <farfirst/keys.h>

#include <cstdint>

#include "memory.h"
#include "pivots.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// Shared memory of a block of the distribution, as offsets in bytes. The words of all buckets are followed by some
/// more.
struct ScatterLayout {
  std::uint32_t starts, moves, pivots, below, owners, end;

  FARFIRST_HOST_DEVICE constexpr ScatterLayout(std::uint32_t tile, std::uint32_t buckets) {
    const std::uint32_t slots = tile + (sector_words - 1) * (buckets < tile ? buckets : tile);
    starts = filled_up(slots) * 8;
    moves = starts + (buckets + 5) / 4 * 16;
    pivots = moves + (buckets + 5) / 4 * 16;
    below = pivots + (buckets + 5) / 4 * 16;
    owners = below + bins * 2;
    end = owners + filled_up(slots) / sector_words * 2;
  }
};

}  // namespace farfirst::cuda::farfirst
