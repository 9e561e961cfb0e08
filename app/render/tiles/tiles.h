#pragma once
// The renderer `tiles`: compute shaders bin the sorted elements into tiles of the picture and blend each tile front
// to back. Its steps are the files of shaders/render/tiles:
//
//   for each part of the order, nearest first, as large as memory allows (nearly always there is one):
//     project    which tiles each element touches, from the nearest on        one thread an element
//     scan       places of the pairs (element, tile), and how many there are
//     plan       chunks of pairs, nearest first, each as large as memory allows
//     for each chunk:
//       emit     the pairs, in the order of the elements
//       sort     by tile, stable: farfirst::sort itself, with the count in device memory
//       ranges   where each tile's pairs begin and end
//       blend    each tile, in registers, until nothing behind could show     a work group a tile, a thread a pixel or
//       four
//
// Tile-based ordering follows Kerbl et al., 3D Gaussian Splatting for Real-Time Radiance Field Rendering, 2023;
// coverage by edge functions follows Pineda, A Parallel Algorithm for Polygon Rasterization, 1988.
//
// The host learns the number of pairs only later. It enqueues as many chunks as would hold twice the pairs of
// the newest known frame, and chunks that are not needed cost little. If that frame was seen from elsewhere,
// or if the host waits for the picture anyway, it waits for the count, and draws again if there were more. So a
// frame that does not wait lacks its farthest elements only if pairs more than doubled in a few frames from nearly
// the same place; the host then draws that view again.

#include "render/renderer.h"

namespace farfirst::app::tiles {

std::string why_unavailable(const GladGLContext& gl);
/// Throws Error.
std::unique_ptr<Renderer> make(const RendererContext& context);

}  // namespace farfirst::app::tiles
