#include "sheets.h"

#include "scene/srgb.h"

namespace farfirst::app {

namespace {

/// A square that faces +z.
void add_sheet(Model& model, float z, std::uint32_t color) {
  const auto first = static_cast<std::uint32_t>(model.positions.size());
  for (const glm::vec2 corner : {glm::vec2(-1, -1), glm::vec2(1, -1), glm::vec2(1, 1), glm::vec2(-1, 1)}) {
    model.positions.emplace_back(-4 * z * corner, z);
    model.normals.emplace_back(0, 0, 1);
    model.colors.push_back(color);
  }
  for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) model.triangles.push_back(first + corner);
}

}  // namespace

/// The nearer one comes first in the file.
Model sheets(Sheets which) {
  Model model;
  if (which != Sheets::back) add_sheet(model, -1, 0xB43CC81E);
  if (which != Sheets::front) add_sheet(model, -2, 0x801E28DC);
  compute_bounds(model);
  return model;
}

Camera sheets_camera() {
  Camera camera;
  camera.eye = glm::vec3(0);
  camera.focus = glm::vec3(0, 0, -1);
  return camera;
}

Look sheets_look() {
  Look look;
  look.opacity = 1;
  look.fresnel = 0;
  look.background = false;
  look.samples = 1;
  return look;
}

glm::dvec4 over(const glm::dvec4& front, const glm::dvec4& back) {
  const double through = 1 - front.a, alpha = front.a + through * back.a;
  glm::dvec4 result(0, 0, 0, alpha);
  for (int i = 0; alpha > 0 && i < 3; ++i)
    result[i] =
        srgb_from_linear((linear_from_srgb(front[i]) * front.a + through * back.a * linear_from_srgb(back[i])) / alpha);
  return result;
}

}  // namespace farfirst::app
