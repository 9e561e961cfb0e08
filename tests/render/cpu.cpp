// The renderer `cpu`: its pictures are those of `tiles`, and the same bit for bit with every instruction set, number of
// threads and amount of memory.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <random>
#include <tuple>

#include "camera/opening.h"
#include "fine_pictures.h"
#include "render/cpu/drawing.h"
#include "render/frame_block.h"
#include "scene/particles.h"
#include "scene/scene.h"

namespace farfirst::app {
namespace {

// ---- The same bits

constexpr int width = 150, height = 90;

/// Elements of one kind before a camera, in the order of their numbers.
struct CpuScene {
  cpu::DrawInput input{};
  std::vector<StoredVertex> vertices{};
  std::vector<std::uint32_t> colors{}, corners{}, order{};
  std::vector<glm::vec4> motions{};
  Model model{};  // of splats
  std::optional<PackedSplats> splats{};

  std::size_t count() const {
    if (splats) return splats->view().count;
    return corners.empty() ? vertices.size() : corners.size() / 3;
  }

  void finish(ElementVariant variant) {
    input.variant = variant;
    if (splats) input.splats = splats->view();
    input.vertices = vertices.data();
    input.vertex_count = static_cast<std::uint32_t>(vertices.size());
    input.colors = colors.data();
    input.motions = motions.data();
    input.corners = corners.data();
    for (std::uint32_t i = 0; i < count(); ++i) order.push_back(i);
    input.order = order.data();
    input.count = input.elements = static_cast<std::uint32_t>(order.size());
    Look look;
    look.point_size = 5;
    if (variant.kind == ElementKind::streak) look.particle_style = ParticleStyle::streak;
    look.blend_space = variant.encoded ? BlendSpace::encoded : BlendSpace::linear;
    Camera camera;
    camera.eye = glm::vec3(0.0f);
    camera.focus = glm::vec3(0.0f, 0.0f, -1.0f);
    camera.field_of_view = 90.0f;
    input.view = frame_block(camera, look, Bounds{glm::vec3(-2), glm::vec3(2)}, {width, height}, 1.0f);
    set_samples(1);
  }
  void set_samples(int samples) {
    input.samples = samples;
    const std::array<glm::ivec2, 4> places{{{6, 2}, {14, 6}, {2, 10}, {10, 14}}};
    if (samples == 4) std::ranges::copy(places, input.positions.begin());
    if (samples == 1) input.positions[0] = {8, 8};
  }
};

/// Elements of all sizes and shapes, some behind the eye, and one place that is NaN. Their number is such that the last
/// block of sixteen is not full.
std::unique_ptr<CpuScene> random_splats(ElementVariant variant, int degree, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> any(-1.0f, 1.0f);
  const auto place = [&] { return glm::vec3(any(random), any(random), any(random)); };
  auto scene = std::make_unique<CpuScene>();
  Model& model = scene->model;
  model.splats.degree = degree;
  for (int i = 0; i < 2999; ++i) {
    const float size = i % 50 == 0 ? 1.0f : i % 7 == 0 ? 0.1f : 0.01f;
    model.positions.push_back(glm::vec3(2, 1, 1) * place() + glm::vec3(0, 0, i % 50 == 0 ? 0 : -2));
    model.splats.scales.push_back(size * glm::abs(place()));
    const glm::vec3 axis = place();
    model.splats.rotations.push_back(glm::normalize(glm::quat(any(random), axis.x, axis.y, axis.z)));
    model.splats.opacities.push_back(0.5f + 0.5f * any(random));
    for (std::size_t k = 0; k < model.splats.coefficients(); ++k) model.splats.harmonics.push_back(place());
  }
  model.positions[5].x = std::nanf("");
  scene->splats.emplace(model);
  scene->finish(variant);
  return scene;
}

/// Elements of all sizes, some through the plane of the eye, and some places that are NaN.
std::unique_ptr<CpuScene> random_scene(ElementVariant variant, std::uint32_t seed) {
  if (variant.kind == ElementKind::splat || variant.kind == ElementKind::ellipsoid)
    return random_splats(variant, variant.encoded ? 3 : 1, seed);
  auto scene = std::make_unique<CpuScene>();
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> any(-1.0f, 1.0f);
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  for (int i = 0; i < 3000; ++i) {
    const float size = i % 50 == 0 ? 3.0f : i % 7 == 0 ? 0.3f : 0.02f;
    const glm::vec3 middle(2 * any(random), any(random), i % 50 == 0 ? any(random) : -2.0f + any(random));
    for (int corner = 0; corner < 3; ++corner) {
      const glm::vec3 place = middle + size * glm::vec3(any(random), any(random), any(random));
      const bool is_streak = variant.kind == ElementKind::streak;
      const bool is_particle = is_streak || variant.kind == ElementKind::particle;
      scene->vertices.push_back({place, is_particle ? std::bit_cast<std::uint32_t>(0.1f * size) : word()});
      scene->colors.push_back(word());
      if (is_streak) scene->motions.emplace_back(10 * any(random), 10 * any(random), 10 * any(random), 0);
      if (variant.kind == ElementKind::triangle)
        scene->corners.push_back(static_cast<std::uint32_t>(scene->corners.size()));
    }
  }
  if (variant.kind != ElementKind::triangle) scene->vertices[5].position.x = std::nanf("");
  scene->finish(variant);
  return scene;
}

class CpuDrawing : public testing::TestWithParam<std::tuple<ElementVariant, int>> {
 protected:
  const std::unique_ptr<CpuScene> scene_ = make_scene();
  std::vector<float> drawn(int threads, const cpu::Kernels& kernels, std::size_t memory = std::size_t{1} << 30) {
    std::vector<float> picture(std::size_t{4} * width * height, -1.0f);
    cpu::Drawing drawing(threads, kernels);
    drawing.draw(scene_->input, memory, picture);
    return picture;
  }

