#pragma once
// The nodes of a document: parents, children and transforms.

#include <glm/glm.hpp>
#include <vector>

#include "document.h"

namespace farfirst::app::gltf {

class Tree {
 public:
  /// Throws FileError where a node has two parents, or is below itself.
  explicit Tree(const Document& document);

  /// The visible nodes of the scene that the file shows: the one that it names, else the first; all if it has none.
  std::vector<int> shown() const;
  /// From a node's own coordinates to those of the scene.
  const glm::dmat4& transform(int node) const { return transforms_[static_cast<std::size_t>(node)]; }
  bool has(int node) const { return node >= 0 && static_cast<std::size_t>(node) < transforms_.size(); }

 private:
  void find_roots();
  void find_transforms();
  void check_node(int node) const;

  const Document& document_;
  std::vector<int> roots_;
  std::vector<glm::dmat4> transforms_;
};

}  // namespace farfirst::app::gltf
