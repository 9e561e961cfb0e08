#pragma once
// The renderer `exact`, the reference: every fragment of every sample of every pixel, sorted by its own depth, ties by
// element, and blended in 32-bit floats. It is never wrong, but slow, and takes much memory. Its steps are the
// files of shaders/render/exact:
//
//   for each strip of rows of tiles whose counts fit into memory:
//     groups   which tiles elements may touch; the host shares them out over work groups
//     count    fragments of each sample of a pixel
//     places   where those of a tile's samples begin; the host cuts the tiles into bands that fit into memory
//     for each band:
//       fill   fragments: key and colour
//       sort   long lists, a work group each
//       blend  each pixel sorts its other lists, and blends them
//
// A tile that is too deep for memory is taken pixel by pixel, and a pixel that is too deep in slices of depth, the
// farthest first. The picture is the same bit for bit, whatever the partition. Coverage is that of `tiles`; a
// fragment's depth is what its kind defines (elements.h). The order of the elements does not matter.
//
// Per-pixel lists follow Carpenter, The A-buffer, an Antialiased Hidden Surface Method, 1984; counting before filling,
// so that nothing overflows, Maule et al., Memory-efficient order-independent transparency with dynamic fragment
// buffer, 2012.

#include <farfirst/sort.h>

#include <glm/glm.hpp>
#include <vector>

#include "coverage_pass.h"

namespace farfirst::app::exact {

struct Fragment {
  std::uint32_t key = 0;
  std::uint32_t element = 0;
  glm::vec4 color{};  // premultiplied, in linear light
};

class Exact : public Renderer {
 public:
  /// For tests: the fragments of a sample of a pixel of the newest picture, farthest first. It was made in one band.
  virtual std::vector<Fragment> fragments(int x, int y, int sample) const = 0;
};

std::string why_unavailable(const GladGLContext& gl);
/// Throw Error.
std::unique_ptr<Renderer> make(const RendererContext& context);
std::unique_ptr<Exact> make_exact(const RendererContext& context);

}  // namespace farfirst::app::exact
