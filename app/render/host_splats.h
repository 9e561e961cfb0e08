#pragma once
// Splats in host memory, for the renderer `cpu`: the words of packed_splat.h, sixteen splats a block, field
// by field, so that vectors of up to sixteen numbers are loaded at once. Positions and harmonics are read from the
// model: beside the range of the harmonics, a picture makes their bytes when it needs them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "array.h"
#include "packed_splat.h"
#include "scene/model.h"

namespace farfirst::app {

struct SplatBlock {
  static constexpr std::uint32_t size = 16;
  std::array<std::uint32_t, size> color;
  std::array<std::array<std::uint32_t, size>, 3> shape;
  std::array<std::uint8_t, size> range;
};

/// The packed splats. The last block is full: what is behind the last splat is invisible.
struct HostSplats {
  std::span<const SplatBlock> blocks{};
  const glm::vec3* positions = nullptr;
  const glm::vec3* harmonics = nullptr;  // as Splats has them
  const float* units = nullptr;          // units_of_harmonics()
  std::uint32_t count = 0;
  int degree = 0;
  float top = 0;  // as packed_splat.h has it
};

class PackedSplats {
 public:
  /// Packs a model that outlives them. Throws std::bad_alloc.
  explicit PackedSplats(const Model& model);

  HostSplats view() const {
    const Splats& splats = model_.splats;
    return {.blocks = blocks_,
            .positions = model_.positions.data(),
            .harmonics = splats.harmonics.data(),
            .units = units_of_harmonics().data(),
            .count = static_cast<std::uint32_t>(splats.count()),
            .degree = splats.degree,
            .top = top_};
  }
  std::size_t bytes() const { return blocks_.capacity() * sizeof(SplatBlock); }

 private:
  const Model& model_;
  Array<SplatBlock> blocks_;
  float top_;
};

}  // namespace farfirst::app
