#pragma once
// The origin of large coordinates, for which floats are too coarse: a point that is subtracted first.

#include <cstddef>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene/model.h"
#include "source.h"

namespace farfirst::app {

/// Some thousands of the points of a file, evenly taken, and the origin that suits most of them.
class OriginSample {
 public:
  void add(const glm::dvec3& point) {
    add(1, [&](std::size_t) { return point; });
  }
  /// Asks for the few that are kept only.
  template <class PointAt>
  void add(std::size_t count, const PointAt& point_at) {
    std::size_t i = until_next_;
    for (; i < count; i += stride_) keep(point_at(i));
    until_next_ = i - count;
  }

  /// Zero if their box is within 16 of its own half sizes from zero. Else the middle of the box, each coordinate
  /// rounded to a multiple of the largest power of two that is not above the half size (so that it is a short number,
  /// and that subtracting it from floats in the box loses nothing). The half size is half the longest side; if that is
  /// 0, the origin is the box's only point. Where the others lie far from the majority, the box is that of the
  /// majority: a stray vertex loses its digits, not the rest.
  glm::dvec3 origin() const;

 private:
  void keep(const glm::dvec3& point);

  std::vector<glm::dvec3> kept_;
  std::size_t stride_ = 1, until_next_ = 0;
};

/// For the drawn vertices: those of its triangles, or all.
glm::dvec3 origin_of(const Model& model);

/// For readers that have floats only: moves the models of a file, which have bounds, to one origin if they have none
/// yet. Exact (Sterbenz), but for what is far from the rest.
void recentre(std::span<Model> models);

/// For readers that have doubles, or digits: reads about zero, and once more about the origin of what was read if that
/// is elsewhere. `read` takes the origin and its share of the progress.
template <class Read>
Model read_about_origin(ByteSource& source, const ProgressScale& progress, const Read& read) {
  const std::uint64_t start = source.position();
  const glm::dvec3 zero(0.0);
  Model model = read(zero, progress);
  const glm::dvec3 origin = origin_of(model);
  if (origin == zero) return model;
  model = {};
  source.seek(start);
  return read(origin, progress.part(1.0f, 1.0f));  // which never falls
}

}  // namespace farfirst::app
