#include "elements.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace farfirst::app {

std::uint32_t Elements::count() const {
  if (!parts) return static_cast<std::uint32_t>(are_triangles ? triangles.size() / 3 : vertex_count());
  std::uint32_t sum = 0;
  for (const ElementPart& part : *parts) sum += part.count;
  return sum;
}

std::size_t Elements::vertex_count() const {
  std::size_t end = std::max<std::size_t>(positions.size(), on_gpu);
  if (parts)
    for (const ElementPart& part : *parts) end = std::max(end, part.first_vertex + part.vertex_count());
  return end;
}

std::size_t Elements::corner_count() const {
  std::size_t end = triangles.size();
  if (parts)
    for (const ElementPart& part : *parts) end = std::max(end, part.first_corner + part.triangles.size());
  return end;
}

void Elements::own() {
  if (owner != nullptr) return;
  auto copy = std::make_shared<const std::vector<glm::vec3>>(positions.begin(), positions.end());
  positions = *copy;
  owner = std::move(copy);
}

void Elements::write_drawn(std::span<const std::uint32_t> order, std::byte* to, bool keep) const {
  if (order.empty()) return;
  if (drawn_corners.empty()) {
    std::memcpy(to, order.data(), order.size_bytes());
    return;
  }
  constexpr std::size_t triangle_bytes = 3 * sizeof(std::uint32_t);
  for (const std::uint32_t triangle : order) {
    std::memcpy(to, drawn_corners.data() + 3 * std::size_t{triangle}, triangle_bytes);
    to += triangle_bytes;
  }
  if (keep) std::memcpy(to, order.data(), order.size_bytes());
}

}  // namespace farfirst::app
