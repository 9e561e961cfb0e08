#include "element_draw.h"

#include <algorithm>

#include "object/context.h"
#include "render/context.h"

namespace farfirst::app::raster {

namespace {

constexpr GLuint array_count = 2;

}  // namespace

ElementDraw::ElementDraw(const RendererContext& context, std::string_view fragment_shader)
    : gl_(context.gpu.gl),
      library_(context.gpu.library),
      fragment_shader_(fragment_shader),
      fetch_(context.fetch),
      largest_block_(gl::largest_block(gl_)),
      vertices_(gl_),
      no_vertices_(gl_),
      arguments_(context.gpu) {}

IndexLayout ElementDraw::index_layout(std::size_t largest_array) const {
  if (fetch_ != VertexFetch::automatic) {
    return fetch_ == VertexFetch::pulled ? IndexLayout::elements : IndexLayout::corners;
  }
  return largest_array <= largest_block_ && !gl::is_software(gl_) ? IndexLayout::elements : IndexLayout::corners;
}

ElementDraw::Variant ElementDraw::variant_of(const DrawnElements& elements, const OrderView& order,
                                             bool multisamples) const {
  const bool pulls = elements.footprint == Footprint::sprite     ? pulls_sprites(elements, order)
                     : elements.footprint == Footprint::triangle ? elements.corners != 0
                                                                 : true;
  return {elements.variant, pulls, multisamples};
}

void ElementDraw::draw(const DrawnElements& elements, const OrderView& order, bool multisamples) {
  const Variant variant = variant_of(elements, order, multisamples);
  const gl::Program& shaders = program(variant);
  if (variant.pulls)
    draw_pulled(elements, order, shaders);
  else
    draw_indexed(elements, order, shaders);
}

/// Triangles round the discs, instead of the driver's points? Those are faster on software renderers, but have a
/// limit, and do not show if their middle is outside of the picture.
bool ElementDraw::pulls_sprites(const DrawnElements& elements, const OrderView& order) const {
  constexpr std::size_t most = 0x7FFFFFFF / 3;  // that a draw can count
  const auto fits = [&](const VertexArrayView& array) { return array.bytes <= largest_block_; };
  if (!std::ranges::all_of(elements.arrays, fits) || order.words > std::min(most, largest_block_ / 4)) return false;
  if (fetch_ != VertexFetch::automatic) return fetch_ == VertexFetch::pulled;
  return !gl::is_software(gl_);
}

/// Three vertices without attributes for each element.
void ElementDraw::draw_pulled(const DrawnElements& elements, const OrderView& order, const gl::Program& shaders) const {
  if (order.count != 0) arguments_.write(order, 3);
  shaders.use();
  gl_.BindVertexArray(no_vertices_.name());
  gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, order.buffer, static_cast<GLintptr>(order.offset),
                      static_cast<GLsizeiptr>(order.words * sizeof(std::uint32_t)));
  bind_in_storage(gl_, elements);
  if (order.written_by_shaders) gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the vertex shader reads it
  if (order.count != 0)
    gl_.DrawArraysIndirect(GL_TRIANGLES, nullptr);
  else
    gl_.DrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(3 * order.words));
}

/// The order is the index buffer.
void ElementDraw::draw_indexed(const DrawnElements& elements, const OrderView& order,
                               const gl::Program& shaders) const {
  const bool triangles = elements.footprint == Footprint::triangle;
  if (order.count != 0)
    arguments_.write(order, triangles ? 3 : 1, static_cast<GLuint>(order.offset / sizeof(std::uint32_t)));
  shaders.use();
  describe_vertices(elements);
  gl_.BindVertexArray(vertices_.name());
  gl_.VertexArrayElementBuffer(vertices_.name(), order.buffer);
  if (order.written_by_shaders) gl_.MemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
  const GLenum mode = triangles ? GL_TRIANGLES : GL_POINTS;
  if (order.count != 0)
    gl_.DrawElementsIndirect(mode, GL_UNSIGNED_INT, nullptr);
  else
    gl_.DrawElements(mode, static_cast<GLsizei>(order.words), GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(order.offset));
}

void ElementDraw::describe_vertices(const DrawnElements& elements) const {
  const GLuint name = vertices_.name();
  for (GLuint i = 0; i < array_count; ++i) gl_.DisableVertexArrayAttrib(name, i);
  for (const VertexArrayView& view : elements.arrays) {
    const auto location = static_cast<GLuint>(view.array);
    gl_.VertexArrayVertexBuffer(name, location, view.buffer, static_cast<GLintptr>(view.offset),
                                view.words * static_cast<GLsizei>(sizeof(std::uint32_t)));
    gl_.VertexArrayAttribIFormat(name, location, view.words, GL_UNSIGNED_INT, 0);
    gl_.VertexArrayAttribBinding(name, location, location);
    gl_.EnableVertexArrayAttrib(name, location);
  }
}

gl::Program ElementDraw::make_program(const Variant& variant) const {
  gl::Defines defines = variant.element.defines();
  defines.emplace_back(variant.pulls ? "ELEMENTS_IN_STORAGE" : "ELEMENTS_IN_ATTRIBUTES", "");
  if (variant.multisamples) defines.emplace_back("MULTISAMPLED", "");
  defines.emplace_back("MAX_POINT_SIZE", max_point_size(gl_));
  return {gl_, library_, {"render/raster/raster.vert", fragment_shader_}, defines};
}

const gl::Program& ElementDraw::program(const Variant& variant) {
  gl::Program& program = programs_[variant];
  if (!program) program = make_program(variant);
  return program;
}

}  // namespace farfirst::app::raster