 private:
  static std::unique_ptr<CpuScene> make_scene() {
    auto scene = random_scene(std::get<0>(GetParam()), 7);
    scene->set_samples(std::get<1>(GetParam()));
    return scene;
  }
};

TEST_P(CpuDrawing, HasTheSameBitsWithEveryInstructionSet) {
  const std::vector<const cpu::Kernels*> all = cpu::all_kernels();
  const std::vector<float> expected = drawn(1, *all.front());
  EXPECT_GT(std::ranges::count_if(expected, [](float x) { return x > 0.1f; }), width * height / 4);
  for (const cpu::Kernels* kernels : all) {
    SCOPED_TRACE(kernels->instruction_set);
    EXPECT_TRUE(drawn(1, *kernels) == expected);
  }
}

TEST_P(CpuDrawing, IsTheSameByAnyNumberOfThreadsAndWithAnyMemory) {
  const std::vector<float> expected = drawn(1, cpu::kernels());
  for (const int threads : {2, 3, 64}) EXPECT_TRUE(drawn(threads, cpu::kernels()) == expected) << threads;
  EXPECT_TRUE(drawn(2, cpu::kernels(), 1) == expected) << "in several passes";
}

TEST_P(CpuDrawing, WithoutElementsIsEmpty) {
  scene_->input.count = 0;
  EXPECT_EQ(drawn(2, cpu::kernels()), std::vector<float>(std::size_t{4} * width * height, 0.0f));
}

TEST_P(CpuDrawing, DrawsAnElementThatThereIsForOneThatThereIsNot) {
  scene_->order[0] = static_cast<std::uint32_t>(scene_->order.size());
  scene_->order[1] = 0xFFFFFFFFu;
  std::vector<float> wrong = drawn(2, cpu::kernels());
  scene_->order[0] = scene_->order[1] = static_cast<std::uint32_t>(scene_->order.size()) - 1;
  EXPECT_TRUE(wrong == drawn(2, cpu::kernels()));
}

TEST_P(CpuDrawing, ReportsThatMemoryRanOutOnAnyThread) {
  cpu::Kernels kernels = cpu::kernels();
  kernels.list = [](const cpu::DrawInput&, std::uint32_t, std::uint32_t, cpu::PairList&) -> std::uint32_t {
    throw std::bad_alloc();
  };
  for (const int threads : {1, 4}) EXPECT_THROW(drawn(threads, kernels), OutOfMemory);
}

std::vector<ElementVariant> drawn_variants() {
  std::vector<ElementVariant> result{{ElementKind::particle, false, true},
                                     {ElementKind::streak, false, true},
                                     {.kind = ElementKind::splat},
                                     {.kind = ElementKind::ellipsoid},
                                     {.kind = ElementKind::ellipsoid, .encoded = true}};
  for (const ElementKind kind :
       {ElementKind::triangle, ElementKind::point, ElementKind::particle, ElementKind::streak, ElementKind::splat})
    result.push_back({.kind = kind, .normals = kind == ElementKind::triangle, .colors = true, .encoded = true});
  for (const ElementKind kind : {ElementKind::triangle, ElementKind::point})
    for (const bool normals : {false, true})
      for (const bool colors : {false, true}) result.push_back({kind, normals, colors});
  return result;
}

std::string name_of_kind(const testing::TestParamInfo<std::tuple<ElementVariant, int>>& tested) {
  const auto& [variant, samples] = tested.param;
  return std::string(element_kinds[static_cast<std::size_t>(variant.kind)]) + (variant.normals ? "_normals" : "") +
         (variant.colors ? "_colors" : "") + (variant.encoded ? "_encoded" : "") + "_" + std::to_string(samples);
}

INSTANTIATE_TEST_SUITE_P(Of, CpuDrawing, testing::Combine(testing::ValuesIn(drawn_variants()), testing::Values(1)),
                         name_of_kind);
INSTANTIATE_TEST_SUITE_P(Smooth, CpuDrawing,
                         testing::Values(std::tuple(ElementVariant{ElementKind::triangle, true, true}, 4)),
                         name_of_kind);

// ---- The twins of shaders/elements

TEST(CpuKinds, AreAsBrightAsTheirShadersSay) {
  for (std::size_t i = 0; i < element_kinds.size(); ++i) {
    const std::string name = "elements/" + std::string(element_kinds[i]) + ".glsl";
    const auto file = std::ranges::find(gl::viewer_shaders(), name, &gl::ShaderFile::name);
    ASSERT_NE(file, gl::viewer_shaders().end()) << name;
    const std::string text(file->text), words = "const float brightest = ";
    EXPECT_EQ(std::stof(text.substr(text.find(words) + words.size())),
              cpu::brightest({.kind = static_cast<ElementKind>(i)}));
  }
}

// ---- The pictures of `tiles`

class CpuPictures : public FinePictures {
 protected:
  /// From the camera that the scene opens with, and from its middle: no channel is off by more than 1/255.
  void expect_those_of_tiles(const Scene& scene, int samples, int its_width = 160, int its_height = 90) {
    const Canvas drawn_on(gl, its_width, its_height);
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(scene);
    frame.set_paused(true);
    look = wanted;
    look.samples = samples;
    camera = opening_camera(scene, static_cast<float>(its_width) / static_cast<float>(its_height), {});
    expect_alike(frame, drawn_on);
    camera.eye = camera.focus = scene.bounds().center();
    camera.focus += glm::vec3(0.3f, 0.1f, 1.0f) * scene.bounds().radius();
    expect_alike(frame, drawn_on);
  }
  Look wanted;

