#pragma once
// The renderer `weighted`: McGuire and Bavoil, Weighted Blended Order-Independent Transparency, Journal of Computer
// Graphics Techniques 2(2), 2013. In one pass the hardware sums colour times weight and alpha times weight, and
// multiplies the transmittances of fragments. The result is the weighted mean of the colours, as opaque as all
// fragments together: right for one layer, and for layers of one colour. One sample a pixel.

#include "render/renderer.h"

namespace farfirst::app::weighted {

/// Throws Error.
std::unique_ptr<Renderer> make(const RendererContext& context);

}  // namespace farfirst::app::weighted
