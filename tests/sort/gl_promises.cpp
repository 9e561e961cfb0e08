// Tests of the promises of sort.h and gl.h. sort() and GlOrderCheck do not wait, allocate, compile, or query OpenGL's
// state; nor do make_keys(), reverse_order() and expand_triangles() after the first call. Exceptions are in an entry's
// description.

#include <farfirst/gl.h>
#include <farfirst/gl_order_check.h>
#include <farfirst/gl_state.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "gl_driver.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::gl_promises {
namespace {

constexpr std::uint32_t seed = 41;

/// A device whose calls to OpenGL are counted.
class GlPromises : public testing::Test {
 protected:
  void SetUp() override {
    if (shared_device(Backend::gl) == nullptr) GTEST_SKIP() << "no gl device can be opened here";
    GlDriver::get().reset();
    device_ = open(Backend::gl, gl_options(GlDriver::proc()));
  }
  void TearDown() override {
    device_.reset();
    GlDriver::get().reset();
  }
  template <class Call>
  static GlDriver::Counts counts_of(Call call) {
    GlDriver::get().counts = {};
    call();
    return std::exchange(GlDriver::get().counts, {});
  }
  static std::string names_in(const GlDriver::Counts& counts) {
    return std::accumulate(counts.names.begin(), counts.names.end(), std::string("calls:"),
                           [](const std::string& all, const std::string& name) { return all + " " + name; });
  }
  template <class Call>
  static void expect_nothing(Call call) {
    const GlDriver::Counts counts = counts_of(call);
    EXPECT_TRUE(counts.names.empty()) << names_in(counts);
  }

