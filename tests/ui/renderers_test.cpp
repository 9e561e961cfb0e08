// What a second folder in app/render/ changes without another line: options, settings, auto, the panel, times. This
// program has a catalogue of its own, which takes the place of the one that CMake writes, with `raster` and a double.

#include "render/renderer.h"

#include "headless/run.h"
#include "io/exit_codes.h"
#include "ui_fixture.h"

namespace farfirst::app {

namespace raster {
extern const RendererAbout about;
}

namespace {

int crayon_rank = 0;
std::string crayon_absence, crayon_failure, crayon_shortage, crayon_breakage;

/// Fills the picture with red.
class Crayon final : public Renderer {
 public:
  explicit Crayon(const GladGLContext& gl) : gl_(gl) {}
  IndexLayout index_layout(std::size_t) const override { return IndexLayout::corners; }  // as raster in software
  int samples(int wanted, Footprint) const override { return wanted; }
  void draw(const DrawRequest&, const ColorTarget& target) override {
    if (!crayon_shortage.empty()) throw OutOfMemory(crayon_shortage);
    if (!crayon_breakage.empty()) throw Error(crayon_breakage);
    constexpr float red[] = {1, 0, 0, 1};
    gl_.ClearNamedFramebufferfv(target.framebuffer(), GL_COLOR, 0, red);
  }
  std::size_t gpu_bytes() const override { return 0; }
  std::string remark() const override { return "a stroke of red"; }
  bool take_steps(Steps& steps) override {
    steps = {{"sharpen", 0.25}, {"stroke", 0.5}};
    return true;
  }

