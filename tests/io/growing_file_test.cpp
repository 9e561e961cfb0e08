// Files that grow row by row.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "folder_fixture.h"
#include "io/files.h"

namespace farfirst::app {
namespace {

using GrowingFiles = Folder;

TEST_F(GrowingFiles, HaveWholeRowsAtAnyTime) {
  const fs::path path = folder / "t.csv";
  write(path, "mine");
  {
    GrowingFile file(path);
    EXPECT_EQ(read_file(path), "mine") << "until there is a row";
    file.add("a,b\n1,2\n");
    EXPECT_EQ(read_file(path), "a,b\n1,2\n");
    EXPECT_EQ(files(), 1u) << "nothing temporary beside it";
    file.add("3,4\n");
    EXPECT_EQ(read_file(path), "a,b\n1,2\n3,4\n");
  }
  EXPECT_EQ(read_file(path), "a,b\n1,2\n3,4\n");
  { const GrowingFile unused(path); }
  EXPECT_EQ(read_file(path), "a,b\n1,2\n3,4\n");
}

TEST_F(GrowingFiles, GoThroughALink) {
  write(folder / "target.csv", "mine");
  fs::create_symlink("target.csv", folder / "link.csv");
  GrowingFile file(folder / "link.csv");
  file.add("1\n");
  EXPECT_TRUE(fs::is_symlink(folder / "link.csv"));
  EXPECT_EQ(read_file(folder / "target.csv"), "1\n");
}

TEST_F(GrowingFiles, SayWhyTheyCannotGrow) {
  GrowingFile nowhere(folder / "no/such/t.csv");
  EXPECT_NE(failure_of(ExitCode::failed, [&] { nowhere.add("1\n"); }).find("t.csv: cannot be written: "),
            std::string::npos);
  if (!fs::exists("/dev/full")) return;
  GrowingFile full("/dev/full");
  EXPECT_NE(failure_of(ExitCode::failed, [&] { full.add("1\n"); }).find("/dev/full: cannot be written: "),
            std::string::npos);
}

/// A disk that is full in the middle of a row: the limit of a file's size stands in for it.
TEST_F(GrowingFiles, CutOffARowThatDoesNotFit) {
  const fs::path path = folder / "t.csv";
  GrowingFile file(path);
  file.add("1,2\n");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{6, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  failure_of(ExitCode::failed, [&] { file.add("3,4\n"); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_file(path), "1,2\n");
}

}  // namespace
}  // namespace farfirst::app
