// States: as text and back, refusals with their messages, and the tour, whose steps are states.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/settings_text.h"
#include "cli/state_file.h"
#include "cli/tour.h"
#include "folder_fixture.h"
#include "io/json.h"
#include "option_parsing.h"

namespace farfirst::app {
namespace {

using States = Folder;

Command parsed(std::vector<std::string> arguments) { return parse_command_line(arguments); }

std::string refusal(const std::string& text) {
  Command options = parsed({"--opacity=0.3"});
  const std::string sentence = failure_of(
      ExitCode::unreadable, [&] { options.document = read_state(text, "x.farfirst.json", "", options.notices); });
  EXPECT_EQ(options.document.left.look.opacity, 0.3f) << "what is refused changes nothing";
  return sentence;
}

std::string state(const std::string& fields) { return "{\n\"format\": \"farfirst state 1\",\n" + fields + "\n}"; }

WorldCamera some_camera() {
  return {.position = {500001.1, -2.3, 1e-9},
          .focal_point = {500000.1, 0.2, 0.3},
          .view_up = {0, 0, 1},
          .view_angle = 33.3f};
}

/// Every option of the document, with a value that is not its default.
TEST_F(States, ReadBackAsTheyWereWritten) {
  for (const OptionRow& row : option_table()) {
    if (!is_shown(row)) continue;
    SCOPED_TRACE(std::string(row.name));
    Command shown;
    shown.document.left.sort.algorithm = "cuda.hybrid";
    shown.document.split.on = row.name.starts_with("right.");
    test::set_another_value(row, shown.document);
    shown.document.note = {"a title", "a text\nof two lines"};
    Command back;
    back.document = read_state(write_state(shown.document, some_camera(), folder), "x", folder, back.notices);
    for (const OptionRow& other : option_table()) {
      if (is_shown(other)) {
        EXPECT_EQ(other.get(back), other.get(shown)) << other.name;
      }
    }
    EXPECT_EQ(back.document.note.title, shown.document.note.title);
    EXPECT_EQ(back.document.note.text, shown.document.note.text);
    ASSERT_TRUE(back.document.camera.pose);
    EXPECT_EQ(*back.document.camera.pose, some_camera());
    EXPECT_TRUE(back.notices.empty());
  }
}

TEST_F(States, HoldLazyPolicies) {
  for (const char* resort : {"frames:12", "angle:2.5"}) {
    const Command shown = parsed({std::string("--resort=") + resort});
    Command back;
    back.document = read_state(write_state(shown.document, some_camera(), folder), "x", folder, back.notices);
    EXPECT_EQ(back.document.left.sort.resort, shown.document.left.sort.resort) << resort;
  }
}

TEST_F(States, NameFilesFromTheirOwnFolder) {
  fs::create_directories(folder / "models");
  fs::create_directories(folder / "states");
  Command shown;
  shown.document.objects = {{folder / "models/dragon.ply"}};
  save_state(folder / "states/a.farfirst.json", shown.document, WorldCamera());
  std::ifstream file(folder / "states/a.farfirst.json");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(text.find("\"../models/dragon.ply\""), std::string::npos) << text;
  EXPECT_EQ(text.find(folder.string()), std::string::npos) << text;
  fs::rename(folder / "states", folder / "elsewhere");
  Command back;
  back.document = load_state(folder / "elsewhere/a.farfirst.json", back.notices);
  EXPECT_EQ(back.document.objects[0].file, folder / "models/dragon.ply");
  EXPECT_EQ(back.document.state, folder / "elsewhere/a.farfirst.json");
}

TEST_F(States, KeepObjects) {
  Command shown;
  shown.document.objects = {
      {folder / "room.ply", {}},
      {folder / "b.obj",
       {.name = "glass", .visible = false, .opacity = 0.3f, .placement = {{0.1f, -2, 3}, {0, 90.5f, 10}, 0.7f}}}};
  Command back;
  back.document = read_state(write_state(shown.document, WorldCamera(), folder), "x", folder, back.notices);
  EXPECT_EQ(back.document.objects, shown.document.objects);
  EXPECT_TRUE(back.notices.empty());
  shown.document.objects.pop_back();
  back.document = read_state(write_state(shown.document, WorldCamera(), folder), "x", folder, back.notices);
  EXPECT_EQ(back.document.objects, shown.document.objects);
  shown.document.objects[0].part = Part::splats;
  back.document = read_state(write_state(shown.document, WorldCamera(), folder), "x", folder, back.notices);
  EXPECT_EQ(back.document.objects, shown.document.objects);
  EXPECT_EQ(refusal(state(R"("objects": [{"file": "a.glb", "part": "lines"}])")),
            "x.farfirst.json: line 3: \"objects[0].part\": 'lines' is not one of all, mesh, points or splats");
  back.document = read_state(state(R"("objects": [{"file": "a.ply", "colour": "red"}])"), "x", folder, back.notices);
  ASSERT_EQ(back.notices.size(), 1u);
  EXPECT_EQ(back.notices[0], "x: an object has no field \"colour\"");
}

TEST_F(States, KeepParticleSystems) {
  Command shown = parsed({"--scene=snow", "--particles=5000", "--steps=30"});
  Command back;
  back.document = read_state(write_state(shown.document, WorldCamera(), folder), "x", folder, back.notices);
  EXPECT_EQ(back.document.objects[0].scene, "snow");
  EXPECT_EQ(back.document.size_of(back.document.objects[0]), 5000u);
  EXPECT_EQ(back.document.steps, 30u);
  shown = parsed({(folder / "systems/a.particles.json").string()});
  const std::string text = write_state(shown.document, WorldCamera(), folder);
  EXPECT_NE(text.find("\"systems/a.particles.json\""), std::string::npos) << text;
  back.document = read_state(text, "x", folder, back.notices);
  EXPECT_EQ(back.document.size_of(back.document.objects[0]), 0u);
  EXPECT_EQ(back.document.objects, shown.document.objects);
}

TEST_F(States, KeepParticlesAndBuiltInScenesAmongObjects) {
  const Command shown =
      parsed({(folder / "a.ply").string(), (folder / "b.particles.json").string(), (folder / "fluid_%04d.ply").string(),
              "--scene=smoke", "--object=2:opacity=0.5", "--object=4:position=1,2,3:name=plume"});
  const std::string text = write_state(shown.document, WorldCamera(), folder);
  EXPECT_NE(text.find("\"scene\": \"smoke\""), std::string::npos) << text;
  Command back;
  back.document = read_state(text, "x", folder, back.notices);
  EXPECT_EQ(back.document.objects, shown.document.objects);
  const auto refused = [&](const std::string& objects) {
    return failure_of(ExitCode::unreadable,
                      [&] { back.document = read_state(state(objects), "x", folder, back.notices); });
  };
  EXPECT_NE(refused(R"("objects": [{"file": "a.ply"}, {"scene": "glas"}])").find("\"objects[1].scene\": 'glas' is"),
            std::string::npos);
  EXPECT_NE(refused(R"("objects": [{"file": "a.ply", "scene": "glass"}])").find("either"), std::string::npos);
}

TEST_F(States, IsNoParticleSystem) {
  EXPECT_FALSE(is_state_file(folder / "a.particles.json"));
  write(folder / "b.json", "{\"format\": \"farfirst particles 1\"}");
  EXPECT_FALSE(is_state_file(folder / "b.json"));
  write(folder / "c.json", "{\"format\": \"farfirst state 1\"}");
  EXPECT_TRUE(is_state_file(folder / "c.json"));
}

TEST_F(States, ThatNothingCanNameAreNotWritten) {
  Command shown;
  shown.document.objects = {{folder / "dr\xff.ply"}};
  failure_of(ExitCode::failed, [&] { save_state(folder / "a.farfirst.json", shown.document, WorldCamera()); });
  EXPECT_EQ(files(), 0u);
}

TEST_F(States, LieBelowTheOptionsBesideThem) {
  write(folder / "a.farfirst.json",
        state(R"("objects": [{"scene": "jungle"}], "camera": {"position": [0, 0, 9], "focal_point": [0, 0, 0]},
                 "options": {"sort": "cuda.hybrid", "sort-parameter": "sublists=512", "opacity": 0.25,
                             "camera-view-up": "0,0,1"})"));
  const std::string file = (folder / "a.farfirst.json").string();
  const Command plain = parsed({file});
  EXPECT_EQ(plain.document.objects[0].scene, "jungle");
  EXPECT_EQ(plain.document.left.look.opacity, 0.25f);
  EXPECT_EQ(plain.document.left.sort.parameters.size(), 1u);
  EXPECT_EQ(plain.document.camera.pose->view_up, glm::vec3(0, 0, 1)) << "that of the scene, where the camera has none";
  const Command beside = parsed({"--opacity=0.5", file, "--sort-parameter=sublists=256", "--camera-view-up=1,0,0"});
  EXPECT_EQ(beside.document.objects[0].scene, "jungle");
  EXPECT_EQ(beside.document.left.look.opacity, 0.5f);
  ASSERT_EQ(beside.document.left.sort.parameters.size(), 1u);
  EXPECT_EQ(beside.document.left.sort.parameters[0].value, 256);
  EXPECT_EQ(beside.document.camera.pose->view_up, glm::vec3(1, 0, 0));
  EXPECT_TRUE(parsed({file, "--sort=gl.radix"}).document.left.sort.parameters.empty()) << "they were another sort's";
  EXPECT_EQ(parsed({file, "--scene=glass"}).document.objects[0].scene, "glass");
  EXPECT_FALSE(parsed({file, "--camera-direction=0,0,1"}).document.camera.pose);
}

/// Neither the settings' values nor those of the previous document.
TEST_F(States, MeanTheDefaultWhereTheySayNothing) {
  Command options = parsed({"--opacity=0.3", "--sort=cuda.hybrid", "--sort-parameter=sublists=512", "--particles=9",
                            "--camera-position=1,2,3"});
  options.document = read_state(state(R"("objects": [{"scene": "particles"}])"), "x", "", options.notices);
  for (const OptionRow& row : option_table()) {
    if (is_shown(row)) {
      EXPECT_EQ(row.get(options), row.get(Command{})) << row.name;
    }
  }
  EXPECT_FALSE(options.document.camera.position);
}

TEST(State, ThatIsBrokenIsRefusedInOneSentence) {
  EXPECT_EQ(refusal("{\"format\": \"farfirst state 1\""),
            "x.farfirst.json: line 1, column 30: the JSON is not complete");
  EXPECT_EQ(refusal("[]"),
            "x.farfirst.json: this is not a state: expected an object with \"format\": \"farfirst state 1\"");
  EXPECT_EQ(refusal("{\"version\": 1, \"options\": {}}"), refusal("{}")) << "a settings file is none";
  EXPECT_EQ(refusal("{\n\n\"format\": \"farfirst state 7\"}"),
            "x.farfirst.json: line 3: \"format\": this program reads \"farfirst state 1\", found \"farfirst state 7\"");
  EXPECT_EQ(refusal(state("\"title\": 3")), "x.farfirst.json: line 3: \"title\": expected a text");
  EXPECT_EQ(refusal(state("\"objects\": []")), "x.farfirst.json: line 3: \"objects\": expected a list of objects");
  EXPECT_EQ(refusal(state("\"objects\": [{\"file\": \"a.ply\",\n\"opacity\": 3}]")),
            "x.farfirst.json: line 4: \"objects[0].opacity\": expected a number from 0 to 1, found '3'");
  EXPECT_EQ(refusal(state("\"objects\": [{\"file\": \"a.ply\",\n\"position\": [1, \"2\", 3]}]")),
            "x.farfirst.json: line 4: \"objects[0].position\": expected three numbers");
  EXPECT_EQ(refusal(state("\"objects\": [{\"file\": \"a.ply\",\n\"visible\": 1}]")),
            "x.farfirst.json: line 4: \"objects[0].visible\": expected true or false");
  EXPECT_EQ(refusal(state("\"objects\": [\n{}]")),
            "x.farfirst.json: line 4: \"objects[0]\": expected an object with either a \"file\" or a \"scene\"");
  EXPECT_EQ(refusal(state("\"objects\": [{\n\"file\": 3}]")),
            "x.farfirst.json: line 4: \"objects[0].file\": expected a name");
  EXPECT_EQ(refusal(state("\"objects\": [{\"scene\": \"glas\"}]")),
            "x.farfirst.json: line 3: \"objects[0].scene\": 'glas' is not one of glass, jungle, particles, splats, "
            "crossing, fire, fireworks, fountain, galaxy, smoke or snow (did you "
            "mean glass?)");
  EXPECT_EQ(refusal(state("\"options\": {\n\"opacity\": 0.5,\n\"shading\": \"dull\"}")),
            "x.farfirst.json: line 5: \"options.shading\": 'dull' is not one of smooth or flat");
  EXPECT_EQ(refusal(state("\"options\": {\n\"opacity\": 7\n}")),
            "x.farfirst.json: line 4: \"options.opacity\": expected a number from 0 to 1, or auto, found '7'");
  EXPECT_EQ(refusal(state("\"options\": {\"sort\": \"cuda.hybrid\",\n\"sort-parameter\": \"x=1\"}"))
                .find("x.farfirst.json: line 4: \"options.sort-parameter\": cuda.hybrid has no parameter 'x'"),
            0u);
  EXPECT_EQ(refusal(state("\n\"camera\": {\"position\": [0, 0]}")),
            "x.farfirst.json: line 4: \"camera\": \"position\" must be three numbers [x, y, z]");
}

TEST(State, UnknownFieldsAreReported) {
  Command options;
  options.document = read_state(state(R"("scence": 1, "options": {"opacty": 1, "vsync": true, "fresnel": 0})"), "x", "",
                                options.notices);
  EXPECT_EQ(options.notices, (std::vector<std::string>{"x: there is no field \"scence\"",
                                                       "x: there is no option \"opacty\" (did you mean opacity?)",
                                                       "x: \"vsync\" is no part of a state"}));
  EXPECT_EQ(options.document.left.look.fresnel, 0);
}

TEST(State, IsNoSettingsFile) {
  EXPECT_NE(failure_of(ExitCode::unreadable, [] { check_settings(state("\"options\": {}"), "x"); }).find("settings"),
            std::string::npos);
}

TEST(Json, FindsTheLineOfAValue) {
  const std::string text = "{\n\"a\": [1,\n{\"b\":\n\"x\"}, 3\n],\n\"b\": 2\n}";
  EXPECT_EQ(line_of_value(text, {}), 1u);
  EXPECT_EQ(line_of_value(text, {"a"}), 2u);
  EXPECT_EQ(line_of_value(text, {"a", "0"}), 2u);
  EXPECT_EQ(line_of_value(text, {"a", "1", "b"}), 4u);
  EXPECT_EQ(line_of_value(text, {"a", "2"}), 4u);
  EXPECT_EQ(line_of_value(text, {"b"}), 6u);
  EXPECT_EQ(line_of_value(text, {"c"}), 1u);
}

TEST(Tour, HasEightStepsThatAreStates) {
  ASSERT_EQ(tour_steps().size(), 8u) << "--help says so";
  for (std::uint32_t step = 1; step <= 8; ++step) {
    SCOPED_TRACE(step);
    const Command options = parsed({"--tour=" + std::to_string(step)});
    EXPECT_EQ(options.document.tour, step);
    EXPECT_TRUE(options.notices.empty()) << options.notices[0];
    EXPECT_TRUE(options.document.objects[0].file.empty());
    EXPECT_FALSE(options.document.note.title.empty());
    EXPECT_LE(options.document.note.title.size(), 40u);
    EXPECT_FALSE(options.document.note.text.empty());
    EXPECT_LE(options.document.note.text.size(), 360u) << "it stands over the picture";
  }
  EXPECT_EQ(parsed({"--tour=1", "--draw-order=shuffled"}).document.left.sort.draw_order, DrawOrder::shuffled);
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--tour=0"}, {"--tour=9"}, {"--tour=1", "x.ply"}, {"--tour=x"}})
    failure_of(ExitCode::usage, [&] { parsed(wrong); });
}

}  // namespace
}  // namespace farfirst::app
