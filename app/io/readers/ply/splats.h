#pragma once
// Splats in PLY files: in training format, and compressed.

#include "body.h"
#include "scene/model.h"

namespace farfirst::app::ply {

/// In the format of graphdeco-inria/gaussian-splatting: columns by name, in any order.
bool holds_splats(const Header& header);
Model read_splats(const Header& header, Body& body, const ByteSource& source, const ProgressScale& progress);

/// In the format of SuperSplat: chunks of 256 splats, packed into four words each within the bounds of their chunk.
bool holds_packed_splats(const Header& header);
Model read_packed_splats(const Header& header, Body& body, const ByteSource& source, const ProgressScale& progress);

}  // namespace farfirst::app::ply
