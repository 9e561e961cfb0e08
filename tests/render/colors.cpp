// Colours of elements that lie one behind the other: every renderer that blends them in their order draws those of
// `exact`, also dark channels beside bright ones, and colours that nothing lights are the file's.

#include <algorithm>
#include <array>
#include <cmath>

#include "look_scenes.h"
#include "render/renderer.h"

namespace farfirst::app {
namespace {

class Colors : public FrameTest {
 protected:
  static constexpr int cells = 8, cell_pixels = 8, layers = 3;  // cells each way, one beside the other
  enum class Kind : std::uint8_t { triangle, point, splat };

  void SetUp() override {
    look.point_size = 6;
    look.splat_filter = SplatFilter::reference;
  }

  /// Dark, saturated, grey, or any.
  static glm::uvec3 color(std::mt19937& random, int which) {
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random()) % limit; };
    if (which == 0) return {7, 7, 255};
    if (which % 4 == 0) return {below(20), below(20), below(20)};
    if (which % 4 == 1) return glm::uvec3(below(256));
    if (which % 4 == 2) return {below(256), below(256), below(256)};
    glm::uvec3 result(below(20), below(20), below(20));
    result[static_cast<int>(below(3))] = 255;
    return result;
  }

  /// In the middle of a cell, behind the layers before.
  static glm::vec3 place(int x, int y, int layer) {
    const float depth = 1 + 0.1f * static_cast<float>(layer);
    const auto across = [](int cell) { return (2 * static_cast<float>(cell) + 1) / cells - 1; };
    return depth * glm::vec3(across(x), across(y), -1);
  }

  static void add(Model& model, Kind kind, const glm::vec3& at, const glm::uvec3& color, unsigned alpha) {
    const std::uint32_t word = rgba(color.r, color.g, color.b, alpha);
    if (kind == Kind::point) return add_point(model, at, word);
    if (kind == Kind::triangle) return add_square(model, at, 0.9f * -at.z / cells, word);
    add_position(model, at);
    model.splats.scales.push_back(glm::vec3(0.5f * -at.z / cells));
    model.splats.rotations.push_back(glm::quat(1, 0, 0, 0));
    model.splats.opacities.push_back(static_cast<float>(alpha) / 255);
    model.splats.harmonics.push_back((glm::vec3(color) / 255.0f - 0.5f) / constant_harmonic);
    model.colors.push_back(word);
  }

  /// The colour of one kind, or of each layer of another.
  static Scene scene(std::optional<Kind> of) {
    std::mt19937 random(11);
    std::array<Model, layers> models;
    for (int layer = 0; layer < layers; ++layer) {
      const std::size_t model = of ? 0 : static_cast<std::size_t>(layer);
      const Kind kind = of.value_or(static_cast<Kind>(layer));
      for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x)
          add(models[model], kind, place(x, y, layer), color(random, y * cells + x),
              60 + static_cast<unsigned>(random()) % 196);
    }
    if (of) return scene_of(std::move(models[0]));
    Objects objects;
    for (Model& model : models) objects.push_back(object_of(std::move(model)));
    return Scene(std::move(objects));
  }

  Pixel at_cell(const std::vector<std::uint8_t>& picture, int x, int y) const {
    const std::size_t at = 4 * static_cast<std::size_t>((y * cell_pixels + cell_pixels / 2) * cells * cell_pixels +
                                                        x * cell_pixels + cell_pixels / 2);
    return {picture[at], picture[at + 1], picture[at + 2], picture[at + 3]};
  }

  std::vector<std::uint8_t> drawn(SceneRenderer& frame, const Scene& scene, const char* renderer) {
    look.renderer = renderer;
    frame.set_scene(scene);
    frame.draw(camera, look, choice, canvas.target(), /*wait=*/true);
    return canvas.read();
  }
};

TEST_F(Colors, OfEveryKindAreThoseOfExact) {
  struct Shown {
    std::optional<Kind> kind;  // none: several
    BlendSpace space;
  };
  // Programs of several kinds at once take long to compile, and blend by the functions of each: one space will do.
  constexpr Shown all[] = {{Kind::triangle, BlendSpace::linear}, {Kind::triangle, BlendSpace::encoded},
                           {Kind::point, BlendSpace::linear},    {Kind::point, BlendSpace::encoded},
                           {Kind::splat, BlendSpace::linear},    {Kind::splat, BlendSpace::encoded},
                           {std::nullopt, BlendSpace::encoded}};
  SceneRenderer exact(gl, VertexFetch::automatic, HeadlessContext::proc());
  std::vector<std::vector<std::uint8_t>> expected;
  for (const Shown& shown : all) {
    look.blend_space = shown.space;
    expected.push_back(drawn(exact, scene(shown.kind), "exact"));
  }
  for (const char* renderer : {"raster", "tiles", "cpu"}) {
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      look.blend_space = all[i].space;
      SCOPED_TRACE(std::string(renderer) + ", picture " + std::to_string(i));
      const auto picture = drawn(frame, scene(all[i].kind), renderer);
      for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x) expect_near(at_cell(picture, x, y), at_cell(expected[i], x, y), 1);
    }
  }
}

/// Opaque points without normals.
TEST_F(Colors, ThatNothingLightsAreTheFiles) {
  std::mt19937 random(5);
  Model model;
  for (int i = 0; i < cells * cells; ++i)
    add(model, Kind::point, place(i % cells, i / cells, 0), color(random, i), 255);
  const std::vector<std::uint32_t> colors = model.colors;
  const Scene shown = scene_of(std::move(model));
  for (const char* renderer : {"raster", "tiles", "cpu", "exact"}) {
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    for (const BlendSpace space : {BlendSpace::linear, BlendSpace::encoded}) {
      look.blend_space = space;
      SCOPED_TRACE(std::string(renderer) + (space == BlendSpace::linear ? ", linear" : ", encoded"));
      const auto picture = drawn(frame, shown, renderer);
      for (int i = 0; i < cells * cells; ++i) {
        const std::uint32_t word = colors[static_cast<std::size_t>(i)];
        const auto byte = [word](int shift) { return static_cast<int>(word >> shift & 255); };
        expect_near(at_cell(picture, i % cells, i / cells), {byte(0), byte(8), byte(16), 255}, 1);
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::app
