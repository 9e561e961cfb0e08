#pragma once
// Large models out of small ones.

#include <filesystem>

#include "scene/model.h"

namespace farfirst::bench {

/// Cuts every edge into `parts` and every triangle into parts * parts. Vertices on edges are shared. Positions only.
app::Model tessellate(const app::Model& model, unsigned parts);

/// So many of it, side by side in a cube, each a quarter turn further about the vertical axis than the one before.
/// Splats become points.
app::Model instances_of(const app::Model& model, std::uint32_t count);

/// Little endian, x y z as floats, faces as lists of three ints: the commonest binary PLY there is.
void write_binary_ply(const app::Model& model, const std::filesystem::path& path);

}  // namespace farfirst::bench
