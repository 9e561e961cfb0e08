#pragma once
// Splats in host memory, as the renderer `cpu` reads them: the words of packed_splat.h, sixteen splats a block, field
// by field, so that vectors of up to sixteen numbers are loaded at once.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "array.h"
#include "scene/model.h"

namespace farfirst::app {

struct SplatBlock {
  static constexpr std::uint32_t size = 16;
  std::array<float, size> x, y, z;
  std::array<std::uint32_t, size> color;
  std::array<std::array<std::uint32_t, size>, 3> shape;
};

/// What is drawn of them. The last block is full: what is behind the last splat does not show.
struct HostSplats {
  std::span<const SplatBlock> blocks{};
  std::span<const std::uint32_t> harmonics{};  // of each block harmonic_words() times sixteen words
  std::uint32_t count = 0;
  int degree = 0;
  float top = 0;  // as packed_splat.h has it
};

class PackedSplats {
 public:
  /// Throws std::bad_alloc.
  explicit PackedSplats(const Model& model);

  HostSplats view() const { return {blocks_, harmonics_, count_, degree_, top_}; }
  std::size_t bytes() const {
    return blocks_.capacity() * sizeof(SplatBlock) + harmonics_.capacity() * sizeof(std::uint32_t);
  }

 private:
  Array<SplatBlock> blocks_;
  Array<std::uint32_t> harmonics_;
  std::uint32_t count_;
  int degree_;
  float top_;
};

}  // namespace farfirst::app
