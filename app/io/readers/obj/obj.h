#pragma once
// OBJ, and the material files that it names, as programs of all systems write their names.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "body.h"
#include "mtl.h"
#include "scene/model.h"

namespace farfirst::app {

/// The text of the material file that is written so in an OBJ file; nothing if there is none. An empty name asks for
/// the one that has the model's own name.
using ReadMaterials = std::function<std::optional<std::string>(const std::string& name)>;
/// Looks in the folder of the model.
ReadMaterials materials_beside(const std::filesystem::path& model);
/// Reads those that are found; the others are named in a sentence.
Materials read_materials(const ObjBody& body, const ReadMaterials& read, std::vector<std::string>& remarks);

/// At the start of the source. Bounds are not set, normals only where every face has them.
Model read_obj(ByteSource& source, const ReadMaterials& read, const ProgressScale& progress);

}  // namespace farfirst::app
