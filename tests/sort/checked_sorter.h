#pragma once
// A sorter with its own memory between guard words, which compares every order with the right one. For tests of the
// state that a sorter keeps from call to call.

#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/history.h"
#include "guarded.h"

namespace farfirst::test {

/// The state in the sorter's own history from this byte on, after the last call.
template <class T>
T history_at(Device& device, SorterBase& sorter, std::size_t offset) {
  T content{};
  const Buffer memory = static_cast<core::OwnedHistory&>(sorter.history()).memory();
  device.download(&content, core::part(memory, offset, sizeof content), sizeof content);
  return content;
}

class CheckedSorter {
 public:
  CheckedSorter(Device& device, std::unique_ptr<Sorter> sorter) : device_(device), sorter_(std::move(sorter)) {
    workspace_.emplace(device, base().requirements(), 0xFF);
  }
  CheckedSorter(Device& device, std::unique_ptr<DistanceSorter> sorter)
      : device_(device), by_distance_(std::move(sorter)) {
    workspace_.emplace(device, base().requirements(), 0xFF);
  }

  /// Sorts keys, and compares with the right order.
  void sort(const std::vector<std::uint32_t>& keys) {
    const auto n = static_cast<std::uint32_t>(keys.size());
    const Guarded in(device_, keys), order(device_, n * 4, 0xFF), out(device_, n * 4, 0xFF);
    ArgsortJob job{.n = n, .keys = in.buffer(), .order = order.buffer(), .sorted_keys = out.buffer()};
    run(job);
    const std::vector<std::uint32_t> expected = expected_order(keys);
    ASSERT_EQ(order.read<std::uint32_t>(), expected);
    ASSERT_EQ(out.read<std::uint32_t>(), gathered(keys, expected));
    out.expect_intact("sorted keys");
    expect_intact(order);
  }

  /// Sorts a distance job, given without memory and order. The expected keys are those of the sorted elements, fewer
  /// than n if there is a count.
  void sort(DistanceJob job, const std::vector<std::uint32_t>& expected_keys, bool wants_keys) {
    const Guarded order(device_, job.n * 4, 0xFF), made(device_, job.n * 4, 0xFF);
    job.order = order.buffer();
    if (wants_keys) job.keys = made.buffer();
    run(job);
    const std::size_t count = expected_keys.size();
    ASSERT_EQ(first_of(order.read<std::uint32_t>(), count), expected_order(expected_keys));
    if (wants_keys) {
      ASSERT_EQ(first_of(made.read<std::uint32_t>(), count), expected_keys);
    }
    made.expect_intact("keys");
    expect_intact(order);
  }

  template <class T>
  T history_at(std::size_t offset) const {
    return test::history_at<T>(device_, base(), offset);
  }
  SorterBase& base() const {
    return sorter_ != nullptr ? static_cast<SorterBase&>(*sorter_) : static_cast<SorterBase&>(*by_distance_);
  }

 private:
  void run(ArgsortJob& job) {
    workspace_->attach(job);
    sorter_->sort(job);
    device_.finish();
  }
  void run(DistanceJob& job) {
    workspace_->attach(job);
    by_distance_->sort(job);
    device_.finish();
  }
  void expect_intact(const Guarded& order) const {
    order.expect_intact("order");
    workspace_->expect_intact();
  }

  Device& device_;
  std::unique_ptr<Sorter> sorter_;
  std::unique_ptr<DistanceSorter> by_distance_;
  std::optional<GuardedWorkspace> workspace_;
};

}  // namespace farfirst::test
