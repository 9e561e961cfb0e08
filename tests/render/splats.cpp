// Splats by every renderer that draws them, against a reference in double precision.

#include "scene/splat_scene.h"

#include <filesystem>
#include <numbers>

#include "camera/opening.h"
#include "io/load.h"
#include "render/packed_splat.h"
#include "scenes.h"
#include "splat_reference.h"

namespace farfirst::app {
namespace {

glm::quat round_axis(const glm::vec3& axis, float angle) {
  const glm::vec3 part = std::sin(angle / 2) * glm::normalize(axis);
  return {std::cos(angle / 2), part.x, part.y, part.z};
}

void add_splat(Model& model, const glm::vec3& position, const glm::vec3& scale, const glm::quat& rotation,
               float opacity, const std::vector<glm::vec3>& harmonics) {
  add_position(model, position);
  model.splats.scales.push_back(scale);
  model.splats.rotations.push_back(rotation);
  model.splats.opacities.push_back(opacity);
  model.splats.harmonics.insert(model.splats.harmonics.end(), harmonics.begin(), harmonics.end());
}

Model single(const glm::vec3& position, const glm::vec3& scale, const glm::quat& rotation = {1, 0, 0, 0},
             float opacity = 0.9f) {
  Model model;
  add_splat(model, position, scale, rotation, opacity, {glm::vec3(1.2f, 0.1f, -0.9f)});
  model.bounds.add(position - 1.0f);
  model.bounds.add(position + 1.0f);
  return model;
}

/// Ids of the renderers that draw splats here and do not approximate.
std::vector<std::string> renderers_of_splats(const GladGLContext& gl) {
  std::vector<std::string> ids;
  for (const RendererAbout* about : ranked_renderers(gl, true, {.splats = true, .encoded = true}))
    if (!about->approximates) ids.emplace_back(about->id);
  return ids;
}

class SplatPictures : public FrameTest {
 protected:
  void SetUp() override {
    look.splat_filter = SplatFilter::reference;
    camera.field_of_view = 60;
    frame.set_measuring(false);
  }

  void show(const Model& model) { frame.set_scene(std::make_shared<const Model>(model)); }

  std::vector<std::uint8_t> draw(const std::string& renderer, const Canvas& picture) {
    look.renderer = renderer;
    frame.draw(camera, look, choice, picture.target(), true);
    return picture.read();
  }

