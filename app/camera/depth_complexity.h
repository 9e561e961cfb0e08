#pragma once
// How many layers lie behind each other in a picture: the depth complexity, which says how opaque each may be.

#include <glm/glm.hpp>

#include "camera.h"

namespace farfirst::app {

/// How a model is drawn, as far as its layers depend on that.
struct LayerView {
  glm::ivec2 picture{1280, 720};  // pixels
  bool as_points = false;         // a cloud, or the vertices of a mesh
  float point_size = 2.0f;        // pixels
  bool file_alpha = true;         // a layer counts as much as the file says that it is opaque

  bool operator==(const LayerView&) const = default;
};

/// An estimate of the mean number of layers over the pixels that the model covers; 0 if it covers none. It looks at a
/// sample of the elements on a coarse grid: always the same result, and milliseconds for models of any size.
double depth_complexity(const Model& model, const Camera& camera, const LayerView& view);

/// The opacity of each layer with which one sees through so many, and still sees the first.
float opacity_for(double layers, bool as_points);

}  // namespace farfirst::app