 private:
  const GladGLContext& gl_;
};

std::unique_ptr<Renderer> make_crayon(const RendererContext& context) {
  if (!crayon_failure.empty()) throw Error(crayon_failure);
  return std::make_unique<Crayon>(context.gpu.gl);
}

constexpr RendererAbout crayon{.id = "crayon",
                               .title = "Red crayon",
                               .meaning = "Everything is red",
                               .why_unavailable = [](const GladGLContext&) { return crayon_absence; },
                               .rank = [](const GladGLContext&) { return crayon_rank; },
                               .make = make_crayon};

}  // namespace

std::span<const RendererAbout* const> renderers() noexcept {
  static constexpr const RendererAbout* all[] = {&crayon, &raster::about};
  return all;
}

namespace ui {
namespace {

class TwoRenderers : public UiFiles {
 protected:
  TwoRenderers() {
    crayon_rank = 0;
    crayon_absence = crayon_failure = crayon_shortage = crayon_breakage = "";
  }
  std::string chosen(std::string_view name) const { return std::string(choose_renderer(name, context->gl()).id); }
  const std::string& drew() const { return session->frames.last().renderer; }
  static std::string refusal(const std::vector<std::string>& arguments) {
    try {
      parse_command_line(arguments);
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.exit_code, ExitCode::usage);
      return failure.what();
    }
    return {};
  }
  Command windowless(const std::string& renderer) const {
    return parse_command_line(std::vector<std::string>{"--renderer=" + renderer, "--resolution=32,32",
                                                       "--output=" + (folder / "a.png").string(),
                                                       write_triangle().string()});
  }
  std::filesystem::path write_triangle() const {
    std::ofstream(folder / "a.ply", std::ios::binary) << triangle();
    return folder / "a.ply";
  }
};

TEST_F(TwoRenderers, AutoTakesTheHighestRankOfThoseThatCanDraw) {
  EXPECT_EQ(chosen("auto"), "raster") << "crayon only if it is named";
  EXPECT_EQ(chosen("crayon"), "crayon");
  crayon_rank = 7;
  EXPECT_EQ(chosen("auto"), "crayon");
  EXPECT_EQ(chosen("raster"), "raster");
  crayon_absence = "there is no paper";
  EXPECT_EQ(chosen("auto"), "raster");
  EXPECT_THROW(chosen("crayon"), RendererUnavailable);
}

TEST_F(TwoRenderers, OptionsKnowBoth) {
  EXPECT_EQ(parse_command_line(std::vector<std::string>{"--renderer=crayon"}).document.left.look.renderer, "crayon");
  EXPECT_EQ(refusal({"--renderer=brush"}), "--renderer: 'brush' is not one of auto, crayon or raster");
  const std::string list = renderers_text(&context->gl(), {});
  EXPECT_NE(list.find("crayon  Red crayon. Everything is red"), std::string::npos) << list;
  EXPECT_NE(list.find("drawn with here only if it is named"), std::string::npos) << list;
  crayon_absence = "there is no paper";
  EXPECT_NE(renderers_text(&context->gl(), {}).find("cannot draw here: there is no paper"), std::string::npos);
  EXPECT_NE(renderers_text(nullptr, "no OpenGL").find("cannot draw here: no OpenGL"), std::string::npos);
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(SettingsFile(write("named.json", R"({"options": {"renderer": "crayon"}})"), {.named = true})
                  .load(options, memory)
                  .empty());
  EXPECT_EQ(options.document.left.look.renderer, "crayon");
}

TEST_F(TwoRenderers, ARunWithoutAWindowUsesTheNamedOneOrEnds) {
  const auto picture = [&] {
    std::ifstream file(folder / "a.png", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(run_windowless(windowless("raster")), ExitCode::fine);
  const std::string by_raster = picture();
  EXPECT_EQ(run_windowless(windowless("crayon")), ExitCode::fine);
  EXPECT_NE(picture(), by_raster);
  crayon_absence = "there is no paper";
  try {
    run_windowless(windowless("crayon"));
    ADD_FAILURE() << "it ran";
  } catch (const RendererUnavailable& error) {
    EXPECT_STREQ(error.what(), "the renderer crayon cannot draw here: there is no paper");
  }
}

TEST_F(TwoRenderers, ThePanelHasAList) {
  start({"--resort=always"});
  run(6);
  EXPECT_EQ(drew(), "raster");
  click("renderer");
  click("renderer/crayon: Red crayon");
  run(6);
  EXPECT_EQ(session->document.left.look.renderer, "crayon");
  EXPECT_EQ(drew(), "crayon");
  const auto& rows = session->frames.times().rows();
  EXPECT_EQ(std::ranges::count(rows, "renderer crayon", &FrameHistory::Row::mark), 1);
  click("Reset look");
  run(3);
  EXPECT_EQ(drew(), "raster");
}

TEST_F(TwoRenderers, StepsOfADrawAreShownBesideThePasses) {
  start({"--resort=always", "--renderer=crayon"});
  run(6);
  EXPECT_FALSE(has("part/stroke"));
  click("passes");
  run(2);
  EXPECT_TRUE(has("part/sharpen") && has("part/stroke"));
  EXPECT_TRUE(has("renderer remark"));
  session->document.left.look.renderer = "raster";
  run(6);
  EXPECT_FALSE(has("part/stroke"));
  EXPECT_FALSE(has("renderer remark"));
}

TEST_F(TwoRenderers, AutoMeasuresBoth) {
  crayon_rank = 7;
  start({"--resort=always"});
  run(1);
  EXPECT_EQ(drew(), "crayon") << "the best by its own account, until more is known";
  EXPECT_TRUE(session->frames.last().measuring);
  for (int i = 0; i < 50 && session->frames.last().measuring; ++i) run(1);
  EXPECT_FALSE(session->frames.last().measuring);
  run(3);
  EXPECT_FALSE(session->frames.last().measuring) << "once";
  EXPECT_EQ(session->document.left.look.renderer, "auto");
  EXPECT_TRUE(session->messages.all().empty());
}

TEST_F(TwoRenderers, AutoGoesOnWithAnotherWhereOneFails) {
  crayon_rank = 7;
  crayon_failure = "there is no paper";
  start({"--resort=always"});
  run(3);
  EXPECT_EQ(drew(), "raster");
  EXPECT_EQ(session->document.left.look.renderer, "auto");
  ASSERT_EQ(session->messages.all().size(), 1u);
  EXPECT_EQ(session->messages.all()[0].text,
            "the renderer crayon cannot draw here: there is no paper; raster takes its place");
}

/// Programs may be compiled as late as that.
TEST_F(TwoRenderers, AutoGoesOnWithAnotherWhereDrawingFails) {
  for (std::string* trouble : {&crayon_shortage, &crayon_breakage}) {
    crayon_rank = 7;
    *trouble = "it broke";
    start({"--resort=always"});
    run(9);
    EXPECT_EQ(drew(), "raster");
    EXPECT_FALSE(session->frames.last().measuring);
    ASSERT_EQ(session->messages.all().size(), 1u) << "once";
    EXPECT_EQ(session->messages.all()[0].text,
              "the renderer crayon cannot draw this scene: it broke; raster takes its place");
    trouble->clear();
    session->open_scene("glass");
    run(30);
    EXPECT_EQ(session->messages.all().size(), 1u) << "another scene is another chance";
  }
}

TEST_F(TwoRenderers, ARunWithoutAWindowDecidesInItsWarmUp) {
  crayon_rank = 7;
  Command options = windowless("auto");
  options.csv = folder / "a.csv";
  options.frames = 3;
  for (const std::uint32_t warmup : {0u, 10u}) {
    options.warmup = warmup;
    EXPECT_EQ(run_windowless(options), ExitCode::fine);
    std::ifstream file(*options.csv);
    const std::string csv(std::istreambuf_iterator<char>(file), {});
    const bool crayon = csv.find(",crayon,") != csv.npos, raster = csv.find(",raster,") != csv.npos;
    EXPECT_NE(crayon, raster) << "never within a run";
    EXPECT_TRUE(crayon || warmup > 0) << "the best by its own account";
  }
}

TEST_F(TwoRenderers, AWindowGoesOnWithAuto) {
  for (std::string* trouble : {&crayon_absence, &crayon_failure}) {
    *trouble = "there is no paper";
    start({"--renderer=crayon"});
    settle();
    EXPECT_EQ(session->document.left.look.renderer, "auto");
    EXPECT_EQ(drew(), "raster");
    ASSERT_EQ(session->messages.all().size(), 1u);
    EXPECT_EQ(session->messages.all()[0].text,
              "the renderer crayon cannot draw here: there is no paper; auto takes its place (Look > Renderer)");
    trouble->clear();
  }
}

/// What failed is the renderer, and not the sort.
TEST_F(TwoRenderers, AWindowKeepsItsSortWhereDrawingFails) {
  for (std::string* trouble : {&crayon_shortage, &crayon_breakage}) {
    *trouble = "it broke";
    start({"--renderer=crayon", "--sort=cpu.std_stable"});
    settle();
    EXPECT_EQ(session->document.left.sort.algorithm, "cpu.std_stable");
    EXPECT_EQ(session->document.left.look.renderer, "auto");
    EXPECT_EQ(drew(), "raster");
    ASSERT_EQ(session->messages.all().size(), 1u);
    EXPECT_EQ(session->messages.all()[0].text,
              "the renderer crayon cannot draw this scene: it broke; auto takes its place (Look > Renderer)");
    trouble->clear();
  }
}

}  // namespace
}  // namespace ui
}  // namespace farfirst::app
