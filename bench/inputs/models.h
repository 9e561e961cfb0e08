#pragma once
// Models of files or made by the viewer, enlarged to any size.

#include <filesystem>

#include "model_inputs.h"
#include "scene/model.h"

namespace farfirst::bench {

/// A file's model, or the viewer's "jungle" or "glass". Throws Failure where it cannot be read.
app::Model read_model(const std::filesystem::path& path);

/// Throws Failure where it cannot be enlarged so. Triangles that are cut finer lose normals and colours.
app::Model enlarged(app::Model model, const ModelSize& size);

}  // namespace farfirst::bench
