#pragma once
// The sample positions of pixels.

#include <glad/gl.h>

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace farfirst::app::tiles {

/// The places of 1, 2, 4 or 8 samples, in sixteenths of a pixel from its lower left corner: those of this context's
/// framebuffers or, if none has this number of samples, the standard ones of Direct3D 11.1 and Vulkan.
std::vector<glm::ivec2> sample_positions(const GladGLContext& gl, int samples);
/// The standard ones.
std::vector<glm::ivec2> standard_positions(int samples);

/// The values of an array in GLSL.
std::string glsl_list(const std::vector<glm::ivec2>& places);

}  // namespace farfirst::app::tiles
