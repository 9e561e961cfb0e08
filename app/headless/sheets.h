#pragma once
// Two sheets of coloured glass, one behind the other: the pictures of each determine the picture of both.

#include <glm/glm.hpp>

#include "camera/camera.h"
#include "render/look.h"
#include "scene/model.h"

namespace farfirst::app {

enum class Sheets { front, back, both };
/// The sheets fill the picture of sheets_camera().
Model sheets(Sheets which);
Camera sheets_camera();
/// A look that shows nothing but the sheets' own colours.
Look sheets_look();

/// A pixel, straight alpha and sRGB, each channel from 0 to 1: `front` over `back`, in linear light.
glm::dvec4 over(const glm::dvec4& front, const glm::dvec4& back);

}  // namespace farfirst::app
