#pragma once
// A k-d tree over points, for the nearest neighbours of all of them (Friedman, Bentley and Finkel, An algorithm for
// finding best matches in logarithmic expected time, 1977). Points are copied in the sequence of the leaves, so that
// neighbours lie together in memory.
// The packaged library for it (nanoflann 1.4) builds on one thread and cannot be cancelled.

#include <atomic>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace farfirst::app {

class PointTree {
 public:
  struct Point {
    glm::vec3 at;
    std::uint32_t index;  // of the position it was made from
  };
  struct Neighbor {
    float square;         // of the distance
    std::uint32_t point;  // in points()
    bool operator<(const Neighbor& other) const { return square < other.square; }
  };

  /// A tree of the finite positions, scaled so that the box round them has sides of at most 1. `threads` build it; it
  /// is not complete if `stop` became true.
  PointTree(std::span<const glm::vec3> positions, unsigned threads, const std::atomic<bool>& stop);

  std::span<const Point> points() const { return points_; }
  /// The nearest points to a place, in no sequence: as many as `found` has entries, or all there are. Returns how many.
  std::size_t nearest(const glm::vec3& place, std::span<Neighbor> found) const;

 private:
  static constexpr std::size_t leaf_size = 12;

  struct Node {
    float split = 0.0f;
    std::uint32_t axis = leaf;
    static constexpr std::uint32_t leaf = 3;
  };
  struct Search;

  void copy_finite(std::span<const glm::vec3> positions);
  void build(std::size_t node, std::size_t begin, std::size_t end, unsigned threads, const std::atomic<bool>& stop);
  void search(Search& search, std::size_t node, std::size_t begin, std::size_t end, glm::vec3 offset) const;

  std::vector<Point> points_;
  std::vector<Node> nodes_;  // the children of i are 2 i + 1 and 2 i + 2; a node's points are halved by number
};

}  // namespace farfirst::app
