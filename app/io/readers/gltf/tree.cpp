#include "tree.h"

#include <algorithm>

#include "io/load.h"

namespace farfirst::app::gltf {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Tree::Tree(const Document& document) : document_(document), transforms_(document.nodes.size()) {
  find_roots();
  find_transforms();
}

void Tree::check_node(int node) const {
  if (!has(node)) throw FileError({"there is no node {}, which a scene or a node names", node});
}

void Tree::find_roots() {
  constexpr int none = -1;
  std::vector<int> parents(document_.nodes.size(), none);
  for (std::size_t i = 0; i < document_.nodes.size(); ++i) {
    for (const int child : document_.nodes[i].children) {
      check_node(child);
      int& parent = parents[at(child)];
      if (parent != none) throw FileError({"node {} has two parents, {} and {}", child, parent, i});
      parent = static_cast<int>(i);
    }
  }
  for (std::size_t i = 0; i < parents.size(); ++i)
    if (parents[i] == none) roots_.push_back(static_cast<int>(i));
}

void Tree::find_transforms() {
  std::vector<int> waiting = roots_;
  std::vector<bool> is_reached(document_.nodes.size(), false);
  for (const int root : roots_) transforms_[at(root)] = document_.nodes[at(root)].transform;
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    is_reached[at(node)] = true;
    for (const int child : document_.nodes[at(node)].children) {
      transforms_[at(child)] = transforms_[at(node)] * document_.nodes[at(child)].transform;
      waiting.push_back(child);
    }
  }
  // Each node has at most one parent, so nodes that no root reaches form cycles.
  const auto missed = std::ranges::find(is_reached, false);
  if (missed != is_reached.end()) throw FileError({"node {} is among its own parents", missed - is_reached.begin()});
}

std::vector<int> Tree::shown() const {
  if (document_.scene >= 0 && at(document_.scene) >= document_.scenes.size() && !document_.scenes.empty())
    throw FileError({"there is no scene {}", document_.scene});
  const auto scene = static_cast<std::size_t>(std::max(document_.scene, 0));
  const std::vector<int>& begin = document_.scenes.empty() ? roots_ : document_.scenes[scene];
  std::vector<int> waiting(begin.rbegin(), begin.rend()), result;
  std::vector<bool> is_seen(document_.nodes.size(), false);
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    check_node(node);
    if (is_seen[at(node)]) throw FileError({"node {} is in the scene twice", node});
    is_seen[at(node)] = true;
    const Node& found = document_.nodes[at(node)];
    if (!found.visible) continue;
    result.push_back(node);
    waiting.insert(waiting.end(), found.children.rbegin(), found.children.rend());
  }
  return result;
}

}  // namespace farfirst::app::gltf
