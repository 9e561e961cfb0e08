#pragma once
// The material files that an OBJ file names, as programs of all systems write their names.

#include "mtl.h"
#include "obj_body.h"
#include "readers.h"

namespace farfirst::app {

/// Reads those that are found; the others are named in a sentence.
Materials read_materials(const ObjBody& body, const ReadMaterials& read, std::vector<std::string>& remarks);

}  // namespace farfirst::app
