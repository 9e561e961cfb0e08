#pragma once
// A robot of coloured glass with joints of brass, 1.8 high: the jungle has many.

#include "chance.h"
#include "paint.h"

namespace farfirst::app {

/// Stands at the origin and looks along +z. Its posture is drawn from `chance`.
void add_robot(Model& model, const glm::mat4& pose, const glm::vec3& color, Chance& chance);

}  // namespace farfirst::app
