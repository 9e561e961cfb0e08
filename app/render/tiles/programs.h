#pragma once
// The shaders of tiles. Those that depend on the elements' kind are compiled when they are first needed.

#include <cstdint>
#include <map>

#include "object/context.h"
#include "object/program.h"
#include "render/elements.h"

namespace farfirst::app::tiles {

enum class Step : std::uint8_t { project, emit, ranges, blend, blend_chunk };

struct ElementProgram {
  Step step;
  ElementVariant element;
  int samples = 1;
  auto operator<=>(const ElementProgram&) const = default;
};

/// FLAT_COLOR in the kind's file.
constexpr bool has_flat_color(const ElementVariant& variant) { return variant.kind == ElementKind::splat; }

class Programs {
 public:
  /// Throws Error.
  Programs(const GladGLContext& gl, const gl::ShaderLibrary& library);

  const gl::Program& scan() const { return common_.scan; }
  const gl::Program& plan() const { return common_.plan; }
  const gl::Program& split() const { return common_.split; }
  const gl::Program& of(const ElementProgram& which);
  /// Renderer::prepare.
  bool prepare(const ElementVariant& element, int samples);

  /// Throws Error, and then keeps the programs it had.
  void reload(const gl::ShaderLibrary& library);

 private:
  /// They do not depend on the elements.
  struct Common {
    Common(const GladGLContext& gl, const gl::ShaderLibrary& library);
    gl::Program scan, plan, split;
  };
  gl::Program make(const gl::ShaderLibrary& library, const ElementProgram& which) const;

  const GladGLContext& gl_;
  gl::ShaderLibrary library_;
  Common common_;
  std::map<ElementProgram, gl::Program> of_elements_;
};

}  // namespace farfirst::app::tiles
