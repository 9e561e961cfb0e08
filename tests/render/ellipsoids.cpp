// Splats as bodies in the light (--splat-style=ellipsoid), by every renderer, against a reference in double precision:
// of each pixel the place on the surface and the normal there, from whole matrices, by the same affine approximation.

#include "mixed_reference.h"
#include "scene/splat_scene.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

struct ReferenceBody {
  glm::dvec2 center;
  glm::dmat3 inverse;   // of the covariance on the picture, and towards the eye in pixels of the same size
  glm::dmat3 to_eye;    // what a step in eye coordinates is in these
  glm::dmat3 from_eye;  // columns: across the line of sight, and towards the eye
  glm::dvec3 color;     // linear
  double opacity = 0;   // 0: not drawn
};

/// A matrix of eye coordinates, where the line of sight has these slopes.
glm::dmat3 steps_seen(const glm::dvec2& slope) {
  return glm::transpose(
      glm::dmat3(glm::dvec3(1, 0, slope.x), glm::dvec3(0, 1, slope.y), glm::normalize(glm::dvec3(-slope, 1))));
}

ReferenceBody reference_body(const Model& model, std::size_t i, const Camera& camera, int size) {
  const glm::dmat4 view(camera.view()), projection(camera.projection(1.0f));
  const glm::dvec3 eye(view * glm::dvec4(model.positions[i], 1.0));
  const double depth = -eye.z, focal = 0.5 * size * projection[1][1];
  ReferenceBody body{};
  const glm::dmat3 turn(view), turned = turn * covariance_of(model.splats, i, 1) * glm::transpose(turn);
  if (!(depth > 0 && depth * depth > turned[2][2] / 16)) return body;
  const glm::dvec2 slope = glm::dvec2(eye) / depth, limit = 1.3 / glm::dvec2(projection[0][0], projection[1][1]);
  const glm::dvec3 towards = glm::normalize(-eye), across = glm::normalize(glm::dvec3(1, 0, slope.x));
  body.from_eye = {across, glm::cross(towards, across), towards};
  body.to_eye = steps_seen(slope);
  const glm::dmat3 steps = focal / depth * steps_seen(glm::clamp(slope, -limit, limit));
  glm::dmat3 covariance = steps * turned * glm::transpose(steps);
  covariance[0][0] += 0.3;
  covariance[1][1] += 0.3;
  body.inverse = glm::inverse(covariance);
  body.center =
      (0.5 * glm::dvec2(projection[0][0] * eye.x, projection[1][1] * eye.y) / depth + 0.5) * static_cast<double>(size);
  const glm::dvec3 direction = glm::normalize(glm::dvec3(model.positions[i]) - glm::dvec3(camera.eye));
  for (int c = 0; c < 3; ++c) body.color[c] = linear(color_of(model.splats, i, direction, model.splats.degree)[c]);
  body.opacity = std::min(static_cast<double>(model.splats.opacities[i]), 0.99);
  return body;
}

/// Encoded and premultiplied.
glm::dvec4 color_of(const ReferenceBody& body, const glm::dvec2& place) {
  // The nearer of the two places where a line along z meets the surface.
  const glm::dvec2 from = place - body.center;
  const glm::dmat3& q = body.inverse;
  const double a = q[2][2], b = q[2][0] * from.x + q[2][1] * from.y;
  const double c = q[0][0] * from.x * from.x + 2 * q[1][0] * from.x * from.y + q[1][1] * from.y * from.y - 2;
  const double root = b * b - a * c;
  if (root <= 0 || body.opacity == 0) return glm::dvec4(0);
  const glm::dvec3 at(from, (-b + std::sqrt(root)) / a);
  const double inside = root / a / 2;  // of the square of the height that there is in the middle
  const double alpha = body.opacity * std::min(8 * inside, 1.0);
  if (alpha < 1.0 / 255) return glm::dvec4(0);
  const glm::dvec3 in_eye = glm::transpose(body.to_eye) * (q * at);
  const glm::dvec3 normal = glm::normalize(glm::transpose(body.from_eye) * in_eye);
  const glm::dvec3 light = reference_diffuse(normal);
  glm::dvec4 result(0, 0, 0, alpha);
  for (int i = 0; i < 3; ++i) result[i] = alpha * encoded_light(body.color[i] * 1.25 * light[i]);
  return result;
}

