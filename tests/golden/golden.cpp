// Golden pictures through the real executable, without a window: the test compares what a user gets.
//
// With FARFIRST_REGENERATE=1 in the environment it writes the pictures instead (see ./regenerate).

#include <farfirst/sort.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "models.h"

namespace farfirst::app {
namespace {

namespace fs = std::filesystem;

// Between versions of Mesa and between renderers the last bits differ. One wrong triangle is an order above this.
constexpr const char* tolerance = "0.02";
constexpr const char* size = "320,180";

struct Picture {
  std::string name, options;
};

fs::path source_folder() { return FARFIRST_GOLDEN_FOLDER; }
fs::path scratch_folder() { return FARFIRST_GOLDEN_SCRATCH; }
fs::path reference_of(const std::string& name) { return source_folder() / (name + ".png"); }

std::string with(std::string text, const std::string& word, const std::string& value) {
  for (std::size_t at; (at = text.find(word)) != std::string::npos;) text.replace(at, word.size(), value);
  return text;
}

std::vector<Picture> pictures() {
  std::ifstream file(source_folder() / "pictures.txt");
  std::vector<Picture> result;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Picture picture;
    if (!(words >> picture.name) || picture.name[0] == '#') continue;
    std::getline(words >> std::ws, picture.options);
    picture.options = with(picture.options, "{models}", (scratch_folder() / "models").string());
    picture.options = with(picture.options, "{paths}", FARFIRST_PATHS_FOLDER);
    result.push_back(picture);
  }
  return result;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Outcome {
  int code = -1;
  std::string text;
};

/// Runs farfirst; `name` names its output file and its log.
Outcome farfirst(const std::string& name, const std::string& options) {
  const fs::path log = scratch_folder() / (name + ".log");
  const std::string command =
      std::string(FARFIRST_PROGRAM) + " --no-config --check-order --samples=1 --resolution=" + size +
      " --output=" + (scratch_folder() / (name + ".png")).string() + " " + options + " > " + log.string() + " 2>&1";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, command + "\n" + contents(log)};
}

std::string against(const std::string& name) {
  return " --reference=" + reference_of(name).string() + " --reference-threshold=" + tolerance;
}

bool regenerating() {
  const char* wish = std::getenv("FARFIRST_REGENERATE");
  return wish != nullptr && std::string_view(wish) == "1";
}

class Golden : public testing::Test {
 protected:
  static void SetUpTestSuite() { write_golden_models(scratch_folder() / "models"); }
};

class GoldenPicture : public Golden, public testing::WithParamInterface<Picture> {};

TEST_P(GoldenPicture, LooksAsBefore) {
  const Picture& picture = GetParam();
  const Outcome outcome = farfirst(picture.name, picture.options + (regenerating() ? "" : against(picture.name)));
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  if (regenerating())
    fs::copy_file(scratch_folder() / (picture.name + ".png"), reference_of(picture.name),
                  fs::copy_options::overwrite_existing);
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenPicture, testing::ValuesIn(pictures()),
                         [](const auto& test) { return test.param.name; });

/// Test of the test: each order drawn against the picture of another must fail with a message.
TEST_F(Golden, AWrongOrderFails) {
  const std::vector<std::pair<std::string, std::string>> wrong = {{"back-to-front", "glass_front_to_back"},
                                                                  {"front-to-back", "glass_back_to_front"},
                                                                  {"file", "glass_back_to_front"},
                                                                  {"shuffled", "glass_back_to_front"}};
  for (const auto& [order, reference] : wrong) {
    const Outcome outcome = farfirst("wrong_" + order, "--scene=glass --draw-order=" + order + against(reference));
    EXPECT_EQ(outcome.code, 1) << outcome.text;
    EXPECT_NE(outcome.text.find("differs"), std::string::npos) << outcome.text;
  }
}

/// Every order is total, so every entry gives the same picture bit for bit; one that cannot run reports it.
TEST_F(Golden, EveryEntryDrawsTheSamePicture) {
  for (const std::string scene : {"--scene=glass", "--scene=particles --particles=3000 --frames=5"}) {
    const Outcome oracle = farfirst("oracle", scene + " --sort=cpu.std_stable");
    ASSERT_EQ(oracle.code, 0) << oracle.text;
    const std::string expected = contents(scratch_folder() / "oracle.png");
    ASSERT_FALSE(expected.empty());
    for (const Algorithm* entry : algorithms()) {
      if (entry->backend == Backend::cuda) continue;  // tests/headless/cuda_run_test.py
      const std::string id(entry->id);
      SCOPED_TRACE(id);
      fs::remove(scratch_folder() / (id + ".png"));
      const Outcome outcome = farfirst(id, scene + " --sort=" + id);
      const bool runs = why_unavailable(*entry).empty();
      EXPECT_EQ(outcome.code, runs ? 0 : 6) << outcome.text;
      if (!runs) continue;
      EXPECT_TRUE(contents(scratch_folder() / (id + ".png")) == expected) << outcome.text;
    }
  }
}

TEST_F(Golden, RunsRepeatBitForBit) {
  for (const std::string scene : {"--scene=glass", "--scene=particles --particles=3000 --frames=5"}) {
    const Outcome first = farfirst("first", scene), second = farfirst("second", scene);
    ASSERT_EQ(first.code, 0) << first.text;
    ASSERT_EQ(second.code, 0) << second.text;
    EXPECT_TRUE(contents(scratch_folder() / "first.png") == contents(scratch_folder() / "second.png"));
  }
}

/// No picture without a test, no test without a picture.
TEST_F(Golden, EveryReferenceIsUsed) {
  const std::vector<Picture> list = pictures();
  for (const fs::directory_entry& file : fs::directory_iterator(source_folder())) {
    if (file.path().extension() != ".png") continue;
    const std::string name = file.path().stem().string();
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [&](const Picture& p) { return p.name == name; })) << name;
    EXPECT_LT(fs::file_size(file.path()), 300'000u) << name;
  }
}

}  // namespace
}  // namespace farfirst::app
