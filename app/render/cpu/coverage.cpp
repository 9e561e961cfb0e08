#include "coverage.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app::cpu {

namespace {

glm::vec4 transformed(const glm::mat4& m, const glm::vec4& v) {
  return ((m[0] * v.x + m[1] * v.y) + m[2] * v.z) + m[3] * v.w;
}

glm::vec3 homogeneous(const DrawInput& input, const glm::vec4& clip, glm::ivec2 origin) {
  const glm::vec2 half = 0.5f * input.view.camera.viewport;
  return {clip.x * half.x + (half.x - static_cast<float>(origin.x)) * clip.w,
          clip.y * half.y + (half.y - static_cast<float>(origin.y)) * clip.w, clip.w};
}

bool comes_first(const glm::vec3& a, const glm::vec3& b) {
  return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

glm::vec3 plane_through(const glm::vec3& a, const glm::vec3& b) {
  const bool turned = !comes_first(a, b);
  const glm::vec3 &p = turned ? b : a, &q = turned ? a : b;
  const glm::vec3 plane(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x);
  return turned ? -plane : plane;
}

ClippedEdge clipped_edge(const ClippedCorner& a, const ClippedCorner& b, const glm::vec3& plane, float turn) {
  ClippedEdge edge;
  edge.plane = turn * plane;
  edge.includes_itself = edge.plane.x > 0 || (edge.plane.x == 0 && edge.plane.y > 0);
  if (!a.place.is_inside() || !b.place.is_inside()) return edge;
  const Place &from = (turn > 0 ? a : b).place, &to = (turn > 0 ? b : a).place;
  edge.exact = from.x != to.x || from.y != to.y;
  edge.edge = edge_between(from, to);
  if (!edge.exact) edge.plane = {0, 0, 1};  // an edge without length leaves nothing out
  return edge;
}

struct PlaceExtent {
  glm::vec2 least, most;

  void add(const DrawInput& input, const glm::vec4& clip) {
    const glm::vec2 place = (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * input.view.camera.viewport;
    least = glm::min(least, place);
    most = glm::max(most, place);
  }
  void add(const DrawInput& input, const glm::vec4& from, const glm::vec4& to) {
    if (from.w > 0) add(input, from);
    if ((from.w > 0) == (to.w > 0)) return;
    const glm::vec2 front = glm::vec2(from.w > 0 ? to : from) * std::max(from.w, to.w),
                    behind = glm::vec2(from.w > 0 ? from : to) * std::min(from.w, to.w);
    const glm::vec2 side = front - behind, unsure = 1e-6f * (glm::abs(front) + glm::abs(behind));
    for (int i = 0; i < 2; ++i) {
      if (side[i] <= unsure[i]) least[i] = 0;
      if (side[i] >= -unsure[i]) most[i] = input.view.camera.viewport[i];
    }
  }
};

}  // namespace

bool ClippedTriangle::covers(int x, int y) const {
  const float fx = static_cast<float>(x) / 16.0f, fy = static_cast<float>(y) / 16.0f;
  for (const ClippedEdge& edge : edges) {
    if (edge.exact) {
      if (edge.edge.at(std::int64_t{origin.x} * subpixels + x * 16, std::int64_t{origin.y} * subpixels + y * 16) < 0)
        return false;
      continue;
    }
    const float value = edge.plane.x * fx + edge.plane.y * fy + edge.plane.z;
    if (!(value > 0 || (value == 0 && edge.includes_itself))) return false;
  }
  return true;
}

ClippedCorner clipped_corner(const DrawInput& input, std::uint32_t vertex) {
  const glm::vec4 eye = transformed(input.view.camera.view, {input.vertices[vertex].position, 1.0f});
  return {transformed(input.view.camera.projection, eye), input.places[vertex]};
}

std::array<ClippedCorner, 3> clipped_corners(const DrawInput& input, std::uint32_t element) {
  const std::uint32_t* corners = input.corners + std::size_t{3} * element;
  return {clipped_corner(input, corners[0]), clipped_corner(input, corners[1]), clipped_corner(input, corners[2])};
}

ClippedTriangle clipped_triangle(const DrawInput& input, const std::array<ClippedCorner, 3>& corners,
                                 glm::ivec2 origin) {
  const auto& [a, b, c] = corners;
  const glm::vec3 p = homogeneous(input, a.clip, origin), q = homogeneous(input, b.clip, origin),
                  r = homogeneous(input, c.clip, origin);
  const glm::vec3 pq = plane_through(p, q), qr = plane_through(q, r), rp = plane_through(r, p);
  const float turn = glm::sign(glm::dot(pq, r));
  ClippedTriangle result;
  result.origin = origin;
  result.has_area = turn != 0;
  result.edges = {clipped_edge(a, b, pq, turn), clipped_edge(b, c, qr, turn), clipped_edge(c, a, rp, turn)};
  return result;
}

PixelBox pixels_of_clipped(const DrawInput& input, const std::array<ClippedCorner, 3>& corners) {
  const glm::vec2 size(static_cast<float>(input.width), static_cast<float>(input.height));
  PlaceExtent extent{size + 1.0f, glm::vec2(-2.0f)};
  for (int i = 0; i < 3; ++i)
    extent.add(input, corners[static_cast<unsigned>(i)].clip, corners[static_cast<unsigned>((i + 1) % 3)].clip);
  const glm::vec2 least = glm::clamp(glm::floor(extent.least) - 1.0f, glm::vec2(0.0f), size);
  const glm::vec2 most = glm::clamp(glm::floor(extent.most) + 1.0f, glm::vec2(-1.0f), size - 1.0f);
  if (!(least.x <= most.x && least.y <= most.y)) return {0, 0, -1, -1};
  return {static_cast<int>(least.x), static_cast<int>(least.y), static_cast<int>(most.x), static_cast<int>(most.y)};
}

}  // namespace farfirst::app::cpu
