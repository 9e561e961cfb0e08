// The order check of every back end against planted faults: it must find each of them, and only them.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <random>

#include "guarded.h"
#include "inputs.h"
#include "sizes.h"

namespace farfirst::test {
namespace {

using Fault = OrderCheck::Fault;

class OrderFaults : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    const std::string absent = why_unavailable(GetParam());
    if (!absent.empty()) GTEST_SKIP() << absent;
    if (shared_device(GetParam()) == nullptr) GTEST_SKIP() << "no " << name_of(GetParam()) << " device here";
    keys_ = bench::make_keys(bench::Distribution::few_unique, n, seed);
    order_ = expected_order(keys_);
  }
  OrderCheck check() {
    Device& device = *shared_device(GetParam());
    const Guarded keys(device, keys_), order(device, order_);
    const OrderCheck result =
        device.check_order(keys.buffer(), order.buffer(), static_cast<std::uint32_t>(keys_.size()));
    EXPECT_EQ(keys.read<std::uint32_t>(), keys_);
    EXPECT_EQ(order.read<std::uint32_t>(), order_);
    return result;
  }
  void expect(Fault fault, std::uint32_t position) {
    const OrderCheck result = check();
    EXPECT_EQ(result.fault, fault) << result.sentence();
    EXPECT_EQ(result.position, position) << result.sentence();
    EXPECT_NE(result.sentence().find(std::to_string(position)), std::string::npos) << result.sentence();
    EXPECT_FALSE(result.ok());
  }
  /// The first place p >= from where the keys at p and p + 1 are equal (or not).
  std::uint32_t place(std::uint32_t from, bool equal) const {
    while ((keys_[order_[from]] == keys_[order_[from + 1]]) != equal) ++from;
    return from;
  }

  static constexpr std::uint32_t n = at_most(200003);
  static constexpr std::uint32_t seed = 7;
  std::vector<std::uint32_t> keys_, order_;
};

TEST_P(OrderFaults, ARightOrderPasses) {
  EXPECT_TRUE(check().ok()) << check().sentence();
  keys_.clear();
  order_.clear();
  EXPECT_TRUE(check().ok()) << check().sentence();
}

TEST_P(OrderFaults, AnIndexOutOfRange) {
  for (const std::uint32_t wrong : {n, n + 1, 0xFFFFFFFFu}) {
    const std::uint32_t kept = std::exchange(order_[1234], wrong);
    expect(Fault::index_out_of_range, 1234);
    order_[1234] = kept;
  }
}

TEST_P(OrderFaults, AnIndexThatStandsTwice) {
  // The keys still ascend: only the permutation is broken.
  const std::uint32_t p = place(n / 2, true);
  order_[p + 1] = order_[p];
  expect(Fault::index_repeated, p + 1);
}

TEST_P(OrderFaults, KeysThatDescend) {
  const std::uint32_t p = place(n / 4, false);
  std::swap(order_[p], order_[p + 1]);
  const OrderCheck result = check();
  EXPECT_EQ(result.fault, Fault::keys_descend) << result.sentence();
}

TEST_P(OrderFaults, TiesThatDescend) {
  const std::uint32_t p = place(n / 4 * 3, true);
  std::swap(order_[p], order_[p + 1]);
  const OrderCheck result = check();
  EXPECT_EQ(result.fault, Fault::ties_descend) << result.sentence();
}

TEST_P(OrderFaults, AtBothEnds) {
  std::swap(order_.front(), order_.back());
  EXPECT_FALSE(check().ok());
  std::swap(order_.front(), order_.back());
  order_.back() = order_.front();
  EXPECT_FALSE(check().ok());
}

TEST_P(OrderFaults, AnyExchangeIsFound) {
  std::mt19937 twister(seed);
  for (int round = 0; round < (n < 100000 ? 10 : 100); ++round) {
    const std::size_t a = twister() % n, b = twister() % n;
    if (a == b) continue;
    SCOPED_TRACE(testing::Message() << a << " and " << b << " exchanged, seed " << seed);
    std::swap(order_[a], order_[b]);
    EXPECT_FALSE(check().ok());
    std::swap(order_[a], order_[b]);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, OrderFaults, testing::Values(Backend::cpu, Backend::cuda, Backend::gl),
                         [](const auto& backend) { return std::string(name_of(backend.param)); });

}  // namespace
}  // namespace farfirst::test
