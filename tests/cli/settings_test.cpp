// The settings file on disk.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/settings_file.h"
#include "folder_fixture.h"
#include "io/files.h"

namespace farfirst::app {
namespace {

using Settings = Folder;

SettingsValues settings_of(const Command& command) { return {command.document, command.window_settings}; }

TEST_F(Settings, ComeBackInTheNextRun) {
  const fs::path path = folder / "deep/er/settings.json";
  const Command started;
  Command now = started;
  now.document.automatic_opacity = false;
  now.document.left.look.opacity = 0.2f;
  now.document.left.sort.draw_order = DrawOrder::shuffled;
  now.document.left.sort.algorithm = "cpu.qsort";
  now.document.left.look.background = false;
  WindowMemory memory;
  memory.width = 1000;
  memory.remember("/a.ply");
  memory.remember("/b.ply");
  memory.remember("/a.ply");
  SettingsFile(path).save(settings_of(now), settings_of(started), memory);

  Command options;
  WindowMemory other;
  EXPECT_TRUE(SettingsFile(path).load(options, other).empty());
  EXPECT_EQ(options.document.left.look, now.document.left.look);
  EXPECT_EQ(options.document.left.sort.draw_order,
            DrawOrder::back_to_front);  // tried out, and not what the next start begins with
  EXPECT_EQ(options.document.left.sort.algorithm, "auto");
  EXPECT_EQ(other.width, 1000);
  EXPECT_EQ(other.recent, (std::vector<fs::path>{"/a.ply", "/b.ply"}));
  EXPECT_EQ(std::distance(fs::directory_iterator(path.parent_path()), fs::directory_iterator()), 1);
}

TEST_F(Settings, ACommandLineLastsForOneRun) {
  const fs::path path = folder / "settings.json";
  write(path, R"({"version": 1, "options": {"opacity": 0.9}})");
  SettingsFile file(path);
  Command options;
  WindowMemory memory;
  file.load(options, memory);
  Command started = parse_command_line(std::vector<std::string>{"--opacity=0.1", "--fresnel=0.2"}, options);
  Command now = started;
  now.document.left.look.point_size = 5;
  now.document.automatic_point_size = false;
  file.save(settings_of(now), settings_of(started), memory);
  const auto root = nlohmann::json::parse(read_file(path));
  EXPECT_EQ(root["options"]["opacity"], 0.9);
  EXPECT_FALSE(root["options"].contains("fresnel"));
  EXPECT_EQ(root["options"]["point-size"], 5);
}

TEST_F(Settings, ADamagedFileIsSetAsideAndLosesNothing) {
  const fs::path path = folder / "settings.json";
  for (int i = 1; i <= 2; ++i) {
    const std::string damaged = "{\"options\": {\"opacity\": 0.9" + std::string(static_cast<std::size_t>(i), ' ');
    write(path, damaged);
    Command options;
    WindowMemory memory;
    const auto remarks = SettingsFile(path).load(options, memory);
    ASSERT_EQ(remarks.size(), 1u);
    const std::string aside = "settings.json.damaged-" + std::to_string(i);
    EXPECT_NE(remarks[0].find(aside), std::string::npos) << remarks[0];
    EXPECT_EQ(options.document.left.look, Look{});
    EXPECT_FALSE(fs::exists(path));
    EXPECT_EQ(read_file(folder / aside), damaged);
  }
}

TEST_F(Settings, WrongValuesAreIgnoredOneByOneAndUnknownOnesKept) {
  const fs::path path = folder / "settings.json";
  write(path,
        R"({"version": 9, "from": "tomorrow", "options": {"opacity": 7, "fresnel": 0.1, "warp": 3, "color": "red",
    "vsync": "perhaps", "point-size": [1]}, "window": {"width": -5, "height": "tall", "colour": 1}, "recent": ["/x.ply", 4],
    "up_axes": [{"file": "/x.ply", "up": [0, 0, 1]}, {"file": "/y.ply", "up": [0, 0, 0]}, {"up": [0, 1, 0]}]})");
  SettingsFile file(path);
  Command options;
  WindowMemory memory;
  const auto remarks = file.load(options, memory);
  EXPECT_EQ(remarks.size(), 8u);  // opacity, color, vsync, point-size, height, one of recent, two of up_axes
  for (const std::string& remark : remarks) {
    EXPECT_TRUE(remark.starts_with(path.string() + ": \"")) << remark;
    EXPECT_TRUE(remark.ends_with("; it is ignored")) << remark;
  }
  EXPECT_FLOAT_EQ(options.document.left.look.fresnel, 0.1f);
  EXPECT_FLOAT_EQ(options.document.left.look.opacity, Look{}.opacity);
  EXPECT_TRUE(options.document.automatic_opacity);
  EXPECT_EQ(memory.width, WindowMemory::smallest_width);
  EXPECT_EQ(memory.height, WindowMemory{}.height);
  EXPECT_EQ(memory.recent, (std::vector<fs::path>{"/x.ply"}));
  EXPECT_EQ(memory.up_of("/x.ply"), glm::vec3(0, 0, 1));
  EXPECT_EQ(memory.up_axes.size(), 1u);

