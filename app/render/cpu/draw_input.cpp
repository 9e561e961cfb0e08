#include "drawing.h"

#include <algorithm>

#include "render/host_objects.h"

namespace farfirst::app::cpu {

namespace {

std::uint32_t elements_of(const HostArrays& arrays) {
  if (!arrays.splats.blocks.empty()) return arrays.splats.count;
  if (arrays.variant.kind == ElementKind::mixed) return 0;
  const std::size_t count =
      arrays.variant.kind == ElementKind::triangle ? arrays.corners.size() / 3 : arrays.vertices.size();
  return static_cast<std::uint32_t>(count);
}

/// Splats are transformed, and lit for the eye, when they are projected.
FrameBlock view_of(const HostObject& object, const FrameBlock& view) {
  FrameBlock result = view;
  result.look.opacity *= object.opacity;
  if (object.arrays.splats.blocks.empty()) return result;
  const glm::dmat4 to_scene(object.to_scene);
  result.camera.view = glm::mat4(glm::dmat4(view.camera.view) * to_scene);
  result.camera.eye = glm::vec3(glm::inverse(to_scene) * glm::dvec4(view.camera.eye, 1.0));
  return result;
}

/// Without meshes there are no samples: edges of all else are soft.
void add_parts(const std::vector<HostObject>& objects, DrawInput& whole, std::span<const glm::ivec2> positions) {
  for (const HostObject& object : objects)
    whole.has_meshes |= object.arrays.variant.kind == ElementKind::triangle && object.count > 0;
  if (!whole.has_meshes) whole.samples = 1;
  whole.parts.reserve(objects.size());
  for (const HostObject& object : objects) {
    DrawInput part = draw_input_of(object.arrays, {}, view_of(object, whole.view), whole.samples, positions);
    part.elements = object.count;
    part.has_meshes = whole.has_meshes;
    part.first_element = whole.elements;
    whole.elements += object.count;
    if (object.count > 0) whole.parts.push_back(part);
  }
}

}  // namespace

void PairList::grow() { pairs.reserve(pairs.size() + pairs.size() / 8 + 256); }

DrawInput draw_input_of(const HostArrays& arrays, std::span<const std::uint32_t> order, const FrameBlock& view,
                        int samples, std::span<const glm::ivec2> positions) {
  // Vectors of addresses have 31 bits.
  constexpr std::size_t most_vertices = std::size_t{1} << 29, most_corners = std::size_t{1} << 31;
  if (arrays.vertices.size() >= most_vertices || arrays.corners.size() >= most_corners)
    throw OutOfMemory("the renderer cpu draws fewer than 2^29 vertices and 2^31 corners");
  DrawInput input;
  input.variant = arrays.variant;
  input.vertices = arrays.vertices.data();
  input.vertex_count = static_cast<std::uint32_t>(arrays.vertices.size());
  input.colors = arrays.variant.colors_in_words ? &arrays.vertices.data()->word : arrays.colors.data();
  input.motions = arrays.motions.data();
  input.corners = arrays.corners.data();
  input.order = order.data();
  input.count = static_cast<std::uint32_t>(order.size());
  input.splats = arrays.splats;
  input.elements = elements_of(arrays);
  input.view = view;
  input.samples = samples;
  std::ranges::copy(positions, input.positions.begin());
  if (arrays.objects) add_parts(*arrays.objects, input, positions);
  return input;
}

}  // namespace farfirst::app::cpu
