#pragma once
// The range of a distance job's keys from the bounding box of its positions, on the host.

#include <farfirst/sort.h>

#include <bit>

#include "plan.h"

namespace farfirst::cuda::farfirst {

/// The key of an element all of whose corners are at p.
template <Measure measure>
std::uint32_t key_at(const DistanceJob& job, keys::Point p, const Viewpoint& view) {
  if (!job.triangles) return key_of_point<measure>(p, view);
  switch (job.representative) {
    case Representative::nearest:
      return key_of_triangle<measure, Representative::nearest>(p, p, p, view);
    case Representative::farthest:
      return key_of_triangle<measure, Representative::farthest>(p, p, p, view);
    case Representative::mean:
      return key_of_triangle<measure, Representative::mean>(p, p, p, view);
    case Representative::centroid:
      return key_of_triangle<measure, Representative::centroid>(p, p, p, view);
  }
  return 0;
}

inline std::uint32_t key_at(const DistanceJob& job, keys::Point p) {
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  return job.measure == Measure::radial ? key_at<Measure::radial>(job, p, view)
                                        : key_at<Measure::view_depth>(job, p, view);
}

inline keys::Point corner(const float* bounds, unsigned number) {
  return {bounds[number % 2 * 3], bounds[number / 2 % 2 * 3 + 1], bounds[number / 4 * 3 + 2]};
}

/// The point of the box that is nearest to the eye.
inline keys::Point nearest(const DistanceJob& job) {
  const auto within = [&](int axis) {
    const float low = job.bounds[axis], high = job.bounds[axis + 3], eye = job.eye[axis];
    return eye < low ? low : eye > high ? high : eye;
  };
  return {within(0), within(1), within(2)};
}

/// The range of the keys of a job with bounds. Every operation that makes a key rounds monotonically, so that the
/// farthest element of all that could be in the box is at one of its corners, rounding included: no key but 0 is below
/// the smallest of theirs. The largest key only decides how wide digits are, so that it may be guessed: of boxes that
/// hold the eye it says nothing, but then digits of 9 bits mostly hold what there is.
inline Range range_from_bounds(const DistanceJob& job) {
  std::uint32_t smallest = ~0u, largest = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint32_t key = key_at(job, corner(job.bounds, i));
    smallest = key < smallest ? key : smallest;
    largest = key > largest ? key : largest;
  }
  if (job.measure == Measure::radial) largest = key_at(job, nearest(job));
  const Range range = range_of(smallest, largest);
  if (range.floor == 0) return range;
  return {range.floor, above_floor(largest, range.floor) >> 24 != 0 ? wide_width : narrow_width};
}

}  // namespace farfirst::cuda::farfirst
