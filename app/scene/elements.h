#pragma once
// The elements of a scene, which are sorted: as the host has them and as OpenGL has them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "model.h"

namespace farfirst::app {

/// The elements of a mesh.
enum class Primitive : std::uint8_t { automatic, triangles, points };

/// The elements of one object of several: they follow each other, and so do the objects.
struct ElementPart {
  std::uint32_t count = 0;
  std::span<const glm::vec3> positions;      // its own, in host memory; empty: `count` of them on the GPU alone
  std::span<const std::uint32_t> triangles;  // three corners each, of these positions; empty = those are the elements
  std::size_t first_vertex = 0;              // of its positions in the arrays on a GPU,
  std::size_t first_corner = 0;              // and of its triangles
  std::array<float, 12> transform{};         // to where the eye is: 3 x 4, row by row
  bool moves = false;                        // other positions in every version

  std::size_t vertex_count() const { return positions.empty() ? count : positions.size(); }
};

/// The elements of a scene in host memory.
struct Elements {
  std::shared_ptr<const void> owner;  // of the arrays, read-only; null: they are valid until the next step
  std::span<const glm::vec3> positions;
  std::uint32_t on_gpu = 0;                      // without positions, if only OpenGL's memory has them: their number
  std::span<const std::uint32_t> triangles;      // three corners each; empty = the positions are the elements
  std::span<const std::uint32_t> drawn_corners;  // what takes an element's place in the order: three words of this,
                                                 // or, if empty, its index
  SceneBounds bounds;
  bool are_triangles = false;
  // For a scene of objects, instead of the arrays; `are_triangles` if some are.
  std::shared_ptr<const std::vector<ElementPart>> parts{};

  std::uint32_t count() const;
  std::size_t vertex_count() const;  // in the arrays on a GPU
  std::size_t corner_count() const;
  /// Copies the positions if they have no owner.
  void own();
  /// Writes the words that OpenGL draws this order with, front to back: `to` may be write-combined memory. With `keep`
  /// the order itself as well, after them.
  void write_drawn(std::span<const std::uint32_t> order, std::byte* to, bool keep) const;
};

/// The same arrays as names of OpenGL's buffer objects, for sorts on the GPU that draws. None of them is mapped.
struct GpuElements {
  std::uint32_t positions = 0;
  std::uint32_t stride = sizeof(glm::vec3);  // bytes from one position to the next
  std::uint32_t triangles = 0;               // 0 = the positions are the elements
  std::uint32_t drawn_corners = 0;           // 0 = the order is drawn as it is

  bool operator==(const GpuElements&) const = default;
};

/// The source of a scene's elements. All calls on the thread of the GL context.
class ElementSource {
 public:
  virtual ~ElementSource() = default;

  virtual Elements elements(Primitive primitive) = 0;
  /// The same with positions, for the host: may wait for the GPU.
  virtual Elements host_elements(Primitive primitive) { return elements(primitive); }
  /// The same version on the GPU. Makes what is missing: an array that only a GPU's sort needs is made with the first
  /// call. The names stay what they are. Throws OutOfMemory.
  virtual GpuElements gpu_elements(Primitive primitive) = 0;
  /// Changes whenever elements() would; never repeats.
  virtual std::uint64_t version() const { return 0; }
  /// The most 32-bit words that an order of them takes: those drawn and, if that is more, the order itself.
  virtual std::size_t max_order_words() const = 0;
};

}  // namespace farfirst::app
