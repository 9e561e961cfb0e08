#include "vertex_splitter.h"

#include "load.h"
#include "scene/finite.h"

namespace farfirst::app {

VertexSplitter::VertexSplitter(Model& model, const std::vector<glm::vec3>& normals)
    : model_(model), normals_(normals), uses_(model.positions.size()) {}

std::uint32_t VertexSplitter::vertex(std::uint32_t position, std::uint32_t normal, std::uint32_t color) {
  std::uint32_t at = position;
  for (;;) {
    Use& use = uses_[at];
    if (!use.taken) return take(at, normal, color);
    if (use.normal == normal && use.color == color) return at;
    if (use.next == 0) break;
    at = use.next;
  }
  if (uses_.size() >= 0xfffffffeu) throw FileError("the file has more vertices than can be drawn");
  const auto made = static_cast<std::uint32_t>(uses_.size());
  uses_[at].next = made;
  uses_.emplace_back();
  model_.positions.push_back(model_.positions[position]);
  if (!model_.colors.empty()) model_.colors.push_back(model_.colors[position]);
  if (!model_.normals.empty()) model_.normals.emplace_back(0.0f);
  ++model_.copies;
  return take(made, normal, color);
}

std::uint32_t VertexSplitter::take(std::uint32_t at, std::uint32_t normal, std::uint32_t color) {
  uses_[at] = {normal, color, 0, true};
  if (!model_.colors.empty()) model_.colors[at] = color;
  if (!model_.normals.empty()) model_.normals[at] = unit_or_zero(normals_[normal]);
  return at;
}

}  // namespace farfirst::app
