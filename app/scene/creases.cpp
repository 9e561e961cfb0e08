#include "creases.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "finite.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t none = 0xffffffffu;
constexpr std::size_t most_vertices = 0xfffffffeu;  // farfirst/sort.h: an index of all ones is never real
constexpr std::size_t step = std::size_t{1} << 18;  // faces or vertices between two reports of progress

double cosine(double degrees) { return std::cos(degrees * std::numbers::pi / 180.0); }

/// The normal with twice the area as its length; zero where a corner is not finite.
glm::dvec3 area_normal(const Model& model, std::size_t triangle) {
  const std::uint32_t* corners = &model.triangles[3 * triangle];
  const glm::dvec3 a(model.positions[corners[0]]), b(model.positions[corners[1]]), c(model.positions[corners[2]]);
  const glm::dvec3 n = glm::cross(b - a, c - a);
  return is_finite(n) ? n : glm::dvec3(0.0);
}

/// For each vertex in doubt the triangles round it.
class Rings {
 public:
  /// A vertex is in doubt if a face turns away from its smooth normal by more than half the angle of a crease:
  /// at any other vertex no two faces can differ by more than the whole.
  Rings(const Model& model, const std::function<void(float)>& progress) : slots_(model.positions.size(), none) {
    const std::size_t triangles = model.triangle_count();
    for (std::size_t t = 0; t < triangles; ++t) {
      find_doubts(model, t);
      if (progress && t % step == 0) progress(0.5f * static_cast<float>(t) / static_cast<float>(triangles));
    }
    if (vertices_.empty()) return;
    ends_.assign(vertices_.size() + 1, 0);
    for (const std::uint32_t corner : model.triangles) {
      if (slots_[corner] != none) ++ends_[slots_[corner] + 1];
    }
    for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
    triangles_.resize(ends_.back());
    // Afterwards each entry of ends_ is where its ring ends and the next one begins.
    for (std::size_t i = 0; i < model.triangles.size(); ++i) {
      const std::uint32_t slot = slots_[model.triangles[i]];
      if (slot != none) triangles_[ends_[slot]++] = static_cast<std::uint32_t>(i / 3);
    }
  }

  std::size_t size() const { return vertices_.size(); }
  bool in_doubt(std::uint32_t vertex) const { return slots_[vertex] != none; }
  std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const { return triangles(slots_[vertex]); }
  std::uint32_t vertex(std::size_t slot) const { return vertices_[slot]; }
  std::span<const std::uint32_t> triangles(std::size_t slot) const {
    const std::size_t begin = slot == 0 ? 0 : ends_[slot - 1];
    return {triangles_.data() + begin, ends_[slot] - begin};
  }

 private:
  void find_doubts(const Model& model, std::size_t triangle) {
    static const double half = cosine(0.5 * crease_degrees);
    const glm::dvec3 face = area_normal(model, triangle);
    const double bound = half * glm::length(face);
    if (bound == 0.0) return;
    for (std::size_t i = 3 * triangle; i < 3 * triangle + 3; ++i) {
      const std::uint32_t vertex = model.triangles[i];
      if (slots_[vertex] != none || glm::dot(face, glm::dvec3(model.normals[vertex])) >= bound) continue;
      slots_[vertex] = static_cast<std::uint32_t>(vertices_.size());
      vertices_.push_back(vertex);
    }
  }

  std::vector<std::uint32_t> slots_;  // of the vertices; none: not in doubt
  std::vector<std::uint32_t> vertices_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> triangles_;
};

bool is_smooth(const glm::dvec3& a, const glm::dvec3& b) {
  constexpr double rounding = 1e-6;
  static const double bound = cosine(crease_degrees) - rounding;
  return glm::dot(a, b) >= bound;
}

/// Finds slivers with a crease at each edge. Scans that were reduced have some, and their normals say nothing; the
/// sides of thin walls are slivers too, but hang together over their long edges.
class LoneSlivers {
 public:
  LoneSlivers(const Model& model, const Rings& rings) : model_(model), rings_(rings), lone_(model.triangle_count()) {
    for (std::size_t slot = 0; slot < rings.size(); ++slot) {
      for (const std::uint32_t triangle : rings.triangles(slot)) {
        if (is_sliver(triangle)) lone_[triangle] = is_lone(triangle);
      }
    }
  }
  bool contain(std::uint32_t triangle) const { return lone_[triangle]; }

