#pragma once
// The renderer `raster`: triangles and point sprites, drawn by the hardware in the order of the sort.

#include "render/renderer.h"

namespace farfirst::app::raster {

std::unique_ptr<Renderer> make(const RendererContext& context);

}  // namespace farfirst::app::raster
