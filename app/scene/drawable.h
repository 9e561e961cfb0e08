#pragma once
// What the frame needs of anything that can be drawn: its elements for the sort, and drawing them in an order.

#include <glad/gl.h>

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>

#include "model.h"
#include "object/buffer.h"
#include "object/shader.h"
#include "order/choice.h"

namespace farfirst::app {

class ParticleSystem;
enum class VertexFetch : std::uint8_t;

/// An order of some elements, where OpenGL can read it. Whoever reads what shaders wrote issues the barrier for it.
struct OrderView {
  GLuint buffer = 0;
  std::size_t offset = 0;  // bytes
  std::size_t words = 0;
  std::size_t order_offset = 0;  // bytes, of the order itself; if it was expanded, that is kept only for the check
  bool are_triangles = false;
  bool written_by_shaders = false;
};

/// The elements of a scene as the sort reads them.
struct Elements {
  std::shared_ptr<const void> owner;  // of the arrays, which nobody writes; null: they hold until the next step
  std::span<const glm::vec3> positions;
  std::span<const std::uint32_t> triangles;      // three corners each; empty = the positions are the elements
  std::span<const std::uint32_t> drawn_corners;  // what takes an element's place in the order: three words of this,
                                                 // or, if empty, its index
  Bounds bounds;
  bool are_triangles = false;

  std::uint32_t count() const {
    return static_cast<std::uint32_t>(are_triangles ? triangles.size() / 3 : positions.size());
  }
  /// Bytes before the order itself, where what is drawn is more than that and comes first.
  std::size_t order_offset() const { return drawn_corners.size_bytes(); }
  /// What is drawn in an order of them, which lies `offset` bytes into a buffer.
  OrderView view_of(GLuint buffer, std::size_t offset = 0) const;
  /// Copies the positions if they have no owner.
  void own();
  /// Writes the words that OpenGL draws this order with, front to back: `to` may be write-combined memory. With `keep`
  /// the order itself as well, at order_offset().
  void write_drawn(std::span<const std::uint32_t> order, std::byte* to, bool keep) const;
};

/// The same arrays as buffer objects, for sorts on the GPU that draws. None of them is mapped.
struct GpuElements {
  GLuint positions = 0;
  GLuint triangles = 0;      // 0 = the positions are the elements
  GLuint drawn_corners = 0;  // 0 = the order is drawn as it is

  bool operator==(const GpuElements&) const = default;
};

/// The fields of shaders/common/frame.glsl, std140.
struct FrameBlock {
  glm::mat4 view;
  glm::mat4 projection;
  glm::vec4 base_color;
  glm::vec4 background_top;
  glm::vec4 background_bottom;
  glm::vec2 viewport;
  glm::vec2 depth_range;
  float opacity;
  float fresnel;
  float point_size;
  float background;
};

class Drawable {
 public:
  virtual ~Drawable() = default;

  /// What is sorted.
  virtual Elements elements(Primitive primitive) = 0;
  /// As OpenGL has it, of the same version. Makes what is missing: what only a sort on the GPU needs is not there
  /// before. The names stay what they are. Throws OutOfMemory.
  virtual GpuElements gpu_elements(Primitive primitive) = 0;
  /// Changes whenever elements() would; never repeats.
  virtual std::uint64_t version() const { return 0; }
  /// The most 32-bit words an order of it takes: what is drawn and, if that is more, the order itself.
  virtual std::size_t max_order_words() const = 0;
  virtual const Bounds& bounds() const = 0;
  virtual std::size_t gpu_bytes() const = 0;

  /// One step of the simulation, if there is one.
  virtual void step() {}
  /// Blends the elements in this order. Framebuffer, viewport, blending and FrameBlock are set.
  virtual void draw(const OrderView& order, const Look& look) = 0;
  /// Compiles the programs again. Throws Error, and then keeps those it had.
  virtual void reload(const gl::ShaderLibrary& library) = 0;
};

/// Throw Error for what this context cannot draw, OutOfMemory.
std::unique_ptr<Drawable> make_drawable(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                        std::shared_ptr<const Model> model, VertexFetch fetch);
std::unique_ptr<Drawable> make_drawable(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                        std::shared_ptr<ParticleSystem> particles);

}  // namespace farfirst::app
