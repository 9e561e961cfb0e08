#pragma once
// The triangles or points of a primitive, from any topology.

#include <cstdint>
#include <string>
#include <vector>

#include "geometry.h"

namespace farfirst::app::gltf {

struct Topology {
  std::vector<std::uint32_t> vertices;      // of the primitive that are used; empty: all
  std::vector<std::uint32_t> corners;       // of triangles, three each: places among these vertices
  std::uint64_t lines = 0, incomplete = 0;  // left out: segments; triangles with less than three corners

  std::size_t vertex_count(const Geometry& geometry) const {
    return vertices.empty() ? geometry.count() : vertices.size();
  }
  std::size_t vertex(std::size_t i) const { return vertices.empty() ? i : vertices[i]; }
};

/// Throws FileError, which names the primitive as `where`, if an index is out of range.
Topology topology_of(const Geometry& geometry, const std::string& where);

}  // namespace farfirst::app::gltf
