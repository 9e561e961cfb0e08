// A changed look at rest draws the picture of a frame that knows no other look: by every renderer, of
// every kind of element, for each choice.

#include <algorithm>
#include <string_view>

#include "look_scenes.h"
#include "object/context.h"
#include "render/renderer.h"

namespace farfirst::app {
namespace {

/// Which scenes show a change.
enum OnScene : unsigned {
  on_mesh = 1,
  on_plain_mesh = 2,
  on_cloud = 4,
  on_particles = 8,
  on_lit_particles = 16,
  on_streaks = 32,
  on_splats = 64,
  on_ellipsoids = 128,
  on_mixed = 256
};

struct LookChange {
  std::string_view member;
  unsigned by;  // OnScene
  void (*apply)(Look&);
  std::string_view renderers = "";  // that show it; empty: all
};

/// Every member of a look that changes pictures, which the renderer, its memory and refinement do not. What takes other
/// programs is changed in one scene: they take long to compile. A new member does not compile before it is named here.
const std::vector<LookChange>& look_changes() {
  [[maybe_unused]] const auto& [renderer, samples, tile_memory, exact_by, peel_layers, refine, opacity, fresnel,
                                shading, point_size, color, use_file_colors, particle_style, self_shadows, light,
                                ambient, streak, blend_space, splat_scale, splat_degree, splat_filter, splat_style,
                                splat_cutoff, background, background_top, background_bottom] = Look();
  static const std::vector<LookChange> all = {
      {"samples", on_mesh, [](Look& look) { look.samples = 4; }, "raster tiles cpu exact peeled"},
      {"exact_by", on_mesh, [](Look& look) { look.exact_by = ExactBy::order; }, "none: the order is right"},
      {"peel_layers", on_mesh, [](Look& look) { look.peel_layers = 1; }, "peeled"},
      {"opacity",
       on_mesh | on_cloud | on_particles | on_lit_particles | on_streaks | on_splats | on_ellipsoids | on_mixed,
       [](Look& look) { look.opacity = 0.3f; }},
      {"fresnel", on_mesh, [](Look& look) { look.fresnel = 0.1f; }},
      {"shading", on_mesh, [](Look& look) { look.shading = Shading::flat; }},
      {"point_size", on_cloud | on_mixed, [](Look& look) { look.point_size = 9; }},
      {"color", on_plain_mesh,
       [](Look& look) {
         look.color = {1, 0.1f, 0.2f};
       }},
      {"use_file_colors", on_cloud | on_mixed, [](Look& look) { look.use_file_colors = false; }},
      {"particle_style", on_particles, [](Look& look) { look.particle_style = ParticleStyle::sphere; }},
      {"particle_style", on_particles | on_mixed, [](Look& look) { look.particle_style = ParticleStyle::streak; }},
      {"self_shadows", on_particles | on_mixed, [](Look& look) { look.self_shadows = true; }},
      {"light", on_lit_particles,
       [](Look& look) {
         look.light = {-1, 0, 0.1f};
       }},
      {"ambient", on_lit_particles, [](Look& look) { look.ambient = 0.9f; }},
      {"streak", on_streaks, [](Look& look) { look.streak = 0.2f; }},
      {"blend_space", on_mesh, [](Look& look) { look.blend_space = BlendSpace::encoded; }},
      {"splat_scale", on_splats | on_ellipsoids | on_mixed, [](Look& look) { look.splat_scale = 3; }},
      {"splat_degree", on_splats | on_ellipsoids | on_mixed, [](Look& look) { look.splat_degree = 0; }},
      {"splat_filter", on_splats | on_mixed, [](Look& look) { look.splat_filter = SplatFilter::mip; }},
      {"splat_style", on_splats | on_mixed, [](Look& look) { look.splat_style = SplatStyle::ellipsoid; }},
      {"splat_style", on_splats | on_mixed, [](Look& look) { look.splat_style = SplatStyle::point; }},
      {"splat_cutoff", on_splats | on_ellipsoids | on_mixed, [](Look& look) { look.splat_cutoff = 0.4f; }},
      {"background", on_mesh, [](Look& look) { look.background = false; }},
      {"background_top", on_mesh,
       [](Look& look) {
         look.background_top = {1, 0, 0};
       }},
      {"background_bottom", on_mesh,
       [](Look& look) {
         look.background_bottom = {0, 1, 0};
       }},
  };
  return all;
}

struct LookScene {
  OnScene kind;
  Scene scene;
  Look look;
};

class Looks : public FrameTest, public testing::WithParamInterface<const RendererAbout*> {
 protected:
  using Picture = std::vector<std::uint8_t>;

