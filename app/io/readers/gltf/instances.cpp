#include "instances.h"

#include <fmt/format.h>

#include <glm/gtc/quaternion.hpp>

#include "numbers.h"

namespace farfirst::app::gltf {
namespace {

/// An attribute of all instances; none if the node does not have it. `count`: of the attributes before, 0 at first.
Numbers attribute_of(const Document& document, Storage& storage, const Node& node, const char* name, int parts,
                     std::size_t& count) {
  const auto found = node.instances.find(name);
  if (found == node.instances.end()) return {};
  return within(at::part(fmt::format("{} of instances", name)), [&] {
    Numbers numbers = Numbers::of_accessor(document, storage, found->second);
    if (numbers.parts() != parts) throw FileError({"expected {} numbers to an entry", parts});
    if (count != 0 && numbers.count() != count)
      throw FileError({"it has {} entries, but another attribute has {}", numbers.count(), count});
    count = numbers.count();
    return numbers;
  });
}

}  // namespace

std::vector<glm::dmat4> instance_transforms(const Document& document, Storage& storage, int index) {
  const Node& node = document.nodes[static_cast<std::size_t>(index)];
  std::size_t count = 0;
  Numbers moves, turns, scales;
  const Place place = at::part(fmt::format("node {}", index));
  within(place, [&] {
    moves = attribute_of(document, storage, node, "TRANSLATION", 3, count);
    turns = attribute_of(document, storage, node, "ROTATION", 4, count);
    scales = attribute_of(document, storage, node, "SCALE", 3, count);
  });
  constexpr std::size_t most_instances = std::size_t{1} << 22;
  if (count > most_instances)
    throw FileError({place, "{} instances are more than can be shown ({})", count, most_instances});
  // Attributes other than places at least prove that the instance exists.
  std::vector<glm::dmat4> transforms(std::max<std::size_t>(count, 1), glm::dmat4(1.0));
  for (std::size_t i = 0; i < count; ++i) {
    glm::dmat4& transform = transforms[i];
    if (!moves.empty()) transform[3] = glm::dvec4(moves.three_at(i), 1.0);
    if (!turns.empty())
      transform *=
          glm::mat4_cast(glm::normalize(glm::dquat(turns.at(i, 3), turns.at(i, 0), turns.at(i, 1), turns.at(i, 2))));
    if (!scales.empty())
      for (int axis = 0; axis < 3; ++axis) transform[axis] *= scales.at(i, axis);
  }
  return transforms;
}

}  // namespace farfirst::app::gltf
