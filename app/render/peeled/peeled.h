#pragma once
// The renderer `peeled`: depth peeling, front to back (Everitt, Interactive Order-Independent Transparency, 2001). Each
// layer is the nearest behind the layer before, by (depth, element), so that coincident surfaces do not vanish. The
// fragments are those of `exact`, coverage, depth and colour; with as many layers as there are it comes to the same
// picture. Passes of shaders/render/peeled/layer.comp for each layer: the nearest key behind the layer before, the last
// element with that key, its colour.

#include "render/renderer.h"

namespace farfirst::app::peeled {

std::string why_unavailable(const GladGLContext& gl);
/// Throws Error.
std::unique_ptr<Renderer> make(const RendererContext& context);

}  // namespace farfirst::app::peeled