  std::unique_ptr<Device> device_;
};

TEST_F(GlPromises, TheCountingCounts) {
  const OwnedBuffer buffer(*device_, 64);
  std::vector<std::uint32_t> words(16);
  EXPECT_GT(counts_of([&] { device_->download(words.data(), buffer, 64); }).waits, 0);
  EXPECT_GT(counts_of([&] { device_->finish(); }).waits, 0);
  EXPECT_GT(counts_of([&] { const OwnedBuffer more(*device_, 64); }).allocations, 0);
  EXPECT_GT(counts_of([&] { make_sorter(*device_, *find("gl.bitonic"), 64); }).compilations, 0);
  EXPECT_GT(counts_of([&] { const GlState state(*device_); }).questions, 0);
}

TEST_F(GlPromises, OpeningCompilesNothing) {
  EXPECT_EQ(counts_of([&] { open(Backend::gl, gl_options(GlDriver::proc())); }).compilations, 0);
}

/// Each time, and not in sort().
TEST_F(GlPromises, ASorterWhoseProgramDoesNotCompileIsNotMade) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      ("farfirst_gl_promises_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
  for (const char* file :
       {"sort/prim/gather.comp", "sort/prim/reverse.comp", "sort/prim/pad.comp", "sort/bitonic/sort_tiles.comp",
        "sort/bitonic/merge_wide.comp", "sort/bitonic/merge_tiles.comp"}) {
    const bool is_broken = std::string_view(file).ends_with("sort_tiles.comp");
    std::filesystem::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {\n"
                                 << (is_broken ? "  missing();\n" : "") << "}\n";
  }
  setenv("FARFIRST_SHADERS", folder.c_str(), 1);
  const std::unique_ptr<Device> device = open(Backend::gl, gl_options(app::HeadlessContext::proc()));
  DeviceOptions options = gl_options(app::HeadlessContext::proc());
  options.gl_parallel_compile = true;
  const std::unique_ptr<Device> beside = open(Backend::gl, options);
  unsetenv("FARFIRST_SHADERS");
  for (int time = 0; time < 2; ++time) {
    try {
      make_sorter(*device, *find("gl.bitonic"), 1u << 20);
      ADD_FAILURE() << "it was made";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("sort/bitonic/sort_tiles.comp:4"), std::string::npos) << error.what();
    }
  }
  constexpr std::uint32_t n = 1u << 16;
  const auto sorter = make_sorter(*beside, *find("gl.bitonic"), n);
  const Guarded keys(*beside, n * 4, 0), order(*beside, n * 4, 0);
  const Workspace workspace(*beside, sorter->requirements());
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  EXPECT_THROW(sorter->sort(job), Error) << "made without waiting";
  std::filesystem::remove_all(folder);
}

TEST_F(GlPromises, KeysReversalAndExpansion) {
  constexpr std::uint32_t n = 5000;
  const Guarded positions(*device_, std::vector<float>(3 * n, 0.5f)),
      corners(*device_, std::vector<std::uint32_t>(3 * n)), keys(*device_, n * 4, 0),
      order(*device_, std::vector<std::uint32_t>(n)), elements(*device_, 12 * n, 0);
  Source source{.n = n, .positions = positions.buffer(), .vertex_count = n};
  const DistanceJob job{.n = n, .sources = {&source, 1}, .keys = keys.buffer()};
  make_distance_sorter(*device_, *find("gl.bitonic"), n);  // compiles the kernels that make keys and reverse
  expand_triangles(*device_, order.buffer(), corners.buffer(), elements.buffer(), n);
  expect_nothing([&] { device_->make_keys(job); });
  source.format = PositionFormat::float16;
  expect_nothing([&] { device_->make_keys(job); });
  source.format = PositionFormat::float32;
  source.triangles = corners.buffer();
  expect_nothing([&] { device_->make_keys(job); });
  expect_nothing([&] { reverse_order(*device_, order.buffer(), n); });
  expect_nothing([&] { expand_triangles(*device_, order.buffer(), corners.buffer(), elements.buffer(), n); });
}

TEST_F(GlPromises, TheOrderCheckOfEveryFrame) {
  const std::vector<std::uint32_t> content = inputs::make_keys(inputs::Distribution::uniform, 5000, seed);
  const Guarded keys(*device_, content), order(*device_, expected_order(content));
  GlOrderCheck check(*device_, 5000);
  for (int frame = 0; frame < 8; ++frame) {
    const GlDriver::Counts enqueued =
        counts_of([&] { check.enqueue({.keys = keys.buffer(), .order = order.buffer(), .n = 5000}); });
    EXPECT_EQ(enqueued.waits + enqueued.allocations + enqueued.compilations + enqueued.questions, 0)
        << names_in(enqueued);
    const GlDriver::Counts taken = counts_of([&] { check.take(); });  // it asks its fence
    EXPECT_EQ(taken.allocations + taken.compilations, 0) << names_in(taken);
  }
}

TEST_F(GlPromises, AQuicksortThatWaitsDoesNotAllocate) {
  constexpr std::uint32_t n = 9000;
  const auto sorter =
      make_sorter(*device_, *find("gl.quicksort_tf"), n, {.parameters = {{"form", 1}, {"threshold", 256}}});
  const Guarded keys(*device_, inputs::make_keys(inputs::Distribution::uniform, n, seed)), order(*device_, n * 4, 0);
  const Workspace workspace(*device_, sorter->requirements());
  ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  const GlDriver::Counts counts = counts_of([&] { sorter->sort(job); });
  EXPECT_GT(counts.waits, 0) << names_in(counts);
  EXPECT_EQ(counts.allocations + counts.compilations, 0) << names_in(counts);
}

class GlPromisesOf : public GlPromises, public testing::WithParamInterface<const Algorithm*> {
 protected:
  void SetUp() override {
    std::string absent;
    if (device_for(GetParam(), absent) == nullptr) GTEST_SKIP() << absent;
    GlPromises::SetUp();
  }
  void add(const GlDriver::Counts& more) {
    // Entries that draw restore the bound framebuffer, and primitive restart, so they query both, once.
    EXPECT_LE(more.draw_states, 2) << names_in(more);
    sum_.waits += more.waits;
    sum_.allocations += more.allocations;
    sum_.questions += more.questions;
    EXPECT_EQ(more.compilations, 0) << names_in(more);
    sum_.names.insert(sum_.names.end(), more.names.begin(), more.names.end());
  }
  GlDriver::Counts sum_;
};

TEST_P(GlPromisesOf, WaitsAndAllocatesOnlyAsDescribed) {
  const Algorithm& algorithm = *GetParam();
  for (const inputs::Distribution distribution :
       {inputs::Distribution::uniform, inputs::Distribution::zero, inputs::Distribution::sorted}) {
    for (const std::uint32_t n : {0u, 1u, 3000u, 40000u}) {
      const auto sorter = make_sorter(*device_, algorithm, n);
      const Guarded keys(*device_, inputs::make_keys(distribution, n, seed)), order(*device_, n * 4, 0);
      const Workspace workspace(*device_, sorter->requirements());
      ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
      workspace.attach(job);
      add(counts_of([&] { sorter->sort(job); }));
    }
  }
  EXPECT_EQ(sum_.waits > 0, algorithm.round_trips) << names_in(sum_);
  EXPECT_EQ(sum_.allocations > 0, algorithm.allocates) << names_in(sum_);
  if (!algorithm.round_trips) {
    EXPECT_EQ(sum_.questions, 0) << names_in(sum_);
  }
}

TEST_P(GlPromisesOf, TheDistanceJobToo) {
  const Algorithm& algorithm = *GetParam();
  constexpr std::uint32_t n = 4000;
  std::vector<float> content(3 * n);
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<float>(i * 7919 % 1000);
  const auto sorter = make_distance_sorter(*device_, algorithm, n);
  const Guarded positions(*device_, content), order(*device_, n * 4, 0);
  const Workspace workspace(*device_, sorter->requirements());
  const Source source{.n = n, .positions = positions.buffer()};
  DistanceJob job{.n = n, .sources = {&source, 1}, .order = order.buffer()};
  workspace.attach(job);
  add(counts_of([&] { sorter->sort(job); }));
  if (!algorithm.round_trips) {
    EXPECT_EQ(sum_.waits + sum_.questions, 0) << names_in(sum_);
  }
  if (!algorithm.allocates) {
    EXPECT_EQ(sum_.allocations, 0) << names_in(sum_);
  }
}

/// For hardware drivers: the unrolled keys of 12 elements once took one of them 16 s. The report of --gtest_output has
/// the times of all.
TEST_P(GlPromisesOf, NoProgramTakesTheCompilerLong) {
  make_distance_sorter(*device_, *GetParam(), 1000);
  make_sorter(*device_, *GetParam(), 1000);
  ASSERT_FALSE(GlDriver::get().programs.empty());
  for (const auto& [heading, milliseconds] : GlDriver::get().programs) {
    RecordProperty(heading, std::to_string(milliseconds));
    EXPECT_LT(milliseconds, is_software(*device_) ? 60000 : 5000) << heading;
  }
}

/// The core's additions to an entry's own sort are compiled with the sorter.
TEST_P(GlPromisesOf, PairsWithACountInTheOtherDirectionCompileNothing) {
  constexpr std::uint32_t n = 3000;
  const Guarded keys(*device_, std::vector<std::uint32_t>(n)), count(*device_, std::vector<std::uint32_t>{n / 2}),
      sorted_keys(*device_, n * 4, 0), sorted_values(*device_, n * 4, 0);
  const auto sorter = make_pairs_sorter(*device_, *GetParam(), n, {.counted = true});
  const Workspace workspace(*device_, sorter->requirements());
  PairsJob job{.n = n,
               .keys = keys.buffer(),
               .values = keys.buffer(),
               .count = count.buffer(),
               .direction = Direction::front_to_back,
               .sorted_keys = sorted_keys.buffer(),
               .sorted_values = sorted_values.buffer()};
  workspace.attach(job);
  add(counts_of([&] { sorter->sort(job); }));
}

TEST_P(GlPromisesOf, DistancesOfAnyKindCompileNothing) {
  constexpr std::uint32_t n = 3000;
  const Guarded positions(*device_, std::vector<float>(3 * n, 1.0f)), ids(*device_, std::vector<std::uint32_t>(n)),
      count(*device_, std::vector<std::uint32_t>{n / 2}), order(*device_, n * 4, 0);
  const Source sources[] = {{.n = n, .positions = positions.buffer()}, {.n = n, .positions = positions.buffer()}};
  const auto sorter = make_distance_sorter(*device_, *GetParam(), n);
  const Workspace workspace(*device_, sorter->requirements());
  DistanceJob job{.n = n,
                  .sources = sources,
                  .ids = ids.buffer(),
                  .count = count.buffer(),
                  .direction = Direction::front_to_back,
                  .order = order.buffer()};
  workspace.attach(job);
  add(counts_of([&] { sorter->sort(job); }));
}

std::vector<const Algorithm*> gl_entries() {
  std::vector<const Algorithm*> entries;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend == Backend::gl) entries.push_back(algorithm);
  }
  return entries;
}
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GlPromisesOf);
INSTANTIATE_TEST_SUITE_P(Catalogue, GlPromisesOf, testing::ValuesIn(gl_entries()), entry_name);

}  // namespace
}  // namespace farfirst::test::gl_promises
