// What an entry's description promises of sort(): it neither waits nor allocates unless the description says so. And an
// entry that says so does.
#include <cuda_runtime.h>
#include <farfirst/forms.h>
#include <gtest/gtest.h>

#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::promises {
namespace {

class CudaPromises : public testing::TestWithParam<const Algorithm*> {};

/// What the host did while one sort was enqueued.
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

TEST_P(CudaPromises, WaitsAndAllocatesOnlyAsItSays) {
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
