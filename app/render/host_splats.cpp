#include "host_splats.h"

#include "scene/parallel.h"

namespace farfirst::app {

PackedSplats::PackedSplats(const Model& model) : model_(model), top_(top_of(model.splats)) {
  const Splats& splats = model.splats;
  constexpr std::size_t size = SplatBlock::size;
  blocks_.resize((splats.count() + size - 1) / size);
  in_parallel(splats.count(), size, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      SplatBlock& block = blocks_[i / size];
      const std::size_t at = i % size;
      block.color[at] = packed_color(0.5f + constant_harmonic * splats.harmonics_of(i)[0]);
      const auto shape = packed_shape(splats.scales[i], splats.rotations[i], splats.opacities[i], top_);
      for (std::size_t word = 0; word < shape.size(); ++word) block.shape[word][at] = shape[word];
      block.range[at] = range_of_harmonics(splats.harmonics_of(i));
    }
  });
}

}  // namespace farfirst::app
