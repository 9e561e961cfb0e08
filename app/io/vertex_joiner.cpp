#include "vertex_joiner.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "load.h"

namespace farfirst::app {

VertexJoiner::VertexJoiner(std::vector<glm::vec3>& positions, std::size_t expected)
    : positions_(positions), slots_(std::bit_ceil(std::max<std::size_t>(expected + expected / 2, 64)), empty) {
  mask_ = slots_.size() - 1;
  positions_.reserve(expected);
}

/// Compares bits: here a NaN equals itself.
bool VertexJoiner::same(const glm::vec3& a, const glm::vec3& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::size_t VertexJoiner::hash(const glm::vec3& key) {
  // Multiplications carry the low bits up, and shifts the high bits down: coordinates on a grid differ in few of them.
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
  const std::uint64_t xy = std::bit_cast<std::uint32_t>(key.x) | std::uint64_t{std::bit_cast<std::uint32_t>(key.y)}
                                                                     << 32;
  std::uint64_t mixed = xy * odd;
  mixed = (mixed ^ mixed >> 32 ^ std::bit_cast<std::uint32_t>(key.z)) * odd;
  return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

std::uint32_t VertexJoiner::add(const glm::vec3& key, std::size_t slot) {
  if (positions_.size() >= 0xfffffffeu) throw FileError("the file has more vertices than can be drawn");
  const auto made = static_cast<std::uint32_t>(positions_.size());
  positions_.push_back(key);
  slots_[slot] = made;
  if (3 * positions_.size() > 2 * slots_.size()) grow();
  return made;
}

void VertexJoiner::grow() {
  slots_.assign(2 * slots_.size(), empty);
  mask_ = slots_.size() - 1;
  for (std::uint32_t i = 0; i < positions_.size(); ++i) {
    std::size_t slot = hash(positions_[i]) & mask_;
    while (slots_[slot] != empty) slot = (slot + 1) & mask_;
    slots_[slot] = i;
  }
}

}  // namespace farfirst::app
