#include "raster.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "draw_arguments.h"
#include "multisampled.h"
#include "object/context.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "render/context.h"

namespace farfirst::app::raster {

namespace {

constexpr GLuint array_count = 2;

std::size_t largest_block(const GladGLContext& gl) {
  GLint64 limit = 0;
  gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
  return static_cast<std::size_t>(limit);
}

class Raster final : public Renderer {
 public:
  Raster(const GladGLContext& gl, const gl::ShaderLibrary& library, VertexFetch fetch)
      : gl_(gl),
        library_(library),
        fetch_(fetch),
        largest_block_(largest_block(gl)),
        sample_counts_(sample_counts(gl)),
        multisampled_(gl),
        vertices_(gl),
        no_vertices_(gl),
        arguments_(gl, library) {}

  OrderWords order_words(std::size_t largest_array) const override {
    if (fetch_ != VertexFetch::automatic) {
      return fetch_ == VertexFetch::pulled ? OrderWords::elements : OrderWords::corners;
    }
    return largest_array <= largest_block_ && !gl::is_software(gl_) ? OrderWords::elements : OrderWords::corners;
  }

  /// The nearest that the context has; of two, the smaller. Sprites fade towards their edge, and need one.
  int samples(int wanted, Footprint footprint) const override {
    if (footprint == Footprint::sprite) return 1;
    return *std::ranges::min_element(sample_counts_, {}, [&](int count) { return std::abs(count - wanted); });
  }

  void draw(const DrawnElements& elements, const OrderView& order, const ColorTarget& target, int samples) override {
    set_state();
    const bool multisamples = samples > 1;
    if (multisamples) {
      multisampled_.fit(target, samples);
      multisampled_.clear();
      draws_without_ = 0;
    } else {
      if (++draws_without_ > 1) multisampled_.release();
      target.clear();
    }
    gl_.Viewport(0, 0, target.width(), target.height());
    const bool pulls =
        elements.footprint == Footprint::triangle ? elements.corners != 0 : pulls_sprites(elements, order);
    const gl::Program& shaders = program({elements.variant, pulls, multisamples});
    if (pulls)
      draw_pulled(elements, order, shaders);
    else
      draw_indexed(elements, order, shaders);
    if (multisamples) multisampled_.resolve(target);
  }

  void reload(const gl::ShaderLibrary& library) override {
    std::map<Variant, gl::Program> programs;
    for (const auto& [variant, old] : programs_) programs.emplace(variant, make_program(library, variant));
    arguments_.reload(library);
    programs_ = std::move(programs);
    library_ = library;
  }

  std::size_t gpu_bytes() const override { return multisampled_.gpu_bytes(); }

 private:
  /// Of the shaders.
  struct Variant {
    ElementVariant element;
    bool pulls = false;
    bool multisamples = false;
    auto operator<=>(const Variant&) const = default;
  };

  /// Premultiplied "over" in linear light; nothing is culled, nothing hides anything.
  void set_state() const {
    gl_.Disable(GL_DEPTH_TEST);
    gl_.Disable(GL_CULL_FACE);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.Enable(GL_PROGRAM_POINT_SIZE);
    gl_.Enable(GL_MULTISAMPLE);
    gl_.Enable(GL_BLEND);
    gl_.BlendEquation(GL_FUNC_ADD);
    gl_.BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  }

  /// Triangles round the discs, instead of the driver's points? Those are faster on software renderers, but have a
  /// limit, and do not show if their middle is outside of the picture.
  bool pulls_sprites(const DrawnElements& elements, const OrderView& order) const {
    constexpr std::size_t most = 0x7FFFFFFF / 3;  // that a draw can count
    const auto fits = [&](const VertexArrayView& array) { return array.bytes <= largest_block_; };
    if (!std::ranges::all_of(elements.arrays, fits) || order.words > std::min(most, largest_block_ / 4)) return false;
    if (fetch_ != VertexFetch::automatic) return fetch_ == VertexFetch::pulled;
    return !gl::is_software(gl_);
  }

  /// Three vertices without attributes for each element.
  void draw_pulled(const DrawnElements& elements, const OrderView& order, const gl::Program& shaders) const {
    if (order.count != 0) arguments_.write(order, 3);
    shaders.use();
    gl_.BindVertexArray(no_vertices_.name());
    gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, order.buffer, static_cast<GLintptr>(order.offset),
                        static_cast<GLsizeiptr>(order.words * sizeof(std::uint32_t)));
    if (elements.corners != 0) gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, elements.corners);
    for (const VertexArrayView& view : elements.arrays) {
      gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 2 + static_cast<GLuint>(view.array), view.buffer,
                          static_cast<GLintptr>(view.offset), static_cast<GLsizeiptr>(view.bytes));
    }
    if (order.written_by_shaders) gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the vertex shader reads it
    if (order.count != 0)
      gl_.DrawArraysIndirect(GL_TRIANGLES, nullptr);
    else
      gl_.DrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(3 * order.words));
  }

  /// The order is the element buffer.
  void draw_indexed(const DrawnElements& elements, const OrderView& order, const gl::Program& shaders) const {
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

  void describe_vertices(const DrawnElements& elements) const {
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

  gl::Program make_program(const gl::ShaderLibrary& library, const Variant& variant) const {
    gl::Defines defines = variant.element.defines();
    defines.emplace_back(variant.pulls ? "ELEMENTS_IN_STORAGE" : "ELEMENTS_IN_ATTRIBUTES", "");
    if (variant.multisamples) defines.emplace_back("MULTISAMPLED", "");
    defines.emplace_back("MAX_POINT_SIZE", max_point_size(gl_));
    return {gl_, library, {"render/raster/raster.vert", "render/raster/raster.frag"}, defines};
  }

  const gl::Program& program(const Variant& variant) {
    auto found = programs_.find(variant);
    if (found == programs_.end()) found = programs_.emplace(variant, make_program(library_, variant)).first;
    return found->second;
  }

  const GladGLContext& gl_;
  gl::ShaderLibrary library_;
  const VertexFetch fetch_;
  const std::size_t largest_block_;
  const std::vector<int> sample_counts_;
  MultisampledColor multisampled_;
  int draws_without_ = 0;  // in a row; measurements draw in turn with it and without
  gl::VertexArray vertices_, no_vertices_;
  DrawArguments arguments_;
  std::map<Variant, gl::Program> programs_;
};

}  // namespace

std::unique_ptr<Renderer> make(const RendererContext& context) {
  return std::make_unique<Raster>(context.gl, context.library, context.fetch);
}

}  // namespace farfirst::app::raster
