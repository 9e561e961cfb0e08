#pragma once
// Models to PLY files.

#include <filesystem>

#include "scene/model.h"

namespace farfirst::app {

/// Binary PLY: a mesh, a cloud, or splats with the columns and in the frame in which they are trained, y down. Whole or
/// not at all. Throws Failure(failed).
void write_ply(const std::filesystem::path& path, const Model& model);

}  // namespace farfirst::app
