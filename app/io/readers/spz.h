#pragma once
// Splats in SPZ, which are files, and within glTF.

#include <string_view>

#include "io/source.h"
#include "scene/model.h"

namespace farfirst::app {

bool looks_like_spz(std::string_view start);
/// At the start of the source, unpacked from gzip if it was in it.
Model read_spz(ByteSource& source, const ProgressScale& progress);

}  // namespace farfirst::app
