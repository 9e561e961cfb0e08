#pragma once
// The limits of 32-bit floats: sizes whose squares are infinite or 0, and shapes that are far smaller than their
// distance from 0.

#include <span>
#include <string>

#include "scene/model.h"

namespace farfirst::app {

/// Divides the models of a file, which have one origin, by a power of ten if their size is out of range; a remark
/// names it. Where only stray positions are beyond reach (scene/finite.h) these become NaN, with a remark. Needs
/// bounds, and sets them.
void bring_into_reach(std::span<Model> models);

/// Counts, in a remark, what is so far from the origin that it is lost in rounding: the shape of triangles, the
/// distances of points.
void remark_on_lost_shapes(Model& model);

/// A sentence about a box so small that the sort takes its distances as 0; empty if it is larger, or a point.
std::string remark_on_size(const Bounds& box);

}  // namespace farfirst::app
