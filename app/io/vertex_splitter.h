#pragma once
// Splits vertices: corners of faces that share a position but differ in normal or colour need their own.

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "scene/model.h"

namespace farfirst::app {

/// Makes one vertex of each (position, normal, colour) that faces use. The first use of a position keeps its place in
/// the file; further ones go to the end, as Model::copies.
class VertexSplitter {
 public:
  /// The positions are complete. Where the model has normals or colours, there is room for those of all positions.
  VertexSplitter(Model& model, const std::vector<glm::vec3>& normals);

  /// `normal`: its index, used where the model has normals.
  std::uint32_t vertex(std::uint32_t position, std::uint32_t normal, std::uint32_t color);

 private:
  struct Use {
    std::uint32_t normal = 0;
    std::uint32_t color = 0;
    std::uint32_t next = 0;  // another vertex at the same position; never the first one
    bool taken = false;
  };

  std::uint32_t take(std::uint32_t at, std::uint32_t normal, std::uint32_t color);

  Model& model_;
  const std::vector<glm::vec3>& normals_;
  std::vector<Use> uses_;
};

}  // namespace farfirst::app
