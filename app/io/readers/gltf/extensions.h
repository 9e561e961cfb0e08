#pragma once
// Extensions of glTF: those that are read, those without effect here, and the report of the others.

#include <string>

#include "document.h"

namespace farfirst::app::gltf {

/// Throws FileError, which names an extension that the file needs and that is not known.
void refuse_unknown_extensions(const Document& document);
/// One sentence for those that are used, change the picture and are not read; empty if there are none.
std::string remark_on_extensions(const Document& document);

}  // namespace farfirst::app::gltf
