// Several objects in one order: against a reference in double precision, and against the same objects alone or merged
// into one model.

#include "scene/scene.h"

#include <glm/gtc/matrix_transform.hpp>

#include "mixed_reference.h"
#include "render/cpu/drawing.h"
#include "render/frame_block.h"
#include "render/host_elements.h"
#include "scene/splat_scene.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

const Placement placed{.position = {0.3f, -0.2f, 0.1f}, .rotation = {20, 50, -35}, .scale = 0.8f};
constexpr std::uint32_t sheet_color = rgba(200, 90, 40, 128);

/// A sheet of triangles across the z axis, 8 x 8 squares, without normals.
Model sheet() {
  Model model;
  constexpr std::uint32_t squares = 8;
  for (std::uint32_t i = 0; i < (squares + 1) * (squares + 1); ++i) {
    const auto x = static_cast<float>(i % (squares + 1)), y = static_cast<float>(i / (squares + 1));
    model.positions.emplace_back(0.25f * x - 1, 0.25f * y - 1, 0.1f * x);
  }
  for (std::uint32_t y = 0; y < squares; ++y) {
    for (std::uint32_t x = 0; x < squares; ++x) {
      const std::uint32_t at = y * (squares + 1) + x, above = at + squares + 1;
      for (const std::uint32_t corner : {at, at + 1, above + 1, at, above + 1, above})
        model.triangles.push_back(corner);
    }
  }
  model.colors.assign(model.positions.size(), sheet_color);
  compute_bounds(model);
  return model;
}

Model small_cloud() {
  Model model;
  for (int i = 0; i < 200; ++i) {
    const float t = 0.1f * static_cast<float>(i);
    model.positions.emplace_back(std::sin(t), 0.05f * t - 0.5f, std::cos(1.7f * t));
    model.colors.push_back(rgba(255, static_cast<unsigned>(i), 90, 200));
  }
  compute_bounds(model);
  return model;
}

std::shared_ptr<const Model> shared(Model model) { return std::make_shared<const Model>(std::move(model)); }

/// The model after its placement, in its own arrays.
Model moved(Model model, const Placement& placement) {
  const Objects alone{{{"a", {.name = {}, .placement = placement}}, shared(model)}};
  const glm::mat4 matrix = Scene(alone).to_scene(0);
  const glm::quat turn = glm::quat_cast(glm::mat3(matrix) / placement.scale);
  for (glm::vec3& position : model.positions) position = matrix * glm::vec4(position, 1);
  for (glm::vec3& scale : model.splats.scales) scale *= placement.scale;
  for (glm::quat& rotation : model.splats.rotations) rotation = turn * rotation;
  compute_bounds(model);
  return model;
}

class ObjectPictures : public FrameTest {
 protected:
  void SetUp() override {
    look.splat_filter = SplatFilter::reference;
    camera.field_of_view = 60;
    camera.eye = {0.4f, 0.9f, 3.0f};
    camera.focus = {0, 0, 0};
    choice.check_order = true;
    frame.set_measuring(false);
  }

  static Objects splats_and_sheet(const Placement& placement = placed) {
    return {{{"splats", {.name = {}, .placement = placement}}, splats},
            {{"sheet", {.name = {}, .opacity = 0.7f}}, shared(sheet())}};
  }

  std::vector<std::uint8_t> draw() {
    report = frame.draw(camera, look, choice, canvas.target(), true);
    EXPECT_TRUE(report.check_result.is_right()) << report.check_result.order.sentence();
    return canvas.read();
  }
  std::vector<std::uint8_t> draw(Objects objects) {
    frame.set_scene(Scene(std::move(objects)));
    return draw();
  }

  static const std::shared_ptr<const Model> splats;
  FrameStats report;
  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
};
const std::shared_ptr<const Model> ObjectPictures::splats = shared(make_splat_scene(600, 3));

TEST_F(ObjectPictures, SplatsWithASheetThroughThem) {
  std::vector<ReferenceTriangle> triangles;
  const Model its = sheet();
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  for (std::size_t i = 0; i < its.triangles.size(); i += 3) {
    ReferenceTriangle triangle{.corners = {},
                               .color = {linear(200 / 255.0), linear(90 / 255.0), linear(40 / 255.0)},
                               .opacity = 0.7 * 128 / 255};
    for (std::size_t corner = 0; corner < 3; ++corner)
      triangle.corners[corner] = its.positions[its.triangles[i + corner]];
    triangles.push_back(triangle);
  }
  const Objects objects = splats_and_sheet();
  const glm::dmat3 to_object = glm::inverse(glm::dmat3(Scene(objects).to_scene(0)));
  const ReferencePicture expected = mixed_reference(moved(*splats, placed), to_object, triangles, camera, look, 64, 64);
  for (const char* renderer : {"raster", "tiles", "cpu"}) {
    look.renderer = renderer;
    EXPECT_GT(decibels(draw(objects), expected), least_decibels) << renderer;
    EXPECT_EQ(report.elements, splats->positions.size() + triangles.size());
  }
}

