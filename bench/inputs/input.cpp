// See input.h.
#include "input.h"

#include <farfirst/keys.h>

namespace farfirst::bench {

std::vector<std::uint32_t> host_keys(const Geometry& geometry, const Place& eye) {
  const Viewpoint view = keys::prepared({{eye[0], eye[1], eye[2]}, {0.0f, 0.0f, -1.0f}});
  const auto point = [&](std::size_t i) {
    const float* p = geometry.positions.data() + 3 * i;
    return keys::Point{p[0], p[1], p[2]};
  };
  std::vector<std::uint32_t> made(geometry.elements());
  for (std::size_t i = 0; geometry.corners.empty() && i < made.size(); ++i) {
    made[i] = key_of_point<Metric::radial>(point(i), view);
  }
  for (std::size_t i = 0; i < geometry.corners.size(); i += 3) {
    const std::uint32_t* corner = geometry.corners.data() + i;
    made[i / 3] = key_of_triangle<Metric::radial, SortPoint::centroid>(point(corner[0]), point(corner[1]),
                                                                       point(corner[2]), view);
  }
  return made;
}

}  // namespace farfirst::bench
