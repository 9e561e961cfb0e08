#include "point_tree.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "scene/finite.h"
#include "scene/model.h"

namespace farfirst::app {
namespace {

/// The left half of a node's points; halves differ by one at most, so that the tree needs no pointers.
std::size_t middle(std::size_t begin, std::size_t end) { return begin + (end - begin) / 2; }

}  // namespace

PointTree::PointTree(std::span<const glm::vec3> positions, unsigned threads, const std::atomic<bool>& stop) {
  copy_finite(positions);
  std::size_t nodes = 1;
  for (std::size_t largest = points_.size(); largest > leaf_size; largest -= largest / 2) nodes = 2 * nodes + 1;
  nodes_.resize(nodes);
  build(0, 0, points_.size(), threads, stop);
}

void PointTree::copy_finite(std::span<const glm::vec3> positions) {
  Bounds box;
  for (const glm::vec3& p : positions) {
    if (is_finite(p)) box.add(p);
  }
  if (box.empty()) return;
  const glm::dvec3 sides = glm::dvec3(box.maximum) - glm::dvec3(box.minimum);
  const double side = std::max({sides.x, sides.y, sides.z});
  const double scale = side > 0.0 ? 1.0 / side : 1.0;
  points_.reserve(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (!is_finite(positions[i])) continue;
    const glm::dvec3 at = (glm::dvec3(positions[i]) - glm::dvec3(box.minimum)) * scale;
    points_.push_back({glm::vec3(at), static_cast<std::uint32_t>(i)});
  }
}

void PointTree::build(std::size_t node, std::size_t begin, std::size_t end, unsigned threads,
                      const std::atomic<bool>& stop) {
  if (end - begin <= leaf_size || stop.load(std::memory_order_relaxed)) return;
  glm::vec3 low = points_[begin].at, high = low;
  for (std::size_t i = begin + 1; i < end; ++i) {
    low = glm::min(low, points_[i].at);
    high = glm::max(high, points_[i].at);
  }
  const glm::vec3 size = high - low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::size_t half = middle(begin, end);
  const auto at = [&](std::size_t i) { return points_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(half), at(end), [axis](const Point& a, const Point& b) {
    return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.index < b.index;
  });
  nodes_[node] = {points_[half].at[axis], static_cast<std::uint32_t>(axis)};
  const auto right = [&, half] { build(2 * node + 2, half, end, threads - threads / 2, stop); };
  if (threads < 2) {
    build(2 * node + 1, begin, half, 1, stop);
    right();
    return;
  }
  std::thread beside(right);
  build(2 * node + 1, begin, half, threads / 2, stop);
  beside.join();
}

/// The nearest so far, as a heap with the farthest in front.
struct PointTree::Search {
  glm::vec3 place;
  std::span<Neighbor> found;
  std::size_t count = 0;
  float farthest = std::numeric_limits<float>::infinity();  // of `found`, once it is full

  void offer(float square, std::uint32_t point) {
    if (square >= farthest) return;
    if (count < found.size()) {
      found[count++] = {square, point};
      std::push_heap(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
    } else {
      std::pop_heap(found.begin(), found.end());
      found.back() = {square, point};
      std::push_heap(found.begin(), found.end());
    }
    if (count == found.size()) farthest = found.front().square;
  }
};

/// `offset` leads from the place to the box of the node, axis by axis (Arya and Mount, 1993).
void PointTree::search(Search& search, std::size_t node, std::size_t begin, std::size_t end, glm::vec3 offset) const {
  if (end - begin <= leaf_size) {
    for (std::size_t i = begin; i < end; ++i) {
      const glm::vec3 d = points_[i].at - search.place;
      search.offer(glm::dot(d, d), static_cast<std::uint32_t>(i));
    }
    return;
  }
  const int axis = static_cast<int>(nodes_[node].axis);
  const float to_split = nodes_[node].split - search.place[axis];
  const std::size_t half = middle(begin, end);
  glm::vec3 beyond = offset;
  beyond[axis] = to_split;
  const bool near_is_left = to_split > 0.0f;
  const auto visit = [&](bool left, const glm::vec3& to) {
    if (left) {
      this->search(search, 2 * node + 1, begin, half, to);
    } else {
      this->search(search, 2 * node + 2, half, end, to);
    }
  };
  visit(near_is_left, offset);
  if (glm::dot(beyond, beyond) < search.farthest) visit(!near_is_left, beyond);
}

std::size_t PointTree::nearest(const glm::vec3& place, std::span<Neighbor> found) const {
  Search search{place, found};
  if (!points_.empty() && !found.empty()) this->search(search, 0, 0, points_.size(), glm::vec3(0.0f));
  return search.count;
}

}  // namespace farfirst::app
