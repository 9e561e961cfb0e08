#pragma once
// What assimp reads, where it was found when this was built.

#include <string_view>

#include "io/source.h"
#include "scene/model.h"

namespace farfirst::app {

/// The format by its name, for sentences, and by the suffix of its files.
Model read_with_assimp(std::string_view bytes, std::string_view format, std::string_view suffix,
                       const ProgressScale& progress);
/// "assimp 5.2.5".
std::string_view assimp_version();

}  // namespace farfirst::app