  double decibels_of(const std::string& renderer, const Model& model) {
    return decibels(draw(renderer, canvas), reference_picture(model, camera, look, 64, 64));
  }

  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
  const std::vector<std::string> ids = renderers_of_splats(gl);
};

TEST_F(SplatPictures, SingleOnesAtAllAngles) {
  const glm::vec3 axes[] = {{0, 0, 1}, {0, 1, 0}, {1, 0.3f, 0.2f}};
  for (int i = 0; i < 15; ++i) {
    const glm::quat rotation = round_axis(axes[i % 3], 0.1f + 0.43f * static_cast<float>(i));
    const Model model = single({0.013f, -0.021f, -2}, {0.3f, 0.01f, 0.06f}, rotation);
    show(model);
    for (const std::string& id : ids) {
      if (id != "raster" && id != "cpu" && i % 5 != 0) continue;  // compute shaders are slow on software renderers
      EXPECT_GT(decibels_of(id, model), least_decibels) << id << ", angle " << i;
    }
  }
}

/// A needle and a flat one, one that is smaller than a pixel, a large one, and some at the edge and beyond it.
TEST_F(SplatPictures, OddOnes) {
  const glm::quat turned = round_axis({0.2f, 1, 0.4f}, 0.7f);
  const Model models[] = {
      single({0, 0, -2}, {0.9f, 1e-6f, 1e-6f}, turned),     single({0, 0, -2}, {0.5f, 0.4f, 0}, turned),
      single({0.1f, 0.1f, -2}, glm::vec3(1e-5f)),           single({0, 0, -1.5f}, glm::vec3(1.2f), turned),
      single({1.1f, 0.2f, -2}, {0.3f, 0.1f, 0.1f}, turned), single({2.4f, 0, -1}, {0.9f, 0.2f, 0.4f}),
      single({0, 0, -2}, {0.2f, 0.1f, 0.1f}, turned, 1.0f), single({0, 0, -2}, {0.2f, 0.1f, 0.1f}, turned, 0.02f)};
  for (const char* id : {"raster", "cpu"}) ASSERT_NE(std::ranges::find(ids, id), ids.end());
  for (const SplatFilter filter : {SplatFilter::reference, SplatFilter::mip}) {
    look.splat_filter = filter;
    for (const Model& model : models) {
      show(model);
      for (const std::string& id : ids)
        EXPECT_GT(decibels_of(id, model), least_decibels)
            << id << ", scale " << model.splats.scales[0].x << ", " << static_cast<int>(filter);
    }
  }
}

TEST_F(SplatPictures, OfSomeThousand) {
  Model model = make_splat_scene(4000, 3);
  camera.eye = {0.4f, 0.9f, 3.0f};
  camera.focus = {0, 0, 0};
  show(model);
  for (const float scale : {1.0f, 0.5f}) {
    look.splat_scale = scale;
    for (const std::string& id : ids) EXPECT_GT(decibels_of(id, model), least_decibels) << id << ", scale " << scale;
  }
}

TEST_F(SplatPictures, OfTwentyThousand) {
  const Model model = make_splat_scene(20'000, 3);
  camera.eye = {0.4f, 0.9f, 3.0f};
  camera.focus = {0, 0, 0};
  show(model);
  for (const char* id : {"raster", "tiles", "cpu"}) EXPECT_GT(decibels_of(id, model), least_decibels) << id;
}

/// The same five, within the steps of each format: of SPZ's scales those are 6 %.
TEST_F(SplatPictures, AreTheSameFromFilesOfEveryFormat) {
  const std::filesystem::path folder = std::filesystem::path(FARFIRST_SHADER_SOURCES).parent_path() / "tests/io/splats";
  const auto load = [&](const char* name) {
    LoadProgress progress;
    return load_model(folder / name, progress);
  };
  const Model expected = load("few.ply");
  camera = opening_camera(scene_of_file("few.ply", expected), 1, {});
  for (const auto& [name, least] :
       {std::pair("few.compressed.ply", 40), std::pair("few.splat", 40), std::pair("few.v1.spz", 30),
        std::pair("few.v2.spz", 30), std::pair("few.v3.spz", 30), std::pair("few.v4.spz", 30),
        std::pair("few.l0.ksplat", 50), std::pair("few.l1.ksplat", 45), std::pair("few.l2.ksplat", 45),
        std::pair("few.sog", 30), std::pair("few.glb", 60)}) {
    try {
      const Model found = load(name);
      look.splat_degree = std::min(found.splats.degree, expected.splats.degree);
      show(expected);
      const std::vector<std::uint8_t> picture = draw("cpu", canvas);
      show(found);
      EXPECT_GT(decibels(draw("cpu", canvas), picture), least) << name;
    } catch (const FileError&) {
      EXPECT_TRUE(std::string_view(name) == "few.sog" || std::string_view(name) == "few.glb")
          << name << ": only these need libraries that may be missing";
    }
  }
}

TEST_F(SplatPictures, AreOfTheDegreeThatIsAskedFor) {
  const Model model = make_splat_scene(1500, 4);
  camera.eye = {0.4f, 0.9f, 3.0f};
  camera.focus = {0, 0, 0};
  show(model);
  std::vector<std::uint8_t> before;
  for (const int degree : {0, 1, 2, 3}) {
    look.splat_degree = degree;
    EXPECT_GT(decibels_of("cpu", model), least_decibels) << degree;
    EXPECT_GT(decibels_of("raster", model), least_decibels) << degree;
    const std::vector<std::uint8_t> now = canvas.read();
    EXPECT_NE(now, before) << "degree " << degree << " changes the picture";
    before = now;
  }
}

/// UntoldEngine's test: the sum over an ellipse does not depend on its rotation.
TEST_F(SplatPictures, ThinOnesDepositTheSameAtAllAngles) {
  const auto deposit = [&](const std::string& id, float angle) {
    double sum = 0;
    constexpr int places = 2;  // within a pixel, which is 0.036 wide there
    for (int i = 0; i < places * places; ++i) {
      const glm::vec3 position(0.036f / places * (glm::vec2(i % places, i / places) + 0.25f), -2);
      show(single(position, {0.25f, 1e-4f, 1e-4f}, round_axis({0, 0, 1}, angle)));
      const std::vector<std::uint8_t> bytes = draw(id, canvas);
      for (std::size_t pixel = 3; pixel < bytes.size(); pixel += 4) sum += bytes[pixel];
    }
    return sum;
  };
  for (const std::string& id : ids) {
    const double straight = deposit(id, 0), slanted = deposit(id, std::numbers::pi_v<float> / 4);
    EXPECT_GT(straight, 1000) << id;
    EXPECT_NEAR(slanted / straight, 1, 0.005) << id;
  }
}

/// The same splats over each other, blended in either encoding.
TEST_F(SplatPictures, AreBlendedInTheSpaceThatIsAskedFor) {
  Model model = single({0, 0, -2}, glm::vec3(0.5f), {1, 0, 0, 0}, 0.5f);
  model.splats.harmonics = {glm::vec3(1.7724539f)};                                             // white
  add_splat(model, {0, 0, -2.1f}, glm::vec3(0.6f), {1, 0, 0, 0}, 1, {glm::vec3(-1.7724539f)});  // black
  show(model);
  look.background = true;
  look.background_top = look.background_bottom = glm::vec3(0);
  for (const std::string& id : ids) {
    look.blend_space = BlendSpace::automatic;
    draw(id, canvas);
    EXPECT_NEAR(canvas.middle()[0], 128, 2) << id << ": half of encoded white";
    look.blend_space = BlendSpace::linear;
    draw(id, canvas);
    EXPECT_NEAR(canvas.middle()[0], 188, 2) << id << ": half of the light";
  }
}

TEST_F(SplatPictures, OfMeshesMayBeBlendedAsEncodedValuesToo) {
  Model model;
  add_square(model, {0, 0, -2}, 1, rgba(255, 255, 255, 128));
  add_square(model, {0, 0, -3}, 2, rgba(0, 0, 0));
  look.shading = Shading::flat;
  show(model);
  look.renderer = "raster";
  look.blend_space = BlendSpace::linear;
  const Pixel by_light = draw_middle(frame);
  look.blend_space = BlendSpace::encoded;
  const Pixel by_values = draw_middle(frame);
  EXPECT_GT(by_light[0], by_values[0] + 30);
  EXPECT_EQ(by_light[3], by_values[3]);
}

TEST_F(SplatPictures, AreSortedAsTheirFileAsks) {
  Model model = make_splat_scene(100, 0);
  for (const auto& [own, asked, expected] :
       {std::tuple(SplatOrder::unspecified, std::optional<Metric>(), Metric::radial),
        std::tuple(SplatOrder::depth, std::optional<Metric>(), Metric::view_depth),
        std::tuple(SplatOrder::depth, std::optional(Metric::radial), Metric::radial)}) {
    model.splats.order = own;
    choice.metric = asked;
    show(model);
    EXPECT_EQ(frame.draw(camera, look, choice, canvas.target(), true).wanted.metric, expected);
  }
}

TEST_F(SplatPictures, OfAutoAreByTheBestRendererHere) {
  show(single({0, 0, -2}, glm::vec3(0.2f)));
  look.renderer = "auto";
  EXPECT_EQ(frame.draw(camera, look, choice, canvas.target(), true).renderer, ids.front());
  if (gl::is_software(gl)) {
    EXPECT_EQ(ids.front(), "cpu");
    EXPECT_EQ(frame.scene_bytes(), sizeof(SplatBlock)) << "OpenGL has nothing of them";
  }
}

/// Points, and then splats again, whichever came first.
TEST_F(SplatPictures, BecomePointsAndSplatsAgain) {
  const Model model = single({0, 0, -2}, glm::vec3(0.5f));
  for (const std::string& id : ids) {
    SceneRenderer its(gl, VertexFetch::automatic, HeadlessContext::proc());
    its.set_scene(std::make_shared<const Model>(model));
    look.renderer = id;
    std::array<std::vector<std::uint8_t>, 3> pictures;
    for (std::size_t i = 0; i < 3; ++i) {
      look.splat_style = i == 1 ? SplatStyle::gaussian : SplatStyle::point;
      its.draw(camera, look, choice, canvas.target(), true);
      pictures[i] = canvas.read();
    }
    EXPECT_EQ(pictures[0], pictures[2]) << id;
    EXPECT_NE(pictures[0], pictures[1]) << id;
    EXPECT_GT(decibels(pictures[1], reference_picture(model, camera, look, 64, 64)), least_decibels) << id;
  }
}

/// Enough for several threads, each of which packs whole blocks.
TEST(PackedSplatsInHostMemory, AreThoseOfTheModel) {
  const Model model = make_splat_scene(40'001, 2);
  const PackedSplats packed(model);
  const HostSplats view = packed.view();
  ASSERT_EQ(view.count, model.splats.count());
  ASSERT_EQ(view.blocks.size(), (view.count + 15) / 16);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < view.count; ++i) {
    const SplatBlock& block = view.blocks[i / 16];
    const auto shape =
        packed_shape(model.splats.scales[i], model.splats.rotations[i], model.splats.opacities[i], view.top);
    bool same = block.range[i % 16] == range_of_harmonics(model.splats.harmonics_of(i));
    for (std::size_t word = 0; word < 3; ++word) same = same && block.shape[word][i % 16] == shape[word];
    wrong += same ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_F(SplatPictures, TakeSixtyFourBytesBesidesTheirPosition) {
  const Model model = make_splat_scene(1000, 1);
  show(model);
  draw("raster", canvas);
  const std::size_t projected = 32;  // for the picture, not of the scene
  EXPECT_LE(frame.scene_bytes(), model.splats.count() * (sizeof(glm::vec3) + 64 + projected));
  EXPECT_EQ(harmonic_words(0), 0u);
  EXPECT_EQ(harmonic_words(1), 3u);
  EXPECT_EQ(harmonic_words(2), 7u);
  EXPECT_EQ(harmonic_words(3), 12u);
}

}  // namespace
}  // namespace farfirst::app
