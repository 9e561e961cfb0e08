#pragma once
// Which part of a scene a picture is to show.

#include "scene/model.h"

namespace farfirst::app {

/// The box of a model but for stray points of a cloud: scanners and reconstructions leave some far from everything
/// else, and what one wants to see would be small beside them. The box itself for a mesh, and for a cloud without such
/// points.
Bounds framed_bounds(const Model& model);

}  // namespace farfirst::app
