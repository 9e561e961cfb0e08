// Particles in a window: opened from files, their time, and what the panel changes of them.

#include <fmt/format.h>

#include "io/files.h"
#include "io/particle_file.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"

#include "ui/actions.h"
#include "ui/activity.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class ParticlesPanel : public UiFiles {
 protected:
  static std::string system(const std::string& rate) {
    return R"({ "format": "farfirst particles 1", "emitters": [ { "name": "a", "rate": )" + rate +
           R"(, "life": 2, "speed": 1 }, { "name": "b", "rate": 30, "life": 1 } ],
                "forces": [ { "kind": "gravity", "vector": [0, -9.81, 0] } ] })";
  }
  const ParticleSystem& particles() const { return *session->scene()->objects[0].particles(); }
};

/// With the clock of a window. The panels say how far it is.
TEST_F(ParticlesPanel, TheWayToTheStartIsSimulatedBesideTheFrames) {
  std::string text = system("60000");
  text.insert(text.find("\"emitters\""), "\"warm_up\": 10, ");
  const std::vector<std::string> arguments = {"--particles-file=" + write("a.particles.json", text).string()};
  const Command options = parse_command_line(arguments);
  session = std::make_unique<Session>(context->gl(), options, HeadlessContext::proc(), [] { return 0.0; });
  int frames = 0;
  for (; frames == 0 || session->player.start_simulated(); ++frames) {
    ASSERT_LT(frames, 10'000);
    session->update();
    session->draw({64, 64});
    if (const auto share = session->player.start_simulated()) {
      EXPECT_EQ(activity_text(*session, "idle"), fmt::format("simulating the start: {:.0f} %", 100 * *share));
    }
  }
  EXPECT_GT(frames, 2);
  EXPECT_EQ(particles().simulated().steps(), particles().simulated_steps());
}

TEST_F(ParticlesPanel, FilesAreOpenedAndReadAgain) {
  start({"--particles-file=" + write("a.particles.json", system("20")).string()});
  EXPECT_EQ(session->scene()->name(), "a.particles.json");
  const std::uint32_t slots = particles().slots();
  EXPECT_NEAR(slots, 20 * 2 + 30, 8);

  write("a.particles.json", system("40"));
  session->camera.eye += glm::vec3(1, 0, 0);
  const Camera seen = session->camera;
  session->reload();
  run();
  EXPECT_NEAR(particles().slots(), slots + 40, 3);
  EXPECT_EQ(session->camera.eye, seen.eye) << "what is read again is seen from where it was";

  session->open(write("broken.particles.json", system("-1")));
  run();
  ASSERT_FALSE(session->messages.all().empty());
  EXPECT_NE(session->messages.all().back().text.find("line 1: \"emitters[0].rate\": expected"), std::string::npos);
  EXPECT_EQ(session->scene()->name(), "a.particles.json") << "what was shown stays";

  session->open_scene("fire");
  EXPECT_EQ(session->scene()->name(), "fire");
  session->open(write("b.json", system("20")));  // known by its content
  EXPECT_EQ(session->scene()->name(), "b.json");
  EXPECT_EQ(session->document.objects[0].file, folder / "b.json");
}

TEST_F(ParticlesPanel, ASavedSystemIsShownAgain) {
  start({write("a.particles.json", system("20")).string()});
  const std::uint32_t slots = particles().slots();
  const auto wait_for = [&](const std::string& words) {
    run_until([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return !session->messages.all().empty() && session->messages.all().back().text.find(words) != std::string::npos;
    });
  };
  write("a.particles.json", system("-20"));
  wait_for("expected");
  EXPECT_EQ(particles().slots(), slots) << "what was shown stays";
  write("a.particles.json", system("40"));
  wait_for("was read again");
  EXPECT_NEAR(particles().slots(), slots + 40, 3);
}

TEST_F(ParticlesPanel, ASystemStandsAmongOtherFiles) {
  start({"--scene=glass"});
  const auto file = write("a.particles.json", system("20"));
  open_dropped(*session, {write("a.ply", triangle()), file}, /*adds=*/false);
  run_until([this] { return session->loader.current() == nullptr; });
  ASSERT_EQ(session->scene()->objects.size(), 2u);
  EXPECT_TRUE(session->scene()->objects.back().particles());
  run();
  const std::uint32_t slots = session->player.particles()->slots();
  session->player.particle_draft().emitters.at(0).rate = 40;
  session->player.apply_particle_draft(/*done=*/true);
  run();
  EXPECT_GT(session->player.particles()->slots(), slots) << "the panel is about it";
  EXPECT_EQ(session->document.objects.size(), 2u);
}

TEST_F(ParticlesPanel, TimeStopsContinuesAndRestarts) {
  start({write("a.particles.json", system("20")).string(), "--steps=7"});
  EXPECT_GE(particles().steps(), 8u);
  open_tab("Scene");
  click("Step once");
  EXPECT_TRUE(session->paused);
  settle();
  const std::uint64_t step = particles().steps();
  run(5);
  EXPECT_EQ(particles().steps(), step);
  session->player.step_once();
  run(5);
  EXPECT_EQ(particles().steps(), step + 1);
  click("Restart");
  EXPECT_EQ(particles().steps(), 0u);
  session->paused = false;
  run(3);
  EXPECT_EQ(particles().steps(), 3u) << "without a clock each frame is a step";
}

TEST_F(ParticlesPanel, RatesNumberAndSeedRestart) {
  const auto file = write("a.particles.json", system("20"));
  start({file.string()});
  const std::uint32_t slots = particles().slots();
  open_tab("Scene");
  ASSERT_TRUE(has("rate of a"));
  session->player.particle_draft().emitters[0].rate = 60;
  EXPECT_FALSE(session->player.apply_particle_draft(/*done=*/false)) << "there are too few places";
  EXPECT_EQ(particles().slots(), slots);
  EXPECT_EQ(session->player.particle_draft().emitters[0].rate, 60);
  EXPECT_TRUE(session->player.apply_particle_draft(/*done=*/true));
  EXPECT_NEAR(particles().slots(), slots + 80, 3);
  EXPECT_EQ(particles().steps(), 0u);
  EXPECT_EQ(particles().description().emitters[0].rate, 60);
  EXPECT_EQ(particles().description().emitters[1].rate, 30) << "the others stay";
  session->player.set_particles(1000, 5);
  EXPECT_LE(particles().slots(), 1000u);
  EXPECT_GE(particles().slots(), 980u);
  EXPECT_EQ(particles().plan()->seed(), 5u);
  const auto& emitters = session->player.particle_draft().emitters;
  EXPECT_NEAR(emitters[0].rate / emitters[1].rate, 2, 1e-3);
  run();
  EXPECT_EQ(particles().steps(), 3u);
  session->player.particle_draft().emitters[0].rate = 1e9f;
  session->player.apply_particle_draft(/*done=*/true);
  EXPECT_NE(session->messages.all().back().text.find("Farfirst can simulate"), std::string::npos);
  EXPECT_LE(particles().slots(), 1000u) << "what was shown stays";
  EXPECT_LT(session->player.particle_draft().emitters[0].rate, 1e6f);
}

TEST_F(ParticlesPanel, ChangesActAtOnceWhereParticlesCanGoOn) {
  start({write("a.particles.json", system("20")).string()}, 1, {560, 1500});
  run(4);
  const std::uint64_t step = particles().steps();
  open_tab("Scene");
  click("strength 1");  // in its middle
  const Force& gravity = particles().description().forces[0];
  EXPECT_LT(gravity.vector.y, 0) << "it keeps its direction";
  EXPECT_GT(std::abs(gravity.vector.y + 9.81f), 0.1f);
  EXPECT_EQ(gravity.vector.x, 0);
  click("emitter b");
  click("drag of b");
  EXPECT_GT(particles().description().emitters[1].drag, 0);
  click("opacity of b/1");
  EXPECT_NEAR(particles().description().emitters[1].opacity.curve.knots.at(0).value, 0.5f, 0.1f);
  click("rate of b");  // in its middle: fewer
  EXPECT_LT(particles().description().emitters[1].rate, 30);
  const ImVec2 life = center("life of b");
  drag({life.x - 60, life.y}, {life.x - 90, life.y});  // its left half is the shortest life
  EXPECT_LT(particles().description().emitters[1].life.least, 1);
  EXPECT_GT(particles().steps(), step + 6) << "they go on";
}

TEST_F(ParticlesPanel, ChangesAreUndone) {
  start({write("a.particles.json", system("20")).string()}, 1, {560, 1500});
  run(4);
  const ParticleSystemDescription before = particles().description();
  open_tab("Scene");
  click("strength 1");
  const ParticleSystemDescription heavy = particles().description();
  const std::uint32_t slots = particles().slots();
  const float rate = center("rate of a").x;
  drag({rate, center("rate of a").y}, {rate + 60, center("rate of a").y});  // more: they restart
  run();
  EXPECT_GT(particles().slots(), slots);
  session->document.left.sort.seed = 7;
  session->player.set_particles(0, 7);
  run();

  const auto undo = [&](const char* name) {
    ASSERT_NE(session->edits().next_undo(), nullptr) << name;
    EXPECT_EQ(*session->edits().next_undo(), name);
    press(GLFW_KEY_Z, GLFW_MOD_CONTROL);
  };
  undo("seed of a.particles.json");
  EXPECT_EQ(particles().plan()->seed(), 1u);
  EXPECT_EQ(session->document.left.sort.seed, 1u);
  undo("rate of a");
  EXPECT_EQ(particles().description(), heavy);
  undo("gravity of a.particles.json");
  EXPECT_EQ(particles().description(), before);
  EXPECT_EQ(session->edits().next_undo(), nullptr);
  EXPECT_GT(particles().steps(), 0u);
  press(GLFW_KEY_Y, GLFW_MOD_CONTROL);
  EXPECT_EQ(particles().description(), heavy);
  press(GLFW_KEY_Y, GLFW_MOD_CONTROL);
  EXPECT_GT(particles().description().emitters[0].rate, 20);
}

TEST_F(ParticlesPanel, AreSavedAsAFileOfTheirOwn) {
  const auto file = write("a.particles.json", system("20"));
  const std::string text = read_file(file);
  start({file.string()}, 1, {560, 1500});
  open_tab("Scene");
  click("strength 1");
  session->player.set_particles(500, 1);
  const ParticleSystemDescription shown = session->player.particle_draft();
  click("Save as ...");
  ASSERT_TRUE(gui->save_dialog().is_open());
  press(GLFW_KEY_ENTER);
  EXPECT_FALSE(gui->save_dialog().is_open());
  EXPECT_EQ(read_file(file), text) << "the file that it came from stays";
  const auto saved = folder / "a-2.particles.json";
  ParticleSystemDescription read = load_particle_system(saved);
  EXPECT_TRUE(read.name.empty()) << "it had none but that of its file";
  read.name = shown.name;
  EXPECT_EQ(read, shown);
  EXPECT_EQ(session->document.objects[0].file, saved);
  const std::uint32_t slots = particles().slots();
  session->reload();
  EXPECT_EQ(session->scene()->name(), "a-2.particles.json");
  EXPECT_NEAR(particles().slots(), slots, 3);

  click("menu/File");
  click("menu/Save particle system");
  ASSERT_TRUE(gui->save_dialog().is_open());
  press(GLFW_KEY_ESCAPE);
}

TEST_F(ParticlesPanel, FilesAreColoredByAProperty) {
  start({write("a.csv", "x,y,z,age\n0,0,0,1\n1,0,0,3\n0,1,0,2\n").string()});
  const ParticleSequence& files = *session->player.sequence();
  EXPECT_EQ(files.drawn().plain()->colors[0], 0xFFFFFFFFu);
  open_tab("Scene");
  click("colour by");
  click("colour by/age");
  run_until([&] { return !files.is_waiting(); });
  EXPECT_EQ(session->document.sequence.mapping.color.name, "age");
  EXPECT_EQ(files.drawn().plain()->colors[0], color_in(ColorMap::viridis, 0));
  EXPECT_EQ(files.drawn().plain()->colors[1], color_in(ColorMap::viridis, 1));
  click("colour map");
  click("colour map/heat");
  run_until([&] { return !files.is_waiting(); });
  EXPECT_EQ(files.drawn().plain()->colors[1], color_in(ColorMap::heat, 1));
  click("colour range/auto");
  EXPECT_EQ(files.mapping().color.range, (ValueRange{1, 3}));
  click("size by");
  click("size by/age");
  run_until([&] { return !files.is_waiting(); });
  EXPECT_EQ(files.drawn().plain()->places[0].w, 0);
  EXPECT_GT(files.drawn().plain()->places[1].w, files.drawn().plain()->places[2].w);

  session->open(write("b.csv", "x,y,z\n0,0,0\n1,0,0\n"));
  EXPECT_EQ(session->scene()->name(), "a.csv") << "it is shown until the other has been read";
  run_until([&] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "b.csv");
  EXPECT_EQ(session->player.sequence()->mapping(), ParticleMapping{}) << "which has no such column";
}

TEST_F(ParticlesPanel, TheirLookIsChosen) {
  start({write("a.particles.json", system("20")).string()}, 1, {960, 2400});
  click("particle style");
  click("particle style/streak");
  EXPECT_EQ(session->document.left.look.particle_style, ParticleStyle::streak);
  EXPECT_TRUE(has("streak"));
  EXPECT_FALSE(has("light height"));
  click("self-shadows");
  EXPECT_TRUE(session->document.left.look.self_shadows);
  run(2);
  click("light side");  // in its middle: before them
  EXPECT_NEAR(session->document.left.look.light.x, 0, 0.02f);
  EXPECT_GT(session->document.left.look.light.z, 0);
}

/// Frames at 24 a second of a clock that the test sets.
TEST_F(ParticlesPanel, FollowTheClockInAWindow) {
  double now = 50;
  const auto file = write("a.particles.json", system("20"));
  Command options = parse_command_line(std::vector<std::string>{file.string()});
  Session window(context->gl(), options, HeadlessContext::proc(), [&now] { return now; });
  const ParticleSystem& shown = *window.scene()->objects[0].particles();
  const Viewer::View view{64, 48, 1};
  window.draw(view);
  EXPECT_EQ(shown.steps(), 1u);
  for (int frame = 0; frame < 24; ++frame) {
    now += 1.0 / 24;
    EXPECT_TRUE(window.viewer.needs_draw(view));
    window.draw(view);
  }
  EXPECT_NEAR(static_cast<double>(shown.steps()) + shown.part(), 61, 0.1);
  const std::uint64_t steps = shown.steps();
  now += 0.25 / 60;
  window.draw(view);
  EXPECT_LE(shown.steps(), steps + 1) << "between two steps only the picture changes";
  EXPECT_LE(shown.part(), 1);

  window.paused = true;
  window.update();
  now += 10;
  window.paused = false;
  window.draw(view);
  EXPECT_LE(shown.steps(), steps + 3) << "a pause takes no time";
  now += 10;
  window.draw(view);
  EXPECT_LE(shown.steps(), steps + 3 + StepClock::most_steps) << "nor does what was too slow";
}

}  // namespace
}  // namespace farfirst::app::ui
