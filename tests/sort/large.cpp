// Tests on a real GPU: large sizes, many repeats, and scratch with the last sort's contents. Checked by the device
// itself: the order is total, so that Device::check_order is equality with the oracle.
//
// 4 and 16 million elements are sorted wherever there is a GPU; with FARFIRST_TEST_LARGE=1 in the environment 64 and
// 256 million too, which takes minutes, and 32 GiB of GPU memory.
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <random>
#include <thread>

#include "guarded.h"

namespace farfirst::test::large {
namespace {

constexpr std::uint32_t seed = 26;

/// A key from its place: no sequence of draws, so that threads can make keys in parallel.
std::uint32_t mixed(std::uint32_t i) {  // a bijection of 32 bits
  i = (i ^ (i >> 16)) * 0x7FEB352Du;
  i = (i ^ (i >> 15)) * 0x846CA68Bu;
  return i ^ (i >> 16);
}

struct Kind {
  const char* name;
  std::uint32_t (*key)(std::uint32_t i, std::uint32_t n);
};
std::uint32_t uniform(std::uint32_t i, std::uint32_t) { return mixed(i + seed); }
std::uint32_t few_unique(std::uint32_t i, std::uint32_t) { return mixed(mixed(i + seed) % 16); }
std::uint32_t ascending(std::uint32_t i, std::uint32_t n) {
  return static_cast<std::uint32_t>((std::uint64_t{i} << 32) / n);
}
std::uint32_t descending(std::uint32_t i, std::uint32_t n) { return ~ascending(i, n); }
std::uint32_t constant(std::uint32_t, std::uint32_t) { return 0xBF800000u; }
/// Points of a sphere's surface, seen from three radii away: a narrow range of keys.
std::uint32_t distances(std::uint32_t i, std::uint32_t) {
  const float z = static_cast<float>(mixed(i + seed)) * 0x1p-31f - 1.0f;
  return ~std::bit_cast<std::uint32_t>(10.0f - 6.0f * z);
}

constexpr Kind all_kinds[] = {{"uniform", uniform},     {"distances", distances},   {"few unique", few_unique},
                              {"ascending", ascending}, {"descending", descending}, {"constant", constant}};

std::vector<std::uint32_t> make_keys(const Kind& kind, std::uint32_t n) {
  std::vector<std::uint32_t> keys(n);
  const unsigned count = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      const std::uint64_t end = std::uint64_t{n} * (t + 1) / count;
      for (std::uint64_t i = std::uint64_t{n} * t / count; i < end; ++i) {
        keys[i] = kind.key(static_cast<std::uint32_t>(i), n);
      }
    });
  }
  threads.clear();
  return keys;
}

bool wants_large_sizes() {
  const char* value = std::getenv("FARFIRST_TEST_LARGE");
  return value != nullptr && *value != '\0' && *value != '0';
}

class Large : public TestOfEach<const Algorithm*> {
 protected:
  void SetUp() override {
    TestOfEach::SetUp();
    if (device_ != nullptr && device_->backend() == Backend::gl && is_software(*device_))
      GTEST_SKIP() << "the CPU stands in for a GPU here";
  }

  /// Sorts keys of these kinds; skips the test if the memory is too small.
  void sort(std::uint32_t n, std::size_t kinds) {
    if (n > GetParam()->max_n) GTEST_SKIP() << GetParam()->id << " sorts at most " << GetParam()->max_n << " elements";
    std::unique_ptr<Sorter> sorter;
    try {
      sorter = make_sorter(*device_, *GetParam(), n);
    } catch (const Error& error) {  // too little memory, or a limit of this context's
      if (GetParam()->backend != Backend::gl && dynamic_cast<const OutOfMemory*>(&error) == nullptr) throw;
      GTEST_SKIP() << error.what();
    }
    try {
      const OwnedBuffer keys(*device_, n * std::size_t{4}), order(*device_, n * std::size_t{4});
      const Workspace workspace(*device_, sorter->requirements());
      ArgsortJob job{.n = n, .keys = keys, .order = order};
      workspace.attach(job);
      for (const Kind& kind : std::span(all_kinds).first(kinds)) {
        SCOPED_TRACE(testing::Message() << kind.name << ", n " << n << ", seed " << seed);
        device_->upload(keys, make_keys(kind, n).data(), n * std::size_t{4});
        sorter->sort(job);
        device_->finish();
        const OrderCheck check = device_->check_order(keys, order, n);
        ASSERT_TRUE(check.ok()) << check.sentence();
      }
    } catch (const OutOfMemory& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

TEST_P(Large, FourMillion) {
  sort((1u << 22) + 1, std::size(all_kinds));
  if (!HasFatalFailure() && !IsSkipped()) sort((1u << 22) - 12345, 1);
}
TEST_P(Large, SixteenMillion) { sort(1u << 24, 3); }
TEST_P(Large, SixtyFourMillion) {
  if (!wants_large_sizes()) GTEST_SKIP() << "only with FARFIRST_TEST_LARGE=1";
  sort(1u << 26, 2);
}
TEST_P(Large, TwoHundredFiftySixMillion) {
  if (!wants_large_sizes()) GTEST_SKIP() << "only with FARFIRST_TEST_LARGE=1";
  sort(1u << 28, 1);
}

TEST_P(Large, AThousandSortsAtOddSizes) {
  // One sorter, any size, anywhere in a pool of keys, with the last sort's scratch.
  constexpr std::uint32_t pool = 1u << 19, most = 200000;
  std::mt19937 twister(seed);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(twister() % limit); };
  std::vector<OwnedBuffer> pools;
  for (const Kind& kind : std::span(all_kinds).first(4)) {
    pools.emplace_back(*device_, pool * 4);
    device_->upload(pools.back(), make_keys(kind, pool).data(), pool * 4);
  }
  const OwnedBuffer order(*device_, most * 4);
  const auto sorter = make_sorter(*device_, *GetParam(), most);
  const Workspace workspace(*device_, sorter->requirements());
  for (int round = 0; round < 1000; ++round) {
    const std::uint32_t magnitude = 1u << below(18);
    const std::uint32_t n = std::min(most, (magnitude + below(magnitude)) | 1u);
    const std::uint32_t from = below(pool - n);
    Buffer keys = pools[below(4)];
    keys.offset += from * std::size_t{4};
    keys.bytes = n * std::size_t{4};
    ArgsortJob job{.n = n, .keys = keys, .order = order};
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    const OrderCheck check = device_->check_order(keys, order, n);
    ASSERT_TRUE(check.ok()) << check.sentence() << "; round " << round << ", n " << n << ", seed " << seed;
  }
}

std::vector<const Algorithm*> gpu_entries() {
  std::vector<const Algorithm*> entries;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend != Backend::cpu) entries.push_back(algorithm);
  }
  return entries;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, Large, testing::ValuesIn(gpu_entries()), entry_name);

}  // namespace
}  // namespace farfirst::test::large
