#include "host_splats.h"

#include "packed_splat.h"
#include "scene/parallel.h"

namespace farfirst::app {

PackedSplats::PackedSplats(const Model& model)
    : count_(static_cast<std::uint32_t>(model.splats.count())),
      degree_(model.splats.degree),
      top_(top_of(model.splats)) {
  const Splats& splats = model.splats;
  constexpr std::size_t size = SplatBlock::size;
  const std::size_t words = harmonic_words(degree_);
  blocks_.resize((count_ + size - 1) / size);
  harmonics_.resize(blocks_.size() * words * size);
  in_parallel(count_, size, [&](std::size_t begin, std::size_t end) {
    std::array<std::uint32_t, harmonic_words(Splats::most_degree)> harmonics{};
    for (std::size_t i = begin; i < end; ++i) {
      SplatBlock& block = blocks_[i / size];
      const std::size_t at = i % size;
      const glm::vec3& position = model.positions[i];
      block.x[at] = position.x, block.y[at] = position.y, block.z[at] = position.z;
      block.color[at] = packed_color(0.5f + constant_harmonic * splats.harmonics_of(i)[0]);
      const auto shape = packed_shape(splats.scales[i], splats.rotations[i], splats.opacities[i], top_);
      for (std::size_t word = 0; word < shape.size(); ++word) block.shape[word][at] = shape[word];
      if (words == 0) continue;
      pack_harmonics(splats.harmonics_of(i), harmonics.data());
      for (std::size_t word = 0; word < words; ++word)
        harmonics_[(i / size * words + word) * size + at] = harmonics[word];
    }
  });
}

}  // namespace farfirst::app
