// Files that another program rewrites, at times that the test sets.

#include "session/file_watch.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace farfirst::app::test {
namespace {

class Watched : public ::testing::Test {
 protected:
  Watched() { std::filesystem::create_directories(folder); }
  ~Watched() override { std::filesystem::remove_all(folder); }
  void write(const std::string& text) { std::ofstream(file, std::ios::binary) << text; }
  /// After the interval.
  bool look() { return watch.has_changed(now += FileWatch::interval); }

  std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) /
      ("farfirst_watch_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::filesystem::path file = folder / "a.json";
  FileWatch watch;
  FileWatch::Time now{};
};

TEST_F(Watched, IsReadAgainOnceItIsWhole) {
  write("one");
  watch.begin(file);
  EXPECT_FALSE(look());
  write("one and a ha");
  EXPECT_FALSE(look()) << "it may be half written";
  write("one and a half");
  EXPECT_FALSE(look());
  EXPECT_TRUE(look());
  EXPECT_FALSE(look()) << "once";
}

TEST_F(Watched, IsLookedAtNowAndThen) {
  write("one");
  watch.begin(file);
  EXPECT_FALSE(look());
  write("another");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(watch.has_changed(now));
  EXPECT_FALSE(look());
  EXPECT_TRUE(look());
}

TEST_F(Watched, MayBeAwayForAWhile) {
  write("one");
  watch.begin(file);
  std::filesystem::remove(file);
  EXPECT_FALSE(look());
  EXPECT_FALSE(look());
  write("in its place");  // as editors do that rename
  EXPECT_FALSE(look());
  EXPECT_TRUE(look());
}

TEST_F(Watched, NothingIsWatchedBeforeItBegins) {
  EXPECT_FALSE(look());
  write("one");
  watch.begin(file);
  watch.begin({});
  write("another");
  EXPECT_FALSE(look());
  EXPECT_FALSE(look());
}

}  // namespace
}  // namespace farfirst::app::test
