// Tests of a renderer's uses of an order, on every back end: reversing it, and expanding it to an index buffer.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "guarded.h"
#include "sizes.h"

namespace farfirst::test::drawing {
namespace {

constexpr std::uint32_t seed = 515;

class Drawing : public TestOfEach<Backend> {
 protected:
  static std::vector<std::uint32_t> random_order(std::uint32_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    return order;
  }
};

TEST_P(Drawing, OrdersAreReversedInPlace) {
  for (const std::uint32_t n : edge_sizes()) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    std::vector<std::uint32_t> order = random_order(n);
    const Guarded buffer(*device_, order);
    reverse_order(*device_, buffer.buffer(), n);
    std::reverse(order.begin(), order.end());
    ASSERT_EQ(buffer.read<std::uint32_t>(), order);
    buffer.expect_intact("order");
  }
}

TEST_P(Drawing, TrianglesAreExpandedInTheirOrder) {
  for (const std::uint32_t n : {0u, 1u, 2u, 85u, 86u, 1000u, at_most(70001)}) {
    SCOPED_TRACE(testing::Message() << "n " << n << ", seed " << seed);
    const std::vector<std::uint32_t> order = random_order(n);
    std::vector<std::uint32_t> corners(3 * std::size_t{n}), expected;
    std::mt19937 twister(seed);
    for (std::uint32_t& corner : corners) corner = static_cast<std::uint32_t>(twister());
    for (const std::uint32_t triangle : order) {
      for (std::uint32_t corner = 0; corner < 3; ++corner) expected.push_back(corners[3 * triangle + corner]);
    }
    const Guarded order_in(*device_, order), corners_in(*device_, corners),
        elements(*device_, 12 * std::size_t{n}, 0xFF);
    expand_triangles(*device_, order_in.buffer(), corners_in.buffer(), elements.buffer(), n);
    device_->finish();
    ASSERT_EQ(elements.read<std::uint32_t>(), expected);
    ASSERT_EQ(order_in.read<std::uint32_t>(), order);
    ASSERT_EQ(corners_in.read<std::uint32_t>(), corners);
    elements.expect_intact("elements");
  }
}

/// Words of the order beyond the count are not triangles.
TEST_P(Drawing, ACountOnTheDeviceLimitsTheExpandedTriangles) {
  const std::uint32_t n = 1000;
  std::vector<std::uint32_t> corners(3 * n);
  std::iota(corners.begin(), corners.end(), 7u);
  for (const std::uint32_t count : {0u, 1u, 86u, 999u, n}) {
    SCOPED_TRACE(count);
    std::vector<std::uint32_t> order = random_order(n), expected;
    std::fill(order.begin() + count, order.end(), 0xFFFFFFFFu);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t corner = 0; corner < 3; ++corner) expected.push_back(corners[3 * order[i] + corner]);
    }
    expected.resize(3 * n, 0xFFFFFFFFu);
    const Guarded order_in(*device_, order), corners_in(*device_, corners),
        counts(*device_, std::vector<std::uint32_t>{n, count}), elements(*device_, std::size_t{12} * n, 0xFF);
    Buffer count_in = counts.buffer();
    count_in.offset += 4;
    count_in.bytes = 4;
    expand_triangles(*device_, order_in.buffer(), corners_in.buffer(), elements.buffer(), n, count_in);
    device_->finish();
    ASSERT_EQ(elements.read<std::uint32_t>(), expected);
    elements.expect_intact("elements");
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Drawing, testing::Values(Backend::cpu, Backend::cuda, Backend::gl),
                         [](const auto& backend) { return std::string(name_of(backend.param)); });

}  // namespace
}  // namespace farfirst::test::drawing
