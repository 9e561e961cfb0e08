#pragma once
// What 32-bit floats cannot hold: sizes whose squares are infinite or 0, and shapes that are far smaller than their
// distance from 0.

#include <span>
#include <string>

#include "scene/model.h"

namespace farfirst::app {

/// Divides the models of a file, which have one origin, by a power of ten if they are of such a size together; a remark
/// names it. Where only stray positions are beyond reach (scene/finite.h) these become NaN, with a remark. Needs
/// bounds, and sets them.
void bring_into_reach(std::span<Model> models);

/// Counts, in a remark, what is so far from the origin that rounding leaves nothing of it: the shape of triangles, the
/// distances of points.
void remark_on_lost_shapes(Model& model);

/// A sentence about a box so small that the sort takes its distances for 0; empty if it is larger, or a point.
std::string remark_on_size(const Bounds& box);

}  // namespace farfirst::app