 private:
  static constexpr double thinnest = 0.1;        // height over the longest edge of what is no sliver
  static constexpr std::size_t most_faces = 64;  // of rings that are looked through: the work stays bounded

  const std::uint32_t* corners(std::uint32_t triangle) const { return &model_.triangles[3 * std::size_t{triangle}]; }

  bool is_sliver(std::uint32_t triangle) const {
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
      const glm::dvec3 from(model_.positions[corners(triangle)[i]]),
          to(model_.positions[corners(triangle)[(i + 1) % 3]]);
      longest = std::max(longest, glm::dot(to - from, to - from));
    }
    return glm::length(area_normal(model_, triangle)) < thinnest * longest;
  }

  bool is_lone(std::uint32_t triangle) const {
    const std::uint32_t* const c = corners(triangle);
    return !hangs_together(triangle, c[0], c[1]) && !hangs_together(triangle, c[1], c[2]) &&
           !hangs_together(triangle, c[2], c[0]);
  }

  /// Does the triangle have a neighbour over this edge without a crease between them?
  bool hangs_together(std::uint32_t triangle, std::uint32_t a, std::uint32_t b) const {
    if (!rings_.in_doubt(a)) std::swap(a, b);
    if (!rings_.in_doubt(a) || rings_.triangles_at(a).size() > most_faces) return true;
    const glm::dvec3 normal = unit_or_zero(area_normal(model_, triangle));
    return std::ranges::any_of(rings_.triangles_at(a), [&](std::uint32_t other) {
      const std::uint32_t* const c = corners(other);
      return other != triangle && (c[0] == b || c[1] == b || c[2] == b) &&
             is_smooth(normal, unit_or_zero(area_normal(model_, other)));
    });
  }

  const Model& model_;
  const Rings& rings_;
  std::vector<bool> lone_;
};

/// Cuts the ring of faces round one vertex into sides.
class Sides {
 public:
  struct Side {
    glm::dvec3 first;        // direction of the part that began it
    glm::dvec3 normal{0.0};  // sum of the faces' area normals
  };

  /// Faces without area and lone slivers belong to the first side.
  void cut(const Model& model, const LoneSlivers& slivers, std::uint32_t vertex, std::span<const std::uint32_t> ring) {
    collect(model, slivers, vertex, ring);
    join_over_edges();
    join_parts();
  }

  const std::vector<Side>& sides() const { return sides_; }  // the largest begins the list
  std::size_t side_of(std::size_t face) const { return side_of_part_[parts_[face]]; }

 private:
  struct Face {
    glm::dvec3 area, normal;
  };
  struct Edge {
    std::uint32_t to;  // its other vertex
    std::uint32_t face;
    auto operator<=>(const Edge&) const = default;
  };

