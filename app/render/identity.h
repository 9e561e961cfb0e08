#pragma once
// The identity of a frame: all that decides its cost.

#include <cstdint>
#include <string>

#include "order/sort_identity.h"
#include "scene_renderer.h"

namespace farfirst::app {

/// Times of frames of one identity may be combined; those of two may not. The camera is not part of it, nor are
/// values that change without another program, order or memory: opacity and colours.
struct FrameIdentity : SortIdentity {
  // The sort.
  bool checked = false;
  bool culled = false;
  Resort resort = Resort::moved;
  bool raced = false;  // other sorts were timed beside the frame
  // The content and its renderer.
  std::string renderer;
  int samples = 0;
  std::uint32_t layers = 0;           // of `peeled`
  ExactBy exact_by = ExactBy::depth;  // of renderers that sort fragments
  int width = 0, height = 0;
  Shading shading = Shading::smooth;  // triangles only
  float point_size = 0;               // points only, in pixels of the picture
  bool file_colors = false;

  bool operator==(const FrameIdentity&) const = default;
};

/// The identity of a frame that drew something: that of the order drawn, which may be older than the choice.
FrameIdentity identity_of(const FrameStats& report, const Look& look, const SortChoice& choice,
                          const SceneRenderer::Target& target);

}  // namespace farfirst::app
