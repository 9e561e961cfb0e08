#include "topology.h"

#include <algorithm>
#include <array>

#include "io/load.h"

namespace farfirst::app::gltf {
namespace {

/// Takes the indices one by one; a restart begins a list, strip or fan again.
class Assembler {
 public:
  Assembler(Mode mode, bool is_mirrored, Topology& topology)
      : mode_(mode), is_mirrored_(is_mirrored), topology_(topology) {}

  void add(std::uint32_t index) {
    switch (mode_) {
      case Mode::points:
        topology_.vertices.push_back(index);
        return;
      case Mode::triangles:
        return add_to_list(index);
      case Mode::triangle_strip:
        return add_to_strip(index);
      case Mode::triangle_fan:
        return add_to_fan(index);
      default:
        ++seen_;
    }
  }

  void restart() {
    if (mode_ == Mode::triangles && seen_ % 3 != 0) ++topology_.incomplete;
    topology_.lines += line_segments();
    seen_ = 0;
  }

 private:
  std::uint64_t line_segments() const {
    if (mode_ == Mode::lines) return seen_ / 2;
    if (mode_ == Mode::line_strip) return seen_ > 0 ? seen_ - 1 : 0;
    return mode_ == Mode::line_loop && seen_ > 1 ? seen_ : 0;
  }

  void add_to_list(std::uint32_t index) {
    recent_[seen_++ % 3] = index;
    if (seen_ % 3 == 0) add_triangle(recent_[0], recent_[1], recent_[2]);
  }

  /// Strips continue after triangles without an area, which are left out.
  void add_to_strip(std::uint32_t index) {
    recent_[seen_ % 3] = index;
    const std::uint32_t third = index, second = recent_[(seen_ + 2) % 3], first = recent_[(seen_ + 1) % 3];
    const bool is_even = seen_ % 2 == 0;
    if (++seen_ < 3 || first == second || second == third || first == third) return;
    if (is_even) {
      add_triangle(first, second, third);
    } else {
      add_triangle(second, first, third);
    }
  }

  void add_to_fan(std::uint32_t index) {
    if (seen_ >= 2 && recent_[0] != recent_[1] && recent_[1] != index && recent_[0] != index)
      add_triangle(recent_[1], index, recent_[0]);
    recent_[seen_ == 0 ? 0 : 1] = index;
    ++seen_;
  }

  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    topology_.corners.insert(topology_.corners.end(), {a, is_mirrored_ ? c : b, is_mirrored_ ? b : c});
  }

  Mode mode_;
  bool is_mirrored_;
  Topology& topology_;
  std::array<std::uint32_t, 3> recent_{};
  std::uint64_t seen_ = 0;  // since the beginning or a restart
};

void assemble(const Geometry& geometry, const std::string& where, Topology& topology) {
  Assembler assembler(geometry.mode(), geometry.is_mirrored(), topology);
  const std::size_t count = geometry.index_count(), vertices = geometry.count();
  const std::uint32_t restart = geometry.restart();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t index = geometry.index(i);
    if (index < vertices) {
      assembler.add(index);
    } else if (index == restart) {
      assembler.restart();
    } else {
      throw FileError({at::part(where), "index {} refers to vertex {}, but there are {}", i, index, vertices});
    }
  }
  assembler.restart();
}

/// Many primitives may share long arrays of vertices, of which each uses a few.
void keep_used_vertices(Topology& topology) {
  std::vector<std::uint32_t>& used = topology.vertices;
  used = topology.corners;
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (std::uint32_t& corner : topology.corners)
    corner = static_cast<std::uint32_t>(std::ranges::lower_bound(used, corner) - used.begin());
}

}  // namespace

Topology topology_of(const Geometry& geometry, const std::string& where) {
  Topology topology;
  const bool are_points = geometry.mode() == Mode::points;
  if (are_points && !geometry.has_indices()) return topology;
  if (geometry.mode() >= Mode::triangles) topology.corners.reserve(geometry.index_count());
  assemble(geometry, where, topology);
  if (!are_points && geometry.has_indices() && topology.corners.size() < geometry.count()) keep_used_vertices(topology);
  return topology;
}

}  // namespace farfirst::app::gltf