  file.save(settings_of(options), settings_of(options), memory);
  const auto root = nlohmann::json::parse(read_file(path));
  EXPECT_EQ(root["from"], "tomorrow");
  EXPECT_EQ(root["options"]["warp"], 3);
  EXPECT_EQ(root["window"]["colour"], 1);
  EXPECT_EQ(root["up_axes"], nlohmann::json::parse(R"([{"file": "/x.ply", "up": [0, 0, 1]}])"));
}

constexpr SettingsUse named_for_window{.named = true, .for_window = true};
constexpr SettingsUse named_for_run{.named = true, .for_window = false};

TEST_F(Settings, AFileThatTheUserNamedIsNeverMovedNorWrittenOver) {
  const fs::path path = folder / "mine";
  const std::string deep(100'000, '[');
  const std::vector<std::pair<std::string, const char*>> wrong = {
      {"ply\nformat ascii 1.0\n", "line 1, column 1: this is not JSON"},
      {"{\"options\": {\n\"opacity\": 0.5,}}", "line 2, column 16: this is not JSON"},
      {"{\"options\": {}", "line 1, column 15: the JSON is not complete"},
      {"{\"options\": {}} trailing", "line 1, column 17: this is not JSON: \"trailing\" is unexpected"},
      {"{\"options\": {\"opacity\": 1e400}}", "out of range"},
      {"{\"options\": {\"opacity\": 0.1,\n \"opacity\": 0.2}}",
       "line 2, column 10: the field \"opacity\" stands there twice"},
      {"{\"options\": {\"color\": \"\xff\"}}", "not UTF-8"},
      {"{\"options\":" + deep, "nested more than 32 deep"},
      {"[]", "not a settings file"},
      {"3", "not a settings file"},
      {"{\"keys\": [{\"frame\": 0}], \"space\": \"scene\"}", "not a settings file"},
      {"{\"name\": \"package\", \"version\": \"1.0\"}", "not a settings file"},
      {" \n", "nothing in it"}};
  for (const auto& [text, words] : wrong) {
    SCOPED_TRACE(text.substr(0, 80));
    write(path, text);
    for (SettingsUse use : {named_for_window, named_for_run}) {
      for (const bool from_scratch : {false, true}) {
        use.from_scratch = from_scratch;
        SettingsFile file(path, use);
        Command options;
        WindowMemory memory;
        const std::string sentence = failure_of(ExitCode::unreadable, [&] { file.load(options, memory); });
        EXPECT_TRUE(sentence.starts_with(path.string() + ": ")) << sentence;
        EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        failure_of(ExitCode::failed, [&] {
          file.save(settings_of(options), settings_of(options), memory);
        });  // not reached by the program
        EXPECT_EQ(read_file(path), text);
        EXPECT_EQ(files(), 1u);
      }
    }
  }
}

TEST_F(Settings, AMissingFileThatTheUserNamedIsANewProfileOfAWindowOnly) {
  const fs::path path = folder / "new.json";
  Command options;
  WindowMemory memory;
  EXPECT_NE(failure_of(ExitCode::unreadable, [&] { SettingsFile(path, named_for_run).load(options, memory); })
                .find("no such file"),
            std::string::npos);
  SettingsFile file(path, named_for_window);
  EXPECT_TRUE(file.load(options, memory).empty());
  ASSERT_EQ(options.notices.size(), 1u);
  EXPECT_EQ(options.notices[0], path.string() + " does not exist; it will be written when the window closes");
  Command now = options;
  now.document.automatic_opacity = false;
  now.document.left.look.opacity = 0.25f;
  file.save(settings_of(now), settings_of(options), memory);
  EXPECT_EQ(nlohmann::json::parse(read_file(path))["options"]["opacity"], 0.25);
  // A folder that is not there is found out before the window opens.
  failure_of(ExitCode::failed, [&] { SettingsFile(folder / "no/new.json", named_for_window).load(options, memory); });
}

TEST_F(Settings, WhatAppearsUnderTheNameMeanwhileIsNotWrittenOver) {
  const fs::path path = folder / "new.json";
  Command options;
  WindowMemory memory;
  SettingsFile file(path, named_for_window);
  file.load(options, memory);
  write(path, "a letter");
  EXPECT_NE(failure_of(ExitCode::failed, [&] { file.save(settings_of(options), settings_of(options), memory); })
                .find("not written"),
            std::string::npos);
  EXPECT_EQ(read_file(path), "a letter");
}

TEST_F(Settings, AnEmptyFileThatTheUserNamedIsANewProfile) {
  const fs::path path = folder / "empty";
  write(path, "");
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(SettingsFile(path, named_for_run).load(options, memory).empty());
  EXPECT_TRUE(options.notices.empty());
}

TEST_F(Settings, ANamedFileMayHoldWhatIsTriedOutAndKeepsIt) {
  const fs::path path = folder / "profile.json";
  write(path, R"({"options": {"sort": "cpu.qsort", "draw-order": "shuffled"}})");
  SettingsFile file(path, named_for_window);
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(file.load(options, memory).empty());
  EXPECT_EQ(options.document.left.sort.algorithm, "cpu.qsort");
  Command now = options;
  now.document.left.sort.algorithm = "cpu.std_sort";
  file.save(settings_of(now), settings_of(options), memory);
  const auto root = nlohmann::json::parse(read_file(path));
  EXPECT_EQ(root["options"]["sort"], "cpu.qsort");
  EXPECT_EQ(root["options"]["draw-order"], "shuffled");
}

/// Whatever their sequence in the file.
TEST_F(Settings, TheRightSideBeginsAsTheLeftOneOfTheFile) {
  const fs::path path = folder / "profile.json";
  write(path, R"({"options": {"right.metric": "view-depth", "sort": "cpu.qsort", "split": true}})");
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(SettingsFile(path, named_for_window).load(options, memory).empty());
  ASSERT_TRUE(options.document.right);
  EXPECT_EQ(options.document.right->sort.algorithm, "cpu.qsort");
  EXPECT_EQ(options.document.right->sort.metric, Metric::view_depth);
}

TEST_F(Settings, TheStandardFileForgetsWhatAnEarlierVersionKept) {
  const fs::path path = folder / "settings.json";
  write(path, R"({"options": {"sort": "cpu.qsort", "draw-order": "shuffled", "opacity": 0.9}})");
  SettingsFile file(path);
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(file.load(options, memory).empty());
  EXPECT_EQ(options.document.left.sort.algorithm, "auto");
  EXPECT_FLOAT_EQ(options.document.left.look.opacity, 0.9f);
  file.save(settings_of(options), settings_of(options), memory);
  EXPECT_EQ(nlohmann::json::parse(read_file(path))["options"].dump(), R"({"opacity":0.9})");
}

TEST_F(Settings, ARunWithoutAWindowTakesNothingThatIsWrong) {
  const fs::path path = folder / "profile.json";
  for (const char* text : {R"({"options": {"opacity": 7}})", R"({"options": 3, "version": 1})",
                           R"({"options": {"sort": "cuda.later"}})", R"({"options": {}, "recent": 4})"}) {
    write(path, text);
    Command options;
    WindowMemory memory;
    const std::string sentence =
        failure_of(ExitCode::unreadable, [&] { SettingsFile(path, named_for_run).load(options, memory); });
    EXPECT_TRUE(sentence.starts_with(path.string() + ": \"")) << sentence;
  }
}

TEST_F(Settings, AMistypedNameInANamedFileIsReported) {
  const fs::path path = folder / "profile.json";
  write(path, R"({"options": {"opactiy": 0.3, "frames": 5}})");
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(SettingsFile(path, named_for_run).load(options, memory).empty());
  ASSERT_EQ(options.notices.size(), 2u);
  EXPECT_NE(options.notices[0].find("\"frames\" is read from the command line alone"), std::string::npos)
      << options.notices[0];
  EXPECT_NE(options.notices[1].find("there is no option \"opactiy\" (did you mean opacity?)"), std::string::npos)
      << options.notices[1];
}

TEST_F(Settings, TwoWindowsDoNotUndoEachOther) {
  const fs::path path = folder / "settings.json";
  SettingsFile first(path), second(path);
  Command options;
  WindowMemory memory;
  first.load(options, memory);
  second.load(options, memory);
  Command changed = options;
  changed.document.automatic_opacity = false;
  changed.document.left.look.opacity = 0.25f;
  first.save(settings_of(changed), settings_of(options), memory);
  changed = options;
  changed.document.left.look.fresnel = 0.5f;
  second.save(settings_of(changed), settings_of(options), memory);
  EXPECT_EQ(nlohmann::json::parse(read_file(path))["options"].dump(), R"({"fresnel":0.5,"opacity":0.25})");
}

TEST_F(Settings, ResetStartsWithTheDefaultsAndOverwrites) {
  const fs::path path = folder / "settings.json";
  write(path, R"({"options": {"opacity": 0.9}})");
  SettingsFile file(path, {.from_scratch = true});
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(file.load(options, memory).empty());
  EXPECT_FLOAT_EQ(options.document.left.look.opacity, Look{}.opacity);
  file.save(settings_of(options), settings_of(options), memory);
  EXPECT_TRUE(nlohmann::json::parse(read_file(path))["options"].empty());
}

TEST_F(Settings, AFileNameThatIsNoUtf8DoesNoHarm) {
  const fs::path path = folder / "settings.json";
  WindowMemory memory;
  memory.remember("/caf\xe9.ply");
  SettingsFile(path).save({}, {}, memory);
  Command options;
  WindowMemory other;
  EXPECT_TRUE(SettingsFile(path).load(options, other).empty());
}

TEST_F(Settings, NoPathMeansNoFile) {
  SettingsFile file({});
  Command options;
  WindowMemory memory;
  EXPECT_TRUE(file.load(options, memory).empty());
  file.save(settings_of(options), settings_of(options), memory);
}

TEST_F(Settings, TheFolderFollowsXdg) {
  setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
  EXPECT_EQ(default_settings_path(), folder / "farfirst/settings.json");
  setenv("XDG_CONFIG_HOME", "relative", 1);
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(default_settings_path(), "/home/me/.config/farfirst/settings.json");
}

}  // namespace
}  // namespace farfirst::app
