#pragma once
// The renderer `cpu`: the algorithm of `tiles` on all cores (drawing.h), with vectors by Highway. The picture is
// uploaded once. Arrays and orders are read back from OpenGL's memory, which on software renderers is the host's; so
// draw() waits for what was enqueued before.

#include "render/renderer.h"

namespace farfirst::app::cpu {

/// Throws Error.
std::unique_ptr<Renderer> make(const RendererContext& context);

}  // namespace farfirst::app::cpu
