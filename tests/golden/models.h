#pragma once
// The models of the golden pictures: small, made by arithmetic, so that none has to be committed.

#include <filesystem>

namespace farfirst::app {

/// knot.ply: a mesh with neither normals nor colours. cloud.ply: points on a shell, with colours and alpha.
void write_golden_models(const std::filesystem::path& folder);

}  // namespace farfirst::app
