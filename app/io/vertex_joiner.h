#pragma once
// Joins the repeated vertices of formats without indices.

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace farfirst::app {

/// Gives corners at the same position one vertex, in the order of their first use. A hash table with open addressing
/// over the positions themselves.
class VertexJoiner {
 public:
  /// `expected`: the expected number of vertices. Throws FileError where there are more than can be drawn.
  VertexJoiner(std::vector<glm::vec3>& positions, std::size_t expected);

  std::uint32_t vertex(const glm::vec3& position) {
    const glm::vec3 key = position + 0.0f;  // a negative zero is a zero
    for (std::size_t slot = hash(key) & mask_;; slot = (slot + 1) & mask_) {
      const std::uint32_t found = slots_[slot];
      if (found == empty) return add(key, slot);
      if (same(positions_[found], key)) return found;
    }
  }

 private:
  static constexpr std::uint32_t empty = 0xffffffffu;

  static bool same(const glm::vec3& a, const glm::vec3& b);
  static std::size_t hash(const glm::vec3& key);
  std::uint32_t add(const glm::vec3& key, std::size_t slot);
  void grow();

  std::vector<glm::vec3>& positions_;
  std::vector<std::uint32_t> slots_;  // indices of positions; a power of two of them, at most two thirds in use
  std::size_t mask_;
};

}  // namespace farfirst::app
