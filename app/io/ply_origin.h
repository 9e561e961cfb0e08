#pragma once
// The origin of vertices whose coordinates have more digits than floats.

#include <array>
#include <glm/glm.hpp>

#include "ply_body.h"

namespace farfirst::app::ply {

/// By a pass over these columns of the element that comes next, to whose start the body returns. Zero, without a pass
/// over all, where floats hold what the file says. The time of the pass is taken off `progress`.
glm::dvec3 find_origin(const Element& vertex, const std::array<std::size_t, 3>& columns, bool text, Body& body,
                       const ByteSource& source, ProgressScale& progress);

}  // namespace farfirst::app::ply
