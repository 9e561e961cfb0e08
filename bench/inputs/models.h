#pragma once
// Models from files or made by the viewer, enlarged to any size.

#include <filesystem>

#include "model_inputs.h"
#include "scene/model.h"

namespace farfirst::bench {

/// Reads a file's model, or makes the viewer's "jungle" or "glass". Throws Failure if it cannot be read.
app::Model read_model(const std::filesystem::path& path);

/// Throws Failure if it cannot be enlarged to that size. Triangles that are cut finer lose normals and colours.
app::Model enlarged(app::Model model, const ModelSize& size);

}  // namespace farfirst::bench
