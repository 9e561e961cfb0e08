#pragma once
// A folder of its own for each test.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "io/exit_codes.h"

namespace farfirst::app {

namespace fs = std::filesystem;

class Folder : public ::testing::Test {
 protected:
  Folder() {
    std::string name = (fs::temp_directory_path() / "farfirst-test-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~Folder() override {
    std::error_code error;
    fs::permissions(folder, fs::perms::owner_all, error);
    fs::remove_all(folder, error);
  }
  void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
  fs::path folder;
};
/// The sentence of the failure that this call must end with.
template <class Call>
std::string failure_of(ExitCode code, Call call) {
  try {
    call();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.exit_code, code) << failure.what();
    return failure.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace farfirst::app
