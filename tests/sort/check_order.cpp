// Tests of the order check of every back end with planted faults: it must find each of them, and only them.

#include <farfirst/gl_order_check.h>
#include <gtest/gtest.h>

#include <random>

#include "guarded.h"
#include "sizes.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::check_order {
namespace {

using Fault = OrderCheck::Fault;

/// The required result of a check of all elements, found by remembering the visited indices.
OrderCheck first_fault(const std::vector<std::uint32_t>& keys, const std::vector<std::uint32_t>& order) {
  std::vector<bool> met(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    const std::uint32_t at = order[i];
    if (at >= order.size()) return {Fault::index_out_of_range, i, at};
    if (met[at]) return {Fault::index_repeated, i, at};
    met[at] = true;
    if (i == 0) continue;
    const std::uint32_t before = order[i - 1];
    if (keys[at] < keys[before]) return {Fault::keys_descend, i, at};
    if (keys[at] == keys[before] && at < before) return {Fault::ties_descend, i, at};
  }
  return {};
}

void expect_same(const OrderCheck& found, const OrderCheck& expected) {
  EXPECT_EQ(found.fault, expected.fault) << found.sentence() << "; " << expected.sentence();
  EXPECT_EQ(found.position, expected.position) << found.sentence() << "; " << expected.sentence();
  EXPECT_EQ(found.value, expected.value) << found.sentence() << "; " << expected.sentence();
}

/// Makes one to three faults in `order`, chosen by `round`: an index out of range, one that is elsewhere too (so that
/// another is missing), or two exchanged ones.
void damage(std::vector<std::uint32_t>& order, int round, std::mt19937& twister) {
  const auto n = static_cast<std::uint32_t>(order.size());
  for (int faults = round < 24 ? 1 : 3; faults > 0; --faults) {
    const std::size_t at = twister() % n, other = twister() % n;
    if ((round + faults) % 4 == 1) order[at] = n + static_cast<std::uint32_t>(round);
    if ((round + faults) % 4 == 2) order[at] = order[other];
    if ((round + faults) % 4 == 3) std::swap(order[at], order[other]);
  }
}

class OrderFaults : public TestOfEach<Backend> {
 protected:
  OrderCheck check() {
    const Guarded keys(*device_, keys_), order(*device_, order_);
    const OrderCheck result =
        device_->check_order(keys.buffer(), order.buffer(), static_cast<std::uint32_t>(keys_.size()));
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

  static inline const std::uint32_t n = at_most(200003);
  static constexpr std::uint32_t seed = 7;
  std::vector<std::uint32_t> keys_ = inputs::make_keys(inputs::Distribution::few_unique, n, seed);
  std::vector<std::uint32_t> order_ = expected_order(keys_);
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

TEST_P(OrderFaults, AnIndexThatOccursTwice) {
  // The keys still ascend: only the permutation is broken.
  const std::uint32_t p = place(n / 2, true);
  order_[p + 1] = order_[p];
  expect(Fault::index_repeated, p + 1);
  for (const std::uint32_t earlier : {0u, 1u, p / 2, p - 1}) {
    order_[p + 1] = order_[earlier];
    expect(Fault::index_repeated, p + 1);
  }
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
    for (const std::uint32_t p : {power - 1, power, 3 * power - 1, 2047 * power - 1, 2047 * power}) {
      if (p + 1 >= n) continue;
      std::swap(order_[p], order_[p + 1]);
      const OrderCheck result = check();
      EXPECT_FALSE(result.ok()) << p << " and the next";
      EXPECT_EQ(result.position, p + 1) << result.sentence();
      std::swap(order_[p], order_[p + 1]);
    }
  }
}

TEST_P(OrderFaults, OrdersOfIdsCountsAndTheOtherDirection) {
  // Every third element, most of them, front to back: first right, then with an element that is not among the ids.
  const std::uint32_t elements = 3 * n;
  std::vector<std::uint32_t> ids(n), content(n);
  for (std::uint32_t i = 0; i < n; ++i) ids[i] = elements - 3 * i - 1;
  const std::uint32_t count = n - 77;
  const std::vector<std::uint32_t> places =
      expected_order(std::vector<std::uint32_t>(keys_.begin(), keys_.begin() + count));
  for (std::uint32_t i = 0; i < count; ++i) content[i] = ids[places[count - 1 - i]];
  const Guarded keys(*device_, keys_), ids_in(*device_, ids), count_in(*device_, std::vector<std::uint32_t>{count});
  const auto checked = [&] {
    const Guarded order(*device_, content);
    return device_->check_order({.keys = keys.buffer(),
                                 .order = order.buffer(),
                                 .n = n,
                                 .count = count_in.buffer(),
                                 .ids = ids_in.buffer(),
                                 .elements = elements,
                                 .direction = Direction::front_to_back});
  };
  EXPECT_TRUE(checked().ok()) << checked().sentence();
  const auto expect_wrong = [&](std::uint32_t position, std::uint32_t value, Fault fault) {
    const std::uint32_t kept = std::exchange(content[position], value);
    expect_same(checked(), {fault, position, value});
    content[position] = kept;
  };
  expect_wrong(1234, ids[5] - 1, Fault::not_in_ids);
  expect_wrong(count - 1, ids[count], Fault::not_in_ids);  // beyond the count
  expect_wrong(0, elements, Fault::index_out_of_range);
  std::swap(content[17], content[count / 2]);
  EXPECT_FALSE(checked().ok());
}

TEST_P(OrderFaults, AnyDamageIsFoundAndNamed) {
  const std::vector<std::uint32_t> right = order_;
  std::mt19937 twister(seed);
  for (int round = 0; round < 32; ++round) {
    order_ = right;
    damage(order_, round, twister);
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    expect_same(check(), first_fault(keys_, order_));
  }
}

// ---- OpenGL's check for every frame

class FrameCheck : public TestOn<Backend::gl> {
 protected:
  /// The next result, which is known once all is finished.
  OrderCheck finished(GlOrderCheck& check) {
    device_->finish();
    const std::optional<OrderCheck> found = check.take();
    EXPECT_TRUE(found.has_value());
    return found.value_or(OrderCheck{});
  }
  static constexpr std::uint32_t n = 60001;
  static constexpr std::uint32_t seed = 8;
  std::vector<std::uint32_t> keys_ = inputs::make_keys(inputs::Distribution::few_unique, n, seed);
  std::vector<std::uint32_t> order_ = expected_order(keys_);
};

TEST(OrderCheckOnTheCpu, NamesTheFirstOfSeveralFaultsWhicheverThreadFindsIt) {
  const std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::few_unique, at_most(200003), 3);
  std::mt19937 twister(5);
  for (const int threads : {1, 2, 5, 64}) {
    const std::unique_ptr<Device> device = open(Backend::cpu, {.cpu_threads = threads});
    for (int round = 0; round < 12; ++round) {
      std::vector<std::uint32_t> order = expected_order(keys);
      if (round > 0) damage(order, 24 + round, twister);
      const OrderCheck found =
          device->check_order(host_buffer(keys), host_buffer(order), static_cast<std::uint32_t>(keys.size()));
      expect_same(found, first_fault(keys, order));
    }
  }
}

TEST_F(FrameCheck, FindsTheFaultsOfTheOrderCheck) {
  GlOrderCheck check(*device_, n);
  EXPECT_EQ(check.max_n(), n);
  EXPECT_LT(check.bytes(), 1000u);  // a few words, whatever n
  const Guarded keys(*device_, keys_);
  std::mt19937 twister(seed);
  for (int round = 0; round < 32; ++round) {
    std::vector<std::uint32_t> order = order_;
    damage(order, round, twister);
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    const Guarded orders(*device_, order);
    ASSERT_TRUE(check.enqueue({.keys = keys.buffer(), .order = orders.buffer(), .n = n}));
    const OrderCheck found = finished(check);
    EXPECT_EQ(found.ok(), order == order_) << found.sentence();
    expect_same(found, first_fault(keys_, order));
  }
}

TEST_F(FrameCheck, ResultsComeInSequenceAndFourMayBePending) {
  GlOrderCheck check(*device_, n);
  EXPECT_FALSE(check.take().has_value());
  std::vector<std::uint32_t> wrong = order_;
  wrong[17] = 0xFFFFFFFFu;
  const Guarded keys(*device_, keys_), good(*device_, order_), bad(*device_, wrong);
  for (int frame = 0; frame < 3; ++frame) {
    for (int i = 0; i < 4; ++i) {
      const bool faulty = (i + frame) % 3 == 0;
      ASSERT_TRUE(check.enqueue({.keys = keys.buffer(), .order = faulty ? bad.buffer() : good.buffer(), .n = n}));
    }
    EXPECT_FALSE(check.enqueue({.keys = keys.buffer(), .order = good.buffer(), .n = n})) << "a fifth result";
    for (int i = 0; i < 4; ++i) EXPECT_EQ(finished(check).ok(), (i + frame) % 3 != 0) << "frame " << frame << ", " << i;
    EXPECT_FALSE(check.take().has_value());
  }
}

TEST_F(FrameCheck, AnyNumberOfElements) {
  GlOrderCheck check(*device_, n);
  // A work group checks 2,047 of them.
  for (const std::uint32_t count :
       {0u, 1u, 2u, 31u, 32u, 33u, 1000u, 2046u, 2047u, 2048u, 2049u, 4093u, 4094u, 4095u, n}) {
    SCOPED_TRACE(count);
    keys_.resize(count);
    const Guarded keys(*device_, keys_), order(*device_, expected_order(keys_));
    ASSERT_TRUE(check.enqueue({.keys = keys.buffer(), .order = order.buffer(), .n = count}));
    EXPECT_TRUE(finished(check).ok());
    if (count == 0) {
      keys_ = inputs::make_keys(inputs::Distribution::few_unique, n, seed);
      continue;
    }
    std::vector<std::uint32_t> repeated = expected_order(keys_);
    repeated.back() = repeated.size() == 1 ? 1 : repeated.front();
    const Guarded wrong(*device_, repeated);
    ASSERT_TRUE(check.enqueue({.keys = keys.buffer(), .order = wrong.buffer(), .n = count}));
    EXPECT_FALSE(finished(check).ok());
    keys_ = inputs::make_keys(inputs::Distribution::few_unique, n, seed);
  }
}

TEST_F(FrameCheck, CountsThatEndWhereWorkGroupsDoInBothDirections) {
  GlOrderCheck check(*device_, n);
  const Guarded keys(*device_, keys_);
  for (const std::uint32_t count : {0u, 1u, 2046u, 2047u, 2048u, 4094u, n}) {
    const Guarded count_in(*device_, std::vector<std::uint32_t>{count});
    std::vector<std::uint32_t> content = expected_order(std::vector(keys_.begin(), keys_.begin() + count));
    for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
      const auto checked = [&](std::vector<std::uint32_t> order) {
        order.resize(n, 0xFFFFFFFFu);
        const Guarded order_in(*device_, order, 4);
        EXPECT_TRUE(check.enqueue({.keys = keys.buffer(),
                                   .order = order_in.buffer(),
                                   .n = n,
                                   .count = count_in.buffer(),
                                   .direction = direction}));
        return finished(check);
      };
      SCOPED_TRACE(testing::Message() << count << ", direction " << int(direction));
      EXPECT_TRUE(checked(content).ok());
      for (const std::uint32_t p : {0u, 2046u, 2047u, count - 1}) {
        if (p >= count) continue;
        std::vector<std::uint32_t> wrong = content;
        wrong[p] = count;
        expect_same(checked(wrong), {Fault::index_out_of_range, p, count});
      }
      std::ranges::reverse(content);
    }
  }
}

TEST_F(FrameCheck, CanBeMovedAndBeOfNothing) {
  GlOrderCheck nothing;
  EXPECT_FALSE(nothing.take().has_value());
  EXPECT_EQ(nothing.max_n(), 0u);
  GlOrderCheck check(*device_, n);
  const Guarded keys(*device_, keys_), order(*device_, order_);
  ASSERT_TRUE(check.enqueue({.keys = keys.buffer(), .order = order.buffer(), .n = n}));
  nothing = std::move(check);
  EXPECT_TRUE(finished(nothing).ok());
}

INSTANTIATE_TEST_SUITE_P(Backends, OrderFaults, testing::Values(Backend::cpu, Backend::cuda, Backend::gl),
                         [](const auto& backend) { return std::string(name_of(backend.param)); });

}  // namespace
}  // namespace farfirst::test::check_order
