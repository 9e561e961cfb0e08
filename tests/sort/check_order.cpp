// The order check of every back end against planted faults: it must find each of them, and only them.

#include <farfirst/gl.h>
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

TEST_P(OrderFaults, NeighboursExchangedWhereThreadsMeet) {
  for (std::uint32_t power = 1; power < n; power *= 2) {
    for (const std::uint32_t p : {power - 1, power, 3 * power - 1}) {
      if (p + 1 >= n) continue;
      std::swap(order_[p], order_[p + 1]);
      const OrderCheck result = check();
      EXPECT_FALSE(result.ok()) << p << " and the next";
      EXPECT_EQ(result.position, p + 1) << result.sentence();
      std::swap(order_[p], order_[p + 1]);
    }
  }
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

// ---- OpenGL's check of every frame

class FrameCheck : public testing::Test {
 protected:
  void SetUp() override {
    if (shared_device(Backend::gl) == nullptr) GTEST_SKIP() << "no gl device can be opened here";
    keys_ = bench::make_keys(bench::Distribution::few_unique, n, seed);
    order_ = expected_order(keys_);
  }
  /// The next result, which is known once all is finished.
  OrderCheck finished(GlOrderCheck& check) {
    shared_device(Backend::gl)->finish();
    const std::optional<OrderCheck> found = check.take();
    EXPECT_TRUE(found.has_value());
    return found.value_or(OrderCheck{});
  }
  static constexpr std::uint32_t n = 60001;
  static constexpr std::uint32_t seed = 8;
  std::vector<std::uint32_t> keys_, order_;
};

TEST_F(FrameCheck, FindsWhatTheOrderCheckFinds) {
  Device& device = *shared_device(Backend::gl);
  GlOrderCheck check(device, n);
  EXPECT_EQ(check.max_n(), n);
  EXPECT_LT(check.bytes(), 1000u);  // a few words, whatever n
  const Guarded keys(device, keys_);
  std::mt19937 twister(seed);
  for (int round = 0; round < 32; ++round) {
    std::vector<std::uint32_t> order = order_;
    for (int faults = round < 24 ? 1 : 3; faults > 0; --faults) {
      const std::uint32_t at = static_cast<std::uint32_t>(twister() % n),
                          other = static_cast<std::uint32_t>(twister() % n);
      if ((round + faults) % 4 == 1) order[at] = n + static_cast<std::uint32_t>(round);
      if ((round + faults) % 4 == 2) order[at] = order[other];
      if ((round + faults) % 4 == 3) std::swap(order[at], order[other]);
    }
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    const Guarded orders(device, order);
    ASSERT_TRUE(check.enqueue(keys.buffer(), orders.buffer(), n));
    const OrderCheck found = finished(check);
    const OrderCheck expected =
        shared_device(Backend::cpu)->check_order(host_buffer(keys_), host_buffer(order), n);  // one loop on the host
    EXPECT_EQ(found.ok(), order == order_) << found.sentence();
    EXPECT_EQ(found.fault, expected.fault) << found.sentence() << "; " << expected.sentence();
    EXPECT_EQ(found.position, expected.position) << found.sentence() << "; " << expected.sentence();
    EXPECT_EQ(found.value, expected.value) << found.sentence() << "; " << expected.sentence();
  }
}

TEST_F(FrameCheck, ResultsComeInTheirSequenceAndFourMayBeOnTheirWay) {
  Device& device = *shared_device(Backend::gl);
  GlOrderCheck check(device, n);
  EXPECT_FALSE(check.take().has_value());
  std::vector<std::uint32_t> wrong = order_;
  wrong[17] = 0xFFFFFFFFu;
  const Guarded keys(device, keys_), good(device, order_), bad(device, wrong);
  for (int frame = 0; frame < 3; ++frame) {
    for (int i = 0; i < 4; ++i) {
      const bool faulty = (i + frame) % 3 == 0;
      ASSERT_TRUE(check.enqueue(keys.buffer(), faulty ? bad.buffer() : good.buffer(), n));
    }
    EXPECT_FALSE(check.enqueue(keys.buffer(), good.buffer(), n)) << "a fifth result";
    for (int i = 0; i < 4; ++i) EXPECT_EQ(finished(check).ok(), (i + frame) % 3 != 0) << "frame " << frame << ", " << i;
    EXPECT_FALSE(check.take().has_value());
  }
}

TEST_F(FrameCheck, AnyNumberOfElements) {
  Device& device = *shared_device(Backend::gl);
  GlOrderCheck check(device, n);
  for (const std::uint32_t count : {0u, 1u, 2u, 31u, 32u, 33u, 1000u, n}) {
    SCOPED_TRACE(count);
    keys_.resize(count);
    const Guarded keys(device, keys_), order(device, expected_order(keys_));
    ASSERT_TRUE(check.enqueue(keys.buffer(), order.buffer(), count));
    EXPECT_TRUE(finished(check).ok());
    if (count == 0) {
      keys_ = bench::make_keys(bench::Distribution::few_unique, n, seed);
      continue;
    }
    std::vector<std::uint32_t> repeated = expected_order(keys_);
    repeated.back() = repeated.size() == 1 ? 1 : repeated.front();
    const Guarded wrong(device, repeated);
    ASSERT_TRUE(check.enqueue(keys.buffer(), wrong.buffer(), count));
    EXPECT_FALSE(finished(check).ok());
    keys_ = bench::make_keys(bench::Distribution::few_unique, n, seed);
  }
}

TEST_F(FrameCheck, CanBeMovedAndBeOfNothing) {
  GlOrderCheck nothing;
  EXPECT_FALSE(nothing.take().has_value());
  EXPECT_EQ(nothing.max_n(), 0u);
  Device& device = *shared_device(Backend::gl);
  GlOrderCheck check(device, n);
  const Guarded keys(device, keys_), order(device, order_);
  ASSERT_TRUE(check.enqueue(keys.buffer(), order.buffer(), n));
  nothing = std::move(check);
  EXPECT_TRUE(finished(nothing).ok());
}

INSTANTIATE_TEST_SUITE_P(Backends, OrderFaults, testing::Values(Backend::cpu, Backend::cuda, Backend::gl),
                         [](const auto& backend) { return std::string(name_of(backend.param)); });

}  // namespace
}  // namespace farfirst::test