  void SetUp() override {
    if (const std::string reason = GetParam()->why_unavailable(gl); !reason.empty()) GTEST_SKIP() << reason;
    canvas.may_lag = true;
    look = {};
    look.renderer = GetParam()->id;
    look.samples = 1;
    look.peel_layers = 2;  // each takes long without a GPU
    look.opacity = 0.7f;
    look.blend_space = BlendSpace::linear;
    look.splat_filter = SplatFilter::reference;
    choice.check_order = false;
  }

  std::vector<LookScene> look_scenes() const {
    SceneMaker maker(7);
    Look lit = look, streaked = look, bodies = look;
    lit.self_shadows = true;
    streaked.particle_style = ParticleStyle::streak;
    bodies.splat_style = SplatStyle::ellipsoid;
    const Scene files({Object{{"particles"}, maker.particles()}});
    Objects objects = {object_of(maker.mesh(true)), object_of(maker.cloud()), object_of(maker.splats())};
    objects.push_back({{"particles"}, maker.particles()});
    const Scene shapes = scene_of(maker.splats());
    return {{on_mesh, scene_of(maker.mesh(true)), look},
            {on_plain_mesh, scene_of(maker.mesh(false)), look},
            {on_cloud, scene_of(maker.cloud()), look},
            {on_particles, files, look},
            {on_lit_particles, files, lit},
            {on_streaks, files, streaked},
            {on_splats, shapes, look},
            {on_ellipsoids, shapes, bodies},
            {on_mixed, Scene(objects), look}};
  }

  static bool shows(const LookChange& change) {
    return change.renderers.empty() || change.renderers.find(GetParam()->id) != change.renderers.npos;
  }

  /// Draws like a window, until it requests no other frame.
  Picture settled(const Look& wanted) {
    FrameStats report;
    for (int i = 0; i < 1000; ++i) {
      report = frame.draw(camera, wanted, choice, canvas.target(), /*wait=*/false);
      if (report.elements > 0 && report.order_age == 0 && !report.may_be_incomplete) break;
    }
    EXPECT_FALSE(report.may_be_incomplete);
    EXPECT_EQ(report.renderer, GetParam()->id);
    return canvas.read();
  }
  /// By renderers that were reset.
  Picture fresh(const Scene& scene, const Look& wanted) {
    frame.set_scene(scene);
    frame.draw(camera, wanted, choice, canvas.target(), /*wait=*/true);
    return canvas.read();
  }
  static int difference(const Picture& a, const Picture& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }

  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
};

TEST_P(Looks, AreDrawnAtRestAsByAFreshFrame) {
  for (const LookScene& shown : look_scenes()) {
    SCOPED_TRACE("scene " + std::to_string(shown.kind));
    const Picture before = fresh(shown.scene, shown.look);
    for (const LookChange& change : look_changes()) {
      if ((change.by & shown.kind) == 0) continue;
      SCOPED_TRACE(change.member);
      Look changed = shown.look;
      change.apply(changed);
      EXPECT_LE(difference(settled(shown.look), before), 1) << "changed back";
      const Picture picture = settled(changed), expected = fresh(shown.scene, changed);
      EXPECT_LE(difference(picture, expected), 1);
      EXPECT_TRUE(!shows(change) || difference(expected, before) > 4) << "the change does not show";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Looks, testing::ValuesIn(renderers().begin(), renderers().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

}  // namespace
}  // namespace farfirst::app
