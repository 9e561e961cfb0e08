#pragma once
// Vertex normals that stay apart where a surface has a hard edge.

#include <functional>

#include "model.h"

namespace farfirst::app {

/// At an edge where the normals of the two faces differ by more than this, the surface has a crease.
inline constexpr double crease_degrees = 40.0;

/// Vertex normals as of compute_normals(), but each side of a crease has its own. At a vertex, faces that hang together
/// over edges without a crease are one side. So an edge of a noisy scan splits no vertex by itself: it takes two
/// creases that cut the ring of faces apart, and sides whose normals then differ by more than the angle of a crease.
/// Each further side gets a copy of the vertex after all other vertices (Model::copies). Triangles keep their numbers
/// and the places of their corners. Does nothing to a point cloud. `progress` gets 0..1 and may throw.
void compute_creased_normals(Model& model, const std::function<void(float)>& progress = {});

}  // namespace farfirst::app
