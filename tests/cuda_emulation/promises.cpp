// Tests of the promises of entries' descriptions: sort() neither waits nor allocates unless the description says so,
// and then it does. cuda.farfirst also loads no kernel in a call.
#include <cuda_runtime.h>
#include <farfirst/forms.h>
#include <gtest/gtest.h>

#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::promises {
namespace {

class CudaPromises : public testing::TestWithParam<const Algorithm*> {};

/// The host's actions while one sort was enqueued.
cuda_emulation::Counts counts_of_sort(const Algorithm& algorithm, Form form, inputs::Distribution distribution,
                                      std::uint32_t n) {
  Device& device = *shared_device(Backend::cuda);
  const auto sorter = make_form_sorter(device, algorithm, n, form);
  const Guarded keys(device, inputs::make_keys(distribution, n, 5)), order(device, n * 4, 0);
  const Workspace workspace(device, sorter->requirements());
  FormJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
  workspace.attach(job);
  const cuda_emulation::Counts before = cuda_emulation::counts;
  sorter->sort(job);
  return {cuda_emulation::counts.waits - before.waits, cuda_emulation::counts.allocations - before.allocations};
}

TEST_P(CudaPromises, WaitsAndAllocatesOnlyAsDescribed) {
  const Algorithm& algorithm = *GetParam();
  if (const std::string absent = why_unavailable(algorithm); !absent.empty()) GTEST_SKIP() << absent;
  int waits = 0, allocations = 0;
  for (const inputs::Distribution distribution :
       {inputs::Distribution::uniform, inputs::Distribution::zero, inputs::Distribution::sorted}) {
    for (const std::uint32_t n : {1u, 3000u, 20000u}) {
      const cuda_emulation::Counts counts = counts_of_sort(algorithm, Form::argsort, distribution, n);
      waits += counts.waits;
      allocations += counts.allocations;
    }
  }
  EXPECT_EQ(waits > 0, algorithm.round_trips) << waits << " waits";
  EXPECT_EQ(allocations > 0, algorithm.allocates) << allocations << " allocations";
}

/// Jobs of any size that differ in the kernels that they launch: kernels are loaded and not run.
class LoadsOfFarfirst : public TestOn<Backend::cuda> {
 protected:
  void SetUp() override {
    TestOn<Backend::cuda>::SetUp();
    cuda_emulation::runs_kernels = false;
    scratch_ = OwnedBuffer(*device_, 36 * std::size_t{largest});
    order_ = OwnedBuffer(*device_, 4 * std::size_t{largest});
  }
  void TearDown() override {
    scratch_ = {};
    order_ = {};
    cuda_emulation::runs_kernels = true;
  }

  static constexpr std::uint32_t largest = 40000000;

  template <class MadeSorter, class Job>
  void expect_none(const MadeSorter& make, Job job, const char* what) {
    cuda_emulation::unload_kernels();
    const auto sorter = make();
    job.order = order_;
    job.scratch = {&static_cast<const Buffer&>(scratch_), 1};
    const int before = cuda_emulation::counts.loads;
    sorter->sort(job);
    EXPECT_EQ(cuda_emulation::counts.loads, before) << what << ", n = " << job.n;
  }
  void expect_none(const DistanceJob& job, const char* what) {
    expect_none([&] { return make_distance_sorter(*device_, *find("cuda.farfirst"), job.n); }, job, what);
  }
  void expect_none(const ArgsortJob& job, const char* what) {
    expect_none([&] { return make_sorter(*device_, *find("cuda.farfirst"), job.n); }, job, what);
  }

 private:
  OwnedBuffer scratch_, order_;
};

TEST_F(LoadsOfFarfirst, AreDoneWhenASorterIsMade) {
  for (const std::uint32_t n : {3000u, 70000u, 280001u, 1200007u, 1700000u, 3000000u, 4000000u, 5000000u, 6500003u,
                                9000000u, 13000000u, 17000003u, largest}) {
    const OwnedBuffer positions(*device_, 12 * std::size_t{n}), corners(*device_, 12 * std::size_t{n}),
        words(*device_, 4 * std::size_t{n}), eye(*device_, 24), count(*device_, 4);
    ArgsortJob keys{.n = n, .keys = words};
    expect_none(keys, "keys");
    keys.direction = Direction::front_to_back;
    expect_none(keys, "keys, front to back");
    keys.count = count;
    expect_none(keys, "keys, count");
    const Source points{.n = n, .positions = positions};
    const Source halves[] = {{.n = n / 2, .positions = positions}, {.n = n - n / 2, .positions = positions}};
    for (const Metric metric : {Metric::radial, Metric::view_depth}) {
      const DistanceJob plain{.n = n, .sources = {&points, 1}, .metric = metric, .eye = {1, 2, 3}, .axis = {0, 0, -1}};
      expect_none(plain, "points");
      DistanceJob job = plain;
      job.sources = halves;
      expect_none(job, "two sources");
      job.count = count;
      expect_none(job, "two sources, count");
      job = plain;
      job.count = count;
      expect_none(job, "count");
      job.eye_on_device = eye;
      expect_none(job, "count and eye on the device");
      job = plain;
      job.ids = words;
      expect_none(job, "ids");
      job = plain;
      job.direction = Direction::front_to_back;
      expect_none(job, "front to back");
      job = plain;
      job.precision.bits = 16;
      expect_none(job, "keys of 16 bits");
      for (const SortPoint sort_point :
           {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
        Source mesh = points;
        mesh.triangles = corners;
        mesh.vertex_count = n;
        mesh.sort_point = sort_point;
        job = plain;
        job.sources = {&mesh, 1};
        expect_none(job, "triangles");
        job.count = count;
        expect_none(job, "triangles, count");
      }
    }
  }
}

std::vector<const Algorithm*> cuda_entries() {
  std::vector<const Algorithm*> entries;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend == Backend::cuda) entries.push_back(algorithm);
  }
  return entries;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, CudaPromises, testing::ValuesIn(cuda_entries()),
                         [](const auto& entry) { return test_name(entry.param->id); });

}  // namespace
}  // namespace farfirst::test::promises
