#include "cpu_sorter.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "timer.h"

namespace farfirst::app {

Order CpuSorter::make(const Task& task) {
  Order result;
  result.wanted = task.wanted;
  result.frame = task.frame;
  order_.resize(task.wanted.n);
  switch (task.wanted.draw_order) {
    case DrawOrder::back_to_front:
    case DrawOrder::front_to_back:
      sort(task, result);
      break;
    case DrawOrder::file_order:
      std::iota(order_.begin(), order_.end(), 0u);
      break;
    case DrawOrder::shuffled:
      shuffle(task.wanted.seed);
      break;
  }
  count_bytes();
  return result;
}

void CpuSorter::sort(const Task& task, Order& result) {
  if (task.wanted.n == 0) return;
  if (device_ == nullptr) device_ = open(Backend::cpu);
  CachedSorter& slot = slots_[task.slot];
  slot.prepare(*device_, task);
  SceneJob its(task.wanted, task.elements);
  its.read_host();
  DistanceJob& job = its.job;
  job.trace = true;
  job.order = host_buffer(order_);
  slot.workspace().attach(job);

  const Stopwatch stopwatch;
  slot.sorter()->sort(job);
  device_->finish();
  const double total = stopwatch.milliseconds();
  std::vector<Pass> passes;
  slot.sorter()->take_trace(passes);
  set_times(passes, result.timings);
  result.timings.sort = total - std::max(result.timings.distance, 0.0);
  result.algorithm = task.by.algorithm->id;
  result.message = task.reason;
}

OrderCheck CpuSorter::check(const Task& task) {
  SceneJob its(task.wanted, task.elements);
  make_keys(its, task);
  return device_->check_order(
      {.keys = its.job.keys, .order = host_buffer(order_), .n = task.wanted.n, .direction = its.job.direction});
}

InversionStats CpuSorter::inversion_stats(const Task& task) {
  SceneJob its(task.wanted, task.elements);
  const std::span<const std::uint32_t> keys = make_keys(its, task);
  const bool reversed = its.job.direction == Direction::front_to_back;
  const DepthSteps steps(task.wanted, task.elements.bounds.bulk);
  InversionStats found;
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const std::uint32_t before = keys[order_[i - 1]], key = keys[order_[i]];
    ++found.neighbours;
    if (reversed ? before >= key : before <= key) continue;
    const std::uint32_t a = steps.of(before), b = steps.of(key);
    ++found.inversions;
    found.steps += std::max(a > b ? a - b : b - a, 1u);
  }
  return found;
}

std::span<std::uint32_t> CpuSorter::make_keys(SceneJob& its, const Task& task) {
  if (device_ == nullptr) device_ = open(Backend::cpu);
  const std::span<std::uint32_t> keys = room_for_keys(task);
  its.read_host();
  its.job.keys = host_buffer(keys);
  device_->make_keys(its.job);
  count_bytes();
  return keys;
}

/// Reuses the scratch of the finished sort, if it is large enough.
std::span<std::uint32_t> CpuSorter::room_for_keys(const Task& task) {
  DistanceJob job;
  if (const CachedSorter* slot = slots_.find(task.slot)) slot->workspace().attach(job);
  for (const Buffer& piece : job.scratch)
    if (piece.bytes / sizeof(std::uint32_t) >= task.wanted.n)
      return {reinterpret_cast<std::uint32_t*>(piece.handle + piece.offset), task.wanted.n};
  keys_.resize(task.wanted.n);
  return keys_;
}

void CpuSorter::forget(std::size_t slot) {
  slots_.forget(slot);
  count_bytes();
}

void CpuSorter::clear() {
  slots_.clear();
  order_ = std::vector<std::uint32_t>();  // "= {}" would keep the memory
  keys_ = std::vector<std::uint32_t>();
  count_bytes();
}

/// Depends on seed and n alone, with every C++ library: std::shuffle does not.
void CpuSorter::shuffle(std::uint32_t seed) {
  std::iota(order_.begin(), order_.end(), 0u);
  std::mt19937_64 random(seed);
  for (std::size_t i = order_.size(); i > 1; --i) {
    // High bits of a product instead of a remainder (Lemire); the bias is far below 2^-32.
    const auto j = static_cast<std::size_t>(((random() >> 32) * i) >> 32);
    std::swap(order_[i - 1], order_[j]);
  }
}

void CpuSorter::count_bytes() {
  bytes_ = (order_.capacity() + keys_.capacity()) * sizeof(std::uint32_t) + slots_.bytes();
}

}  // namespace farfirst::app
