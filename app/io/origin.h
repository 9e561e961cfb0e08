#pragma once
// Where coordinates are large, floats are too coarse: the point that is subtracted first.

#include <glm/glm.hpp>
#include <span>

#include "scene/model.h"

namespace farfirst::app {

/// A box in doubles, of points within reach (scene/finite.h).
struct WideBounds {
  glm::dvec3 minimum{1.0}, maximum{-1.0};
  bool empty() const { return minimum.x > maximum.x; }
  void add(const glm::dvec3& point);
};

/// The origin for points in this box: zero if the box is within 16 of its own half sizes from zero. Else the
/// middle of the box, each coordinate rounded to a multiple of the largest power of two that is not above the half size
/// (so that it is a short number, and that subtracting it from floats in the box loses nothing). The half size is
/// half the longest side; if that is 0, the origin is the box's only point.
glm::dvec3 choose_origin(const WideBounds& box);

/// For readers that have floats only: moves the models of a file, which have bounds, to one origin if they have none
/// yet. Exact (Sterbenz).
void recentre(std::span<Model> models);

}  // namespace farfirst::app
