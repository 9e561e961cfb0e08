#pragma once
// Normals for point clouds without them.

#include <functional>

#include "scene/model.h"

namespace farfirst::app {

/// Does the cloud lack shading: no normals, and either no colours or one colour for all?
bool wants_normals(const Model& cloud);

/// Fits a plane to the neighbours of each point (Hoppe et al., Surface reconstruction from unorganized points, 1992)
/// and takes its normal, which may point to either side. A point without a plane (not finite, alone, in a row, one of
/// many at the same place) gets a zero normal. If most neighbourhoods are not flat, the cloud is no surface and gets no
/// normals. All cores work. Time and memory grow with the number of points; at most `most_planes` planes are fitted,
/// which nearby points share in larger clouds. `progress` is called on this thread, gets 0..1 and may throw.
void estimate_normals(Model& cloud, const std::function<void(float)>& progress = {},
                      std::size_t most_planes = std::size_t{4} << 20);

}  // namespace farfirst::app
