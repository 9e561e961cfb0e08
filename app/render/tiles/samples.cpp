#include "samples.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "object/framebuffer.h"
#include "object/renderbuffer.h"
#include "render/context.h"

namespace farfirst::app::tiles {

namespace {

/// OpenGL's query refers to the bound framebuffer.
std::vector<glm::ivec2> positions_of_context(const GladGLContext& gl, int samples) {
  const gl::Renderbuffer color(gl, GL_RGBA16F, 1, 1, samples);
  const gl::Framebuffer framebuffer(gl, color);
  GLint bound = 0;
  gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  std::vector<glm::ivec2> places;
  for (GLuint i = 0; i < static_cast<GLuint>(samples); ++i) {
    std::array<GLfloat, 2> place{};
    gl.GetMultisamplefv(GL_SAMPLE_POSITION, i, place.data());
    const auto sixteenths = [](GLfloat x) { return std::clamp(static_cast<int>(std::lround(16.0f * x)), 0, 15); };
    places.emplace_back(sixteenths(place[0]), sixteenths(place[1]));
  }
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(bound));
  return places;
}

}  // namespace

std::vector<glm::ivec2> standard_positions(int samples) {
  switch (samples) {
    case 2:
      return {{12, 12}, {4, 4}};
    case 4:
      return {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
    case 8:
      return {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}};
    default:
      return {{8, 8}};
  }
}

std::vector<glm::ivec2> sample_positions(const GladGLContext& gl, int samples) {
  if (samples == 1 || !std::ranges::binary_search(sample_counts(gl), samples)) return standard_positions(samples);
  return positions_of_context(gl, samples);
}

std::string glsl_list(const std::vector<glm::ivec2>& places) {
  std::string text;
  for (const glm::ivec2& place : places) {
    if (!text.empty()) text += ", ";
    text += "ivec2(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ")";
  }
  return text;
}

}  // namespace farfirst::app::tiles
