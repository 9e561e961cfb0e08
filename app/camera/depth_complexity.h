#pragma once
// Depth complexity: how many layers lie behind each other in a picture. It decides how opaque each may be.

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

/// Estimates the mean number of layers over the pixels that the model covers; 0 if it covers none. It looks at a
/// sample of the elements on a coarse grid: the result is reproducible, and takes milliseconds for any model.
double depth_complexity(const Model& model, const Camera& camera, const LayerView& view);

/// The opacity of a layer at which this many layers are see-through and the first one still shows.
float opacity_for(double layers, bool as_points);

}  // namespace farfirst::app
