#pragma once
// The key of a triangle by a sort point that the compiler does not know.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::test {

template <Metric metric>
std::uint32_t triangle_key(SortPoint sort_point, keys::Point a, keys::Point b, keys::Point c, const Viewpoint& view) {
  switch (sort_point) {
    case SortPoint::nearest:
      return key_of_triangle<metric, SortPoint::nearest>(a, b, c, view);
    case SortPoint::farthest:
      return key_of_triangle<metric, SortPoint::farthest>(a, b, c, view);
    case SortPoint::mean:
      return key_of_triangle<metric, SortPoint::mean>(a, b, c, view);
    case SortPoint::centroid:
      return key_of_triangle<metric, SortPoint::centroid>(a, b, c, view);
  }
  return 0;
}

}  // namespace farfirst::test