 private:
  void expect_alike(SceneRenderer& frame, const Canvas& drawn_on) {
    std::array<std::vector<std::uint8_t>, 2> pictures;
    for (std::size_t i = 0; i < 2; ++i) {
      look.renderer = i == 0 ? "tiles" : "cpu";
      frame.draw(camera, look, choice, drawn_on.target(), true);
      pictures[i] = drawn_on.read();
    }
    int largest = 0;
    for (std::size_t i = 0; i < pictures[0].size(); ++i)
      largest = std::max(largest, std::abs(pictures[0][i] - pictures[1][i]));
    EXPECT_LE(largest, 1);
    EXPECT_NE(pictures[1], std::vector<std::uint8_t>(pictures[1].size(), pictures[1][0])) << "something is drawn";
  }
};

TEST_F(CpuPictures, OfGlass) {
  for (const int samples : {1, 4}) expect_those_of_tiles(built_in_scene("glass", 0, 1), samples);
}
TEST_F(CpuPictures, OfPoints) {
  choice.primitive = Primitive::points;
  expect_those_of_tiles(built_in_scene("glass", 0, 1), 1);
}
TEST_F(CpuPictures, OfParticles) { expect_those_of_tiles(built_in_scene("particles", 3000, 1), 1); }
TEST_F(CpuPictures, OfSpheres) {
  wanted.particle_style = ParticleStyle::sphere;
  for (const BlendSpace space : {BlendSpace::linear, BlendSpace::encoded}) {
    wanted.blend_space = space;
    wanted.opacity = space == BlendSpace::linear ? 1.0f : 0.5f;
    expect_those_of_tiles(built_in_scene("particles", 1500, 1), 1);
  }
}
TEST_F(CpuPictures, OfStreaks) {
  wanted.particle_style = ParticleStyle::streak;
  for (const float exposure : {0.03f, 0.5f}) {
    wanted.streak = exposure;
    const Scene scene = built_in_scene("particles", 1500, 1);
    for (int i = 0; i < 60; ++i) scene.objects[0].particles()->step();
    expect_those_of_tiles(scene, 1);
  }
}
TEST_F(CpuPictures, OfSplats) {
  for (const float scale : {1.0f, 3.0f}) {
    wanted.splat_scale = scale;
    expect_those_of_tiles(built_in_scene("splats", 3000, 1), 1);
  }
}
TEST_F(CpuPictures, OfSplatsAsTheyAreAskedFor) {
  wanted.splat_filter = SplatFilter::mip;
  wanted.splat_degree = 1;
  wanted.blend_space = BlendSpace::linear;
  wanted.opacity = 0.6f;
  expect_those_of_tiles(built_in_scene("splats", 1500, 1), 1);
}
TEST_F(CpuPictures, OfSplatsAsPoints) {
  wanted.splat_style = SplatStyle::point;
  expect_those_of_tiles(built_in_scene("splats", 3000, 1), 1);
}
TEST_F(CpuPictures, OfSplatsAsEllipsoids) {
  wanted.splat_style = SplatStyle::ellipsoid;
  for (const BlendSpace space : {BlendSpace::automatic, BlendSpace::linear}) {
    wanted.blend_space = space;
    expect_those_of_tiles(built_in_scene("splats", 1500, 1), 1);
  }
}
TEST_F(CpuPictures, OfEncodedValues) {
  wanted.blend_space = BlendSpace::encoded;
  expect_those_of_tiles(built_in_scene("glass", 0, 1), 4);
  expect_those_of_tiles(built_in_scene("particles", 3000, 1), 1);
}
TEST_F(CpuPictures, OfTrianglesThatCross) { expect_those_of_tiles(built_in_scene("crossing", 0, 1), 1); }
TEST_F(CpuPictures, OfAnySize) {
  for (const auto& [its_width, its_height] : {std::pair{1, 1}, std::pair{1, 40}, std::pair{33, 32}, std::pair{513, 3}})
    expect_those_of_tiles(built_in_scene("crossing", 0, 1), 1, its_width, its_height);
}

}  // namespace
}  // namespace farfirst::app
