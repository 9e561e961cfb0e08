#pragma once
// Tools that enlarge models: finer triangles, and many instances.

#include <filesystem>

#include "scene/model.h"

namespace farfirst::bench {

/// Cuts every edge into `parts` and every triangle into parts * parts. Vertices on edges are shared. Positions only.
app::Model tessellate(const app::Model& model, unsigned parts);

/// Makes `count` instances side by side in a cube, each a quarter turn about the vertical axis from the one before.
/// Splats become points.
app::Model instances_of(const app::Model& model, std::uint32_t count);

/// Writes little-endian x y z as floats, and faces as lists of three ints: the most common binary PLY.
void write_binary_ply(const app::Model& model, const std::filesystem::path& path);

}  // namespace farfirst::bench
