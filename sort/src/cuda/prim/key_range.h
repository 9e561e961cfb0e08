#pragma once
// The range of the keys of a distance job, computed on the host from the bounding box of its positions.
//
// Every operation that makes a key rounds monotonically: of two coordinates on one side of the eye, the one farther
// from it is never rounded to a smaller distance. So the farthest and the nearest element that the box allows are at
// its corners and at its point nearest to the eye, rounding included.

#include <farfirst/keys.h>
#include <farfirst/sort.h>

#include <algorithm>

namespace farfirst::cuda {

/// The range of the keys other than 0, which is the key of elements without a metric value.
struct KeyRange {
  std::uint32_t smallest = 1, largest = ~0u;
};

namespace key_range {

/// Opposite corners.
struct Corners {
  keys::Point low, high;
  keys::Point corner(unsigned number) const {
    return {(number & 1u) != 0 ? high.x : low.x, (number & 2u) != 0 ? high.y : low.y,
            (number & 4u) != 0 ? high.z : low.z};
  }
  keys::Point nearest(const float* eye) const {
    return {std::clamp(eye[0], low.x, high.x), std::clamp(eye[1], low.y, high.y), std::clamp(eye[2], low.z, high.z)};
  }
};

/// The box of the points whose distances are measured.
inline Corners corners_of(const Source& source, const Box& bounds) {
  const auto& [low, high] = bounds;
  const Corners box{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
  if (!source.triangles || source.sort_point != SortPoint::centroid) return box;
  return {keys::centroid(box.low, box.low, box.low), keys::centroid(box.high, box.high, box.high)};
}

/// The key of an element with all corners at p.
template <Metric metric>
std::uint32_t key_at(const Source& source, keys::Point p, const Viewpoint& view) {
  if (!source.triangles || source.sort_point != SortPoint::mean) return key_of_point<metric>(p, view);
  return key_of_triangle<metric, SortPoint::mean>(p, p, p, view);
}

template <Metric metric>
KeyRange from_box(const Source& source, const Corners& box, const DistanceJob& job) {
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  KeyRange range{~0u, 0};
  for (unsigned i = 0; i < 8; ++i) {
    const std::uint32_t key = key_at<metric>(source, box.corner(i), view);
    range = {std::min(range.smallest, key), std::max(range.largest, key)};
  }
  if (metric == Metric::radial) range.largest = key_at<metric>(source, box.nearest(job.eye), view);
  return range.smallest == 0 || range.largest < range.smallest ? KeyRange{} : range;  // too far for floats
}

inline KeyRange of_source(const Source& source, const DistanceJob& job) {
  if (job.bounds.is_empty()) return {};
  const Corners box = corners_of(source, job.bounds);
  return job.metric == Metric::radial ? from_box<Metric::radial>(source, box, job)
                                      : from_box<Metric::view_depth>(source, box, job);
}

}  // namespace key_range

/// The range of the keys of a job with bounds, over all its sources. It is right if the bounds are.
inline KeyRange key_range_of(const DistanceJob& job) {
  KeyRange all{~0u, 0};
  for (const Source& source : job.sources) {
    const KeyRange range = key_range::of_source(source, job);
    all = {std::min(all.smallest, range.smallest), std::max(all.largest, range.largest)};
  }
  return all.smallest > all.largest ? KeyRange{} : all;
}

}  // namespace farfirst::cuda
