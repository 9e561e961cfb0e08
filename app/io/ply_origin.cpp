#include "ply_origin.h"

#include <algorithm>

#include "origin.h"

namespace farfirst::app::ply {
namespace {

/// Doubles and wide integers may say more than a float holds; so may digits.
bool is_wide(Scalar type) { return type == Scalar::float64 || type == Scalar::int32 || type == Scalar::uint32; }

bool is_near_zero(const WideBounds& box) {
  constexpr double large = 32768.0;
  const glm::dvec3 reach = glm::max(glm::abs(box.minimum), glm::abs(box.maximum));
  return box.empty() || std::max({reach.x, reach.y, reach.z}) < large;
}

}  // namespace

glm::dvec3 find_origin(const Element& vertex, const std::array<std::size_t, 3>& columns, bool text, Body& body,
                       const ByteSource& source, ProgressScale& progress) {
  constexpr float share = 0.4f;  // of the time, where the vertices are read twice
  const bool wide = std::ranges::any_of(columns, [&](std::size_t i) { return is_wide(vertex.properties[i].type); });
  if (!wide && !text) return glm::dvec3(0.0);
  std::vector<bool> wanted(vertex.properties.size(), false);
  for (const std::size_t column : columns) wanted[column] = true;
  const Body::Mark start = body.mark();
  WideBounds box;
  bool holds_zero = false;
  body.read_scalars(vertex, wanted, [&](const Block& block) {
    const auto at = [&](std::size_t axis, std::size_t i) { return block.columns[columns[axis]][i]; };
    for (std::size_t i = 0; i < block.count; ++i) {
      const glm::dvec3 point(at(0, i), at(1, i), at(2, i));
      if (point == glm::dvec3(0.0)) {
        holds_zero = true;
      } else {
        box.add(point);
      }
    }
    progress.at(share * source.fraction());
    // In text this pass costs as much as reading does, and floats near zero do not need it: the first block tells.
    if (wide || box.empty() || !is_near_zero(box)) return true;
    box = {};
    return false;
  });
  body.go_to(start);
  // Vertices that nothing uses are often left at zero: far from all others, one of them would take their digits.
  if (holds_zero && is_near_zero(box)) box.add(glm::dvec3(0.0));
  if (!box.empty()) progress = progress.part(share, 1.0f);
  return choose_origin(box);
}

}  // namespace farfirst::app::ply
