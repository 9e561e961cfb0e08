#pragma once
// A large mesh out of a small one, for measuring readers.

#include <filesystem>

#include "scene/model.h"

namespace farfirst::bench {

/// Cuts every edge into `parts` and every triangle into parts * parts. Vertices on edges are shared. Positions only.
app::Model tessellate(const app::Model& model, unsigned parts);

/// Little endian, x y z as floats, faces as lists of three ints: the commonest binary PLY there is.
void write_binary_ply(const app::Model& model, const std::filesystem::path& path);

}  // namespace farfirst::bench