/// Equal but for the order, whose keys differ by rounding.
TEST_F(ObjectPictures, AnObjectIsDrawnAsItsModelIsAlone) {
  for (const auto& model : {splats, shared(sheet()), shared(small_cloud())}) {
    frame.set_scene(model);
    const std::vector<std::uint8_t> alone = draw();
    const std::vector<std::uint8_t> object = draw(Objects{{{"a", {.name = "placed"}}, model}});
    EXPECT_GT(decibels(object, alone), 50) << scene_of_file("a", *model).counts();
  }
}

TEST_F(ObjectPictures, ATransformMovesAllThatThereIs) {
  look.splat_degree = 0;  // colours by direction turn with the object
  for (const auto& model : {splats, shared(sheet()), shared(small_cloud())}) {
    frame.set_scene(shared(moved(*model, placed)));
    const std::vector<std::uint8_t> built_in = draw();
    EXPECT_GT(decibels(draw(Objects{{{"a", {.name = {}, .placement = placed}}, model}}), built_in), 45);
  }
}

TEST_F(ObjectPictures, EverySortMakesTheSameOrderOfThem) {
  Objects objects = splats_and_sheet();
  objects.push_back({{"cloud", {.name = {}, .placement = {.position = {0, 0.2f, 0}}}}, shared(small_cloud())});
  for (const SortPoint sort_point : {SortPoint::centroid, SortPoint::nearest}) {
    choice.sort_point = sort_point;
    std::vector<std::uint8_t> first;
    for (const char* sort : {"cpu.lsd_radix", "cpu.std_stable", "gl.radix"}) {
      choice.algorithm = sort;
      const std::vector<std::uint8_t> picture = draw(objects);
      if (first.empty()) first = picture;
      EXPECT_EQ(picture, first) << sort;
    }
  }
}

TEST_F(ObjectPictures, WhatIsMovedOrHiddenIsDrawnAsIfItHadBeenOpenedSo) {
  const Objects before = splats_and_sheet({});
  Objects after = splats_and_sheet();
  after[1].setting.opacity = 0.3f;
  const std::vector<std::uint8_t> moved_picture = draw(after);
  after[0].setting.visible = false;
  const std::vector<std::uint8_t> hidden_picture = draw(after);
  for (const char* sort : {"cpu.lsd_radix", "gl.radix"}) {
    choice.algorithm = sort;
    draw(before);
    after[0].setting.visible = true;
    frame.place(Scene(after));
    EXPECT_EQ(draw(), moved_picture) << sort;
    after[0].setting.visible = false;
    frame.place(Scene(after));
    EXPECT_EQ(draw(), hidden_picture) << sort;
    EXPECT_EQ(report.elements, sheet().triangle_count());
  }
}

/// A mesh that one can see into, a placed cloud, turned splats, and a hidden object.
Objects one_of_each() {
  return {{{"sheet", {.name = {}, .opacity = 0.7f}}, shared(sheet())},
          {{"cloud", {.name = {}, .placement = {.position = {0, 0.2f, 0.1f}, .scale = 0.9f}}}, shared(small_cloud())},
          {{"hidden", {.name = {}, .visible = false}}, shared(sheet())},
          {{"splats", {.name = {}, .opacity = 0.8f, .placement = placed}}, shared(make_splat_scene(600, 3))}};
}

TEST_F(ObjectPictures, TheProcessorDrawsThemAsTilesDo) {
  for (const bool encoded : {true, false}) {
    look.blend_space = encoded ? BlendSpace::encoded : BlendSpace::linear;
    look.renderer = "tiles";
    const std::vector<std::uint8_t> expected = draw(one_of_each());
    look.renderer = "cpu";
    const std::vector<std::uint8_t> found = draw(one_of_each());
    EXPECT_EQ(report.renderer, "cpu");
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 2) << i << ", " << encoded;
  }
}

