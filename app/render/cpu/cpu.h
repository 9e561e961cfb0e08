#pragma once
// The renderer `cpu`: the algorithm of `tiles` on all cores (drawing.h), with vectors by Highway. The picture is
// uploaded once, as it is displayed. Elements and orders of the CPU are read in host memory; orders of a GPU
// are read back from OpenGL's, so draw() waits for earlier commands. If nothing waits for the picture, as in
// a window, it is drawn beside the frame (async_cpu_renderer.h), which shows the newest one meanwhile.

#include "render/renderer.h"

namespace farfirst::app::cpu {

/// Throws Error.
std::unique_ptr<Renderer> make(const RendererContext& context);

}  // namespace farfirst::app::cpu
