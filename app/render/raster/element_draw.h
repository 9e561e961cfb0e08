#pragma once
// Draws elements by hardware in sorted order, with a renderer's own fragment shader. The renderer sets the
// blending state.

#include <map>

#include "draw_arguments.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "render/renderer.h"

namespace farfirst::app::raster {

class ElementDraw {
 public:
  /// The fragment shader includes render/raster/fragment.glsl.
  ElementDraw(const RendererContext& context, std::string_view fragment_shader);

  IndexLayout index_layout(std::size_t largest_array) const;
  /// Starts to compile the programs for these elements.
  void prepare(const DrawnElements& elements, bool multisamples) { program(variant_of(elements, {}, multisamples)); }
  void draw(const DrawnElements& elements, const OrderView& order, bool multisamples);

 private:
  /// The defines of the shaders.
  struct Variant {
    ElementVariant element;
    bool pulls = false;
    bool multisamples = false;
    auto operator<=>(const Variant&) const = default;
  };
  Variant variant_of(const DrawnElements& elements, const OrderView& order, bool multisamples) const;
  bool pulls_sprites(const DrawnElements& elements, const OrderView& order) const;
  void draw_pulled(const DrawnElements& elements, const OrderView& order, const gl::Program& shaders) const;
  void draw_indexed(const DrawnElements& elements, const OrderView& order, const gl::Program& shaders) const;
  void describe_vertices(const DrawnElements& elements) const;
  gl::Program make_program(const Variant& variant) const;
  const gl::Program& program(const Variant& variant);

  const GladGLContext& gl_;
  const gl::ShaderLibrary& library_;
  const std::string_view fragment_shader_;
  const VertexFetch fetch_;
  const std::size_t largest_block_;
  gl::VertexArray vertices_, no_vertices_;
  DrawArguments arguments_;
  std::map<Variant, gl::Program> programs_;
};

}  // namespace farfirst::app::raster