/// Where a disc's triangle covers some samples of a pixel, `tiles` looks at their middle; the disc itself is soft.
TEST_F(ObjectPictures, TheProcessorKeepsSamplesAmongThem) {
  look.samples = 4;
  look.renderer = "tiles";
  const std::vector<std::uint8_t> expected = draw(one_of_each());
  look.renderer = "cpu";
  EXPECT_GT(decibels(draw(one_of_each()), expected), least_decibels);
  EXPECT_EQ(report.samples, 4);
  const std::vector<std::uint8_t> several = draw();
  look.samples = 1;
  EXPECT_NE(draw(), several);
}

TEST_F(ObjectPictures, TheProcessorFollowsWhatIsMovedOrHidden) {
  look.renderer = "cpu";
  Objects objects = one_of_each();
  const std::vector<std::uint8_t> before = draw(objects);
  std::vector<std::uint8_t> last = before;
  const auto changed = [&] {
    frame.place(Scene(objects));
    const std::vector<std::uint8_t> now = draw();
    EXPECT_NE(now, last);
    last = now;
    EXPECT_EQ(draw(objects), now) << "as if it had been opened so";
  };
  for (const std::size_t object : {0u, 1u, 3u}) {
    objects[object].setting.placement.position.x += 0.2f;
    changed();
    objects[object].setting.opacity = 0.4f;
    changed();
  }
  objects[3].setting.visible = false;
  changed();
  objects = one_of_each();
  changed();
  EXPECT_EQ(last, before);
}

/// Neither the size of lists nor the instruction set makes a difference.
TEST_F(ObjectPictures, TheProcessorTakesLittleMemoryForThem) {
  HostElements elements{Scene(one_of_each())};
  look.blend_space = BlendSpace::encoded;
  look.samples = 2;
  const Elements sorted = elements.elements(Primitive::automatic);
  std::vector<std::uint32_t> order(sorted.count());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = (i * 7919u) % sorted.count();
  const FrameBlock block = frame_block(camera, look, sorted.bounds, {96, 64}, 1.0f);
  const std::array<glm::ivec2, 2> positions{glm::ivec2{4, 4}, glm::ivec2{12, 12}};
  const cpu::DrawInput input = cpu::draw_input_of(elements.drawn(true, look), order, block, 2, positions);
  std::vector<float> expected(std::size_t{4} * 96 * 64), found(expected.size());
  cpu::Drawing(1).draw(input, std::size_t{1} << 30, expected);
  for (const cpu::Kernels* kernels : cpu::all_kernels()) {
    cpu::Drawing(3, *kernels).draw(input, 1, found);
    EXPECT_EQ(found, expected) << kernels->instruction_set;
  }
}

/// Splats as triangles round their ellipses, with packed surfaces; as a single object, unpacked; and by the
/// CPU.
TEST_F(ObjectPictures, EllipsoidsAreTheSameAloneAndAmongOthers) {
  look.splat_style = SplatStyle::ellipsoid;
  look.renderer = "tiles";
  frame.set_scene(splats);
  const std::vector<std::uint8_t> alone = draw();
  EXPECT_GT(decibels(draw(Objects{{{"a", {.name = "placed"}}, splats}}), alone), 50);
  std::vector<std::uint8_t> expected;
  for (const char* renderer : {"tiles", "cpu", "raster"}) {
    look.renderer = renderer;
    const std::vector<std::uint8_t> found = draw(one_of_each());
    if (expected.empty()) expected = found;
    EXPECT_GT(decibels(found, expected), least_decibels) << renderer;
  }
}

TEST_F(ObjectPictures, WithoutMeshesTheProcessorKeepsNoSamples) {
  const Objects objects{{{"cloud", {.name = "a"}}, shared(small_cloud())}, {{"splats", {.name = "b"}}, splats}};
  for (const bool as_points : {false, true}) {
    look.splat_style = as_points ? SplatStyle::point : SplatStyle::gaussian;
    look.renderer = "tiles";
    look.samples = 1;
    const std::vector<std::uint8_t> expected = draw(objects);
    look.renderer = "cpu";
    look.samples = 4;
    const std::vector<std::uint8_t> found = draw(objects);
    for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 2) << i << ", " << as_points;
  }
}

TEST_F(ObjectPictures, ExactSeesThemFragmentByFragment) {
  const std::vector<std::uint8_t> sorted = draw(splats_and_sheet());
  look.renderer = "exact";
  look.exact_by = ExactBy::element;
  EXPECT_GT(decibels(draw(), sorted), least_decibels) << "keys of elements are those that were sorted";
}

}  // namespace
}  // namespace farfirst::app
