#pragma once
// The shader programs of `tiles`. Those that depend on the elements' kind are compiled when they are first needed.

#include <cstdint>
#include <map>

#include "object/context.h"
#include "object/program.h"
#include "order/gpu_context.h"
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
  explicit Programs(const GpuContext& gpu);

  const gl::Program& scan() const { return scan_; }
  const gl::Program& plan() const { return plan_; }
  const gl::Program& split() const { return split_; }
  const gl::Program& of(const ElementProgram& which);
  /// Renderer::prepare.
  bool prepare(const ElementVariant& element, int samples);

 private:
  gl::Program make(const ElementProgram& which) const;

  const GladGLContext& gl_;
  const gl::ShaderLibrary& library_;
  gl::Program scan_, plan_, split_;
  std::map<ElementProgram, gl::Program> of_elements_;
};

}  // namespace farfirst::app::tiles