  void collect(const Model& model, const LoneSlivers& slivers, std::uint32_t vertex,
               std::span<const std::uint32_t> ring) {
    faces_.clear();
    edges_.clear();
    parts_.resize(ring.size());
    for (std::uint32_t i = 0; i < ring.size(); ++i) {
      const glm::dvec3 area = slivers.contain(ring[i]) ? glm::dvec3(0.0) : area_normal(model, ring[i]);
      faces_.push_back({area, unit_or_zero(area)});
      parts_[i] = i;
      if (faces_[i].normal == glm::dvec3(0.0)) continue;
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t to = model.triangles[3 * std::size_t{ring[i]} + corner];
        if (to != vertex) edges_.push_back({to, i});
      }
    }
  }

  /// Union-find with path halving (van Leeuwen and van der Weide, 1977): a ring may have any number of faces.
  std::uint32_t part_of(std::uint32_t face) {
    while (parts_[face] != face) face = parts_[face] = parts_[parts_[face]];
    return face;
  }

  /// The earlier face stands for the part.
  void join(std::uint32_t a, std::uint32_t b) {
    a = part_of(a);
    b = part_of(b);
    parts_[std::max(a, b)] = std::min(a, b);
  }

  void join_over_edges() {
    // Where many faces share an edge, each is compared with a few: the work stays bounded.
    constexpr std::size_t most_compared = 4;
    std::ranges::sort(edges_);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      for (std::size_t k = i + 1; k < edges_.size() && k <= i + most_compared && edges_[k].to == edges_[i].to; ++k) {
        if (is_smooth(faces_[edges_[i].face].normal, faces_[edges_[k].face].normal))
          join(edges_[i].face, edges_[k].face);
      }
    }
    for (std::uint32_t i = 0; i < parts_.size(); ++i) parts_[i] = part_of(i);
  }

  /// Parts become sides, the largest first. A part joins the first side with nearly its direction; directions
  /// that differ by more than the angle of a crease are at most a few dozen.
  void join_parts() {
    sums_.assign(parts_.size(), glm::dvec3(0.0));
    for (std::size_t i = 0; i < parts_.size(); ++i) sums_[parts_[i]] += faces_[i].area;
    order_.clear();
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i] == i && faces_[i].normal != glm::dvec3(0.0)) order_.push_back(i);
    }
    std::ranges::stable_sort(order_, std::ranges::greater(), [&](std::uint32_t i) { return glm::length(sums_[i]); });
    sides_.clear();
    side_of_part_.assign(parts_.size(), 0);
    for (const std::uint32_t part : order_) {
      const glm::dvec3 toward = unit_or_zero(sums_[part]);
      // A part whose faces cancel out has no direction, and any side will do.
      auto side = std::ranges::find_if(
          sides_, [&](const Side& other) { return toward == glm::dvec3(0.0) || is_smooth(other.first, toward); });
      if (side == sides_.end()) side = sides_.insert(side, Side{toward});
      side->normal += sums_[part];
      side_of_part_[part] = static_cast<std::uint32_t>(side - sides_.begin());
    }
  }

  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> parts_;  // of the faces: another face of the same part, or itself
  std::vector<glm::dvec3> sums_;      // of the parts
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> side_of_part_;
  std::vector<Side> sides_;
};

/// A vertex at the same place, with the normal of another side.
void append_copy(Model& model, std::uint32_t vertex, const glm::dvec3& normal) {
  const glm::vec3 place = model.positions[vertex];
  model.positions.push_back(place);
  model.normals.emplace_back(unit_or_zero(normal));
  if (!model.colors.empty()) {
    const std::uint32_t color = model.colors[vertex];
    model.colors.push_back(color);
  }
  ++model.copies;
}

/// Gives the vertex the normal of its first side, and copies of it those of the other sides.
void split(Model& model, std::uint32_t vertex, std::span<const std::uint32_t> ring, const Sides& sides) {
  const std::size_t count = sides.sides().size();
  const std::size_t first = model.positions.size();
  if (count < 2 || first + count - 1 > most_vertices) return;
  model.normals[vertex] = glm::vec3(unit_or_zero(sides.sides()[0].normal));
  for (std::size_t i = 1; i < count; ++i) append_copy(model, vertex, sides.sides()[i].normal);
  for (std::size_t face = 0; face < ring.size(); ++face) {
    const std::size_t side = sides.side_of(face);
    if (side == 0) continue;
    std::uint32_t* const corners = &model.triangles[3 * std::size_t{ring[face]}];
    std::replace(corners, corners + 3, vertex, static_cast<std::uint32_t>(first + side - 1));
  }
}

}  // namespace

void compute_creased_normals(Model& model, const std::function<void(float)>& progress) {
  if (!model.is_mesh()) return;
  compute_normals(model);
  const Rings rings(model, progress);
  const LoneSlivers slivers(model, rings);
  Sides sides;
  for (std::size_t slot = 0; slot < rings.size(); ++slot) {
    sides.cut(model, slivers, rings.vertex(slot), rings.triangles(slot));
    split(model, rings.vertex(slot), rings.triangles(slot), sides);
    if (progress && slot % step == 0)
      progress(0.5f + 0.5f * static_cast<float>(slot) / static_cast<float>(rings.size()));
  }
}

}  // namespace farfirst::app
