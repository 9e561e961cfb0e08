// Misuse is asserted once, in the library's core. With NDEBUG there is nothing to test.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <vector>

namespace farfirst::test {
namespace {

#if defined(NDEBUG)
TEST(Misuse, IsAsserted) { GTEST_SKIP() << "this build has no assertions (NDEBUG)"; }
#else

class Misuse : public testing::Test {
 protected:
  Misuse() : workspace_(*device_, sorter_->requirements()) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    workspace_.attach(job_);
  }
  std::unique_ptr<Device> device_ = open(Backend::cpu, {.cpu_threads = 1});
  std::unique_ptr<Sorter> sorter_ = make_sorter(*device_, *choose(*device_), {.max_n = 100});
  Workspace workspace_;
  std::vector<std::uint32_t> keys_ = std::vector<std::uint32_t>(200), order_ = std::vector<std::uint32_t>(200);
  SortJob job_{.n = 100, .keys = host_buffer(keys_), .order = host_buffer(order_)};
};

TEST_F(Misuse, RightUsePasses) { sorter_->sort(job_); }
TEST_F(Misuse, TooManyElements) {
  job_.n = 101;
  EXPECT_DEATH(sorter_->sort(job_), "over the max_n");
}
TEST_F(Misuse, MissingBuffer) {
  job_.order = {};
  EXPECT_DEATH(sorter_->sort(job_), "missing");
}
TEST_F(Misuse, SmallBuffer) {
  job_.keys.bytes = 399;
  EXPECT_DEATH(sorter_->sort(job_), "too small");
}
TEST_F(Misuse, Overlap) {
  job_.order = host_buffer(std::span(keys_).subspan(99));
  EXPECT_DEATH(sorter_->sort(job_), "overlaps");
}
TEST_F(Misuse, Alignment) {
  job_.keys.offset = 2;
  job_.keys.bytes -= 2;
  EXPECT_DEATH(sorter_->sort(job_), "aligned");
}
TEST_F(Misuse, OtherDevice) {
  job_.keys.where = Backend::gl;
  EXPECT_DEATH(sorter_->sort(job_), "another device");
}
TEST_F(Misuse, NoScratch) {
  job_.scratch = {};
  EXPECT_DEATH(sorter_->sort(job_), "fewer pieces");
}
TEST_F(Misuse, WrongJob) { EXPECT_DEATH(sorter_->sort(DistanceJob{}), "not made for the distance job"); }
#endif

}  // namespace
}  // namespace farfirst::test
