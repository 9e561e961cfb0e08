#pragma once
// Tests whether a surface is closed and oriented. Vertices at one place count as one.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace farfirst::app {

inline std::vector<std::uint32_t> one_index_per_place(std::span<const glm::vec3> positions) {
  std::map<std::array<float, 3>, std::uint32_t> places;
  std::vector<std::uint32_t> index;
  for (const glm::vec3& p : positions) {
    // + 0 makes -0 a 0.
    const std::array<float, 3> place{p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};
    index.push_back(places.try_emplace(place, static_cast<std::uint32_t>(places.size())).first->second);
  }
  return index;
}

/// Every edge belongs to two triangles, which run along it in opposite directions.
inline void expect_closed(std::span<const glm::vec3> positions, std::span<const std::uint32_t> triangles) {
  const std::vector<std::uint32_t> place = one_index_per_place(positions);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const std::size_t next = i % 3 == 2 ? i - 2 : i + 1;
    ASSERT_LT(triangles[i], positions.size());
    ++edges[{place[triangles[i]], place[triangles[next]]}];
  }
  std::size_t wrong = 0;
  for (const auto& [edge, times] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (edge.first == edge.second || times != 1 || back == edges.end()) ++wrong;
  }
  EXPECT_EQ(wrong, 0u) << "of " << edges.size() << " edges";
}

/// The volume of a closed surface; positive if the triangles are counter-clockwise from outside.
inline double volume(std::span<const glm::vec3> positions, std::span<const std::uint32_t> triangles) {
  double sum = 0;
  for (std::size_t i = 0; i < triangles.size(); i += 3) {
    const glm::dvec3 a = positions[triangles[i]], b = positions[triangles[i + 1]], c = positions[triangles[i + 2]];
    sum += glm::dot(a, glm::cross(b, c)) / 6;
  }
  return sum;
}

}  // namespace farfirst::app