class Ellipsoids : public FrameTest {
 protected:
  static constexpr int size = 64;
  void SetUp() override {
    look.splat_filter = SplatFilter::reference;
    look.splat_style = SplatStyle::ellipsoid;
    camera.field_of_view = 60;
    frame.set_measuring(false);
  }

  std::vector<std::uint8_t> draw(const char* renderer) {
    look.renderer = renderer;
    frame.draw(camera, look, choice, canvas.target(), true);
    return canvas.read();
  }

  ReferencePicture reference(const Model& model) const {
    std::vector<std::size_t> order(model.positions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) {
      return glm::distance(glm::dvec3(model.positions[i]), glm::dvec3(camera.eye));
    });
    ReferencePicture picture{.width = size, .height = size};
    picture.pixels.assign(static_cast<std::size_t>(size * size), glm::dvec4(0));
    for (const std::size_t i : order) {
      const ReferenceBody body = reference_body(model, i, camera, size);
      for (int pixel = 0; pixel < size * size; ++pixel) {
        glm::dvec4& there = picture.pixels[static_cast<std::size_t>(pixel)];
        const glm::dvec4 color = color_of(body, glm::dvec2(pixel % size, pixel / size) + 0.5);
        there = color + (1 - color.a) * there;
      }
    }
    for (glm::dvec4& pixel : picture.pixels)
      for (int c = 0; c < 3; ++c) pixel[c] = std::min(pixel[c], pixel.a);
    return picture;
  }

  void expect_as_the_reference(const Model& model, std::initializer_list<const char*> renderers) {
    frame.set_scene(std::make_shared<const Model>(model));
    const ReferencePicture expected = reference(model);
    for (const char* renderer : renderers) EXPECT_GT(decibels(draw(renderer), expected), least_decibels) << renderer;
  }

  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
};

Model single_body(const glm::vec3& position, const glm::vec3& scale, const glm::quat& rotation) {
  Model model;
  add_position(model, position);
  model.splats.scales.push_back(scale);
  model.splats.rotations.push_back(rotation);
  model.splats.opacities.push_back(0.9f);
  model.splats.harmonics.emplace_back(0.9f, 0.1f, -0.9f);
  model.bounds.add(position + 1.0f);
  return model;
}

/// In the middle and off it; long ones, flat ones and balls.
TEST_F(Ellipsoids, AreInTheLightAtAllAngles) {
  const glm::vec3 scales[] = {{0.3f, 0.05f, 0.1f}, {0.3f, 0.25f, 0.01f}, glm::vec3(0.25f)};
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    const glm::quat rotation =
        glm::angleAxis(0.3f + 0.5f * static_cast<float>(i), glm::normalize(glm::vec3(1, i % 4, 0.4f)));
    const Model model = single_body({0.3f * static_cast<float>(i % 5) - 0.6f, 0.2f, -2}, scales[i % 3], rotation);
    if (i % 4 == 0)
      expect_as_the_reference(model, {"raster", "cpu", "tiles", "exact"});
    else
      expect_as_the_reference(model, {"raster", "cpu"});
  }
}

TEST_F(Ellipsoids, OfASceneAreAsTheReferenceHasThem) {
  camera.eye = {0.4f, 0.9f, 3.0f};
  camera.focus = {0, 0, 0};
  expect_as_the_reference(make_splat_scene(800, 3), {"raster", "cpu", "tiles"});
}

/// Fainter elements are not drawn, and drawn ones end there.
TEST_F(Ellipsoids, AndSplatsEndAtTheCutoff) {
  const Model model = make_splat_scene(300, 1);
  camera.eye = {0.4f, 0.9f, 3.0f};
  camera.focus = {0, 0, 0};
  frame.set_scene(std::make_shared<const Model>(model));
  for (const float cutoff : {0.002f, 0.3f}) {
    look.splat_cutoff = cutoff;
    look.splat_style = SplatStyle::gaussian;
    const ReferencePicture expected = reference_picture(model, camera, look, size, size);
    for (const char* renderer : {"raster", "cpu", "tiles"})
      EXPECT_GT(decibels(draw(renderer), expected), least_decibels) << renderer << ", " << cutoff;
    look.splat_style = SplatStyle::ellipsoid;
    const std::vector<std::uint8_t> drawn = draw("cpu");
    look.splat_cutoff = 1;  // of none
    const std::vector<std::uint8_t> nothing(drawn.size(), 0);
    EXPECT_NE(drawn, nothing);
    EXPECT_EQ(draw("cpu"), nothing);
  }
}

}  // namespace
}  // namespace farfirst::app
