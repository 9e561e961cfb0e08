#include "elements.h"

#include <cstring>
#include <vector>

namespace farfirst::app {

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
