#pragma once
// The splats of one primitive, in its own coordinates: from attributes, or from SPZ.

#include "io/source.h"
#include "scene/model.h"
#include "shapes.h"

namespace farfirst::app::gltf {

/// Throws FileError, which names the primitive.
Model read_splats(const Document& document, Storage& storage, const Shape& shape, const ProgressScale& progress);

}  // namespace farfirst::app::gltf
