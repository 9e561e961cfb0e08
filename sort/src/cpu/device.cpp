// See device.h.
#include "cpu/device.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstring>
#include <deque>
#include <fstream>

#include "core/order_check.h"
#include "cpu/prim/make_keys.h"
#include "cpu/prim/memory.h"

namespace farfirst::cpu {
namespace {

constexpr std::size_t grain = std::size_t{1} << 15;  // elements below which another thread does not pay off

std::uint32_t counted(const core::Counted& elements) {
  return elements.count ? std::min(elements.n, *data<const std::uint32_t>(elements.count)) : elements.n;
}

/// Times passes by the wall clock: a cpu sort runs on the caller's thread.
class WallClockTracer final : public core::Tracer {
 public:
  void begin() override { passes_.clear(); }
  void pass(std::string_view name) override {
    const Clock::time_point now = Clock::now();
    close(now);
    passes_.push_back({name, 0});
    since_ = now;
  }
  void end() override {
    close(Clock::now());
    known_.push_back(std::move(passes_));
    passes_.clear();
  }
  bool take(std::vector<Pass>& passes) override {
    if (known_.empty()) return false;
    passes.insert(passes.end(), known_.front().begin(), known_.front().end());
    known_.pop_front();
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  void close(Clock::time_point now) {
    if (!passes_.empty()) passes_.back().milliseconds = std::chrono::duration<double, std::milli>(now - since_).count();
  }
  std::vector<Pass> passes_;
  std::deque<std::vector<Pass>> known_;
  Clock::time_point since_;
};

int threads_of(const DeviceOptions& options) {
  if (options.cpu_threads > 0) return options.cpu_threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// "AMD EPYC", or "CPU" if the system does not report it.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t at = line.find(": ");
    if (at != std::string::npos) return line.substr(at + 2);
  }
  return "CPU";
}

/// Each thread checks a part of the steps; the first fault of all counts.
OrderCheck check(const core::CheckedOrder& checked, ThreadPool& pool) {
  std::atomic<std::uint32_t> first = checked.n;
  pool.for_ranges(checked.n, grain, [&](std::size_t begin, std::size_t end) {
    const std::uint32_t found =
        core::first_wrong_step(checked, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    if (found == end) return;
    for (std::uint32_t least = first; found < least && !first.compare_exchange_weak(least, found);) {}
  });
  return core::found_at(checked, first);
}

}  // namespace

CpuDevice::CpuDevice(const DeviceOptions& options) : DeviceCore(options), pool_(threads_of(options)) {}

std::string CpuDevice::description() const {
  const int threads = pool_.threads();
  return processor_name() + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

Buffer CpuDevice::allocate(std::size_t bytes) {
  void* memory = allocate_memory(bytes);
  if (memory == nullptr) {
    throw OutOfMemory("CPU: " + std::to_string(bytes) + " bytes of memory (" + std::to_string(bytes >> 20) +
                      " MiB) could not be allocated");
  }
  return {Backend::cpu, reinterpret_cast<std::uintptr_t>(memory), 0, bytes};
}

void CpuDevice::release(const Buffer& buffer) noexcept {
  release_memory(reinterpret_cast<void*>(buffer.handle), buffer.bytes);
}

void CpuDevice::upload(const Buffer& to, const void* from, std::size_t bytes) {
  require(bytes <= to.bytes, "an upload is larger than its buffer");
  if (bytes != 0) std::memcpy(data<std::byte>(to), from, bytes);
}

void CpuDevice::download(void* to, const Buffer& from, std::size_t bytes) {
  require(bytes <= from.bytes, "a download is larger than its buffer");
  if (bytes != 0) std::memcpy(to, data<const std::byte>(from), bytes);
}

void CpuDevice::enqueue_keys(const DistanceJob& job) {
  std::uint32_t* keys = data<std::uint32_t>(job.keys);
  const std::uint32_t n = counted({job.n, job.count});
  pool_.for_ranges(n, grain, [&](std::size_t begin, std::size_t end) { cpu::make_keys(job, begin, end, keys); });
  std::fill(keys + n, keys + job.n, job.precision.largest());
}

void CpuDevice::gather(const Buffer& from, const Buffer& order, const Buffer& to, const core::Counted& elements) {
  const auto* source = data<const std::uint32_t>(from);
  const auto* indices = data<const std::uint32_t>(order);
  auto* target = data<std::uint32_t>(to);
  pool_.for_ranges(counted(elements), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) target[i] = source[indices[i]];
  });
}

void CpuDevice::reverse(const Buffer& words, std::size_t word_bytes, const core::Counted& elements) {
  const std::uint32_t n = counted(elements);
  if (word_bytes == 8) {
    std::ranges::reverse(std::span(data<std::uint64_t>(words), n));
  } else {
    std::ranges::reverse(std::span(data<std::uint32_t>(words), n));
  }
}

/// Sorters of cpu entries read the count themselves, so nothing is ever padded here.
void CpuDevice::pad(const Buffer&, const Buffer&, std::size_t, std::uint32_t, const core::Counted&) {
  assert(false && "the core pads no keys of a cpu entry");
}

void CpuDevice::expand(const Buffer& order, const Buffer& corners, const Buffer& elements,
                       const core::Counted& triangles) {
  const auto* indices = data<const std::uint32_t>(order);
  const auto* from = data<const std::uint32_t>(corners);
  auto* to = data<std::uint32_t>(elements);
  pool_.for_ranges(counted(triangles), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) std::copy_n(from + std::size_t{3} * indices[i], 3, to + 3 * i);
  });
}

OrderCheck CpuDevice::check_order(const OrderToCheck& order) {
  core::CheckedOrder checked{.keys = data<const std::uint32_t>(order.keys),
                             .order = data<const std::uint32_t>(order.order),
                             .n = counted({order.n, order.count}),
                             .elements = order.elements,
                             .reversed = order.direction == Direction::front_to_back};
  if (!order.ids) return check(checked, pool_);
  const auto* ids = data<const std::uint32_t>(order.ids);
  std::vector<std::uint32_t> places(order.elements, core::CheckedOrder::nowhere);
  for (std::uint32_t i = 0; i < checked.n; ++i) {
    if (ids[i] < order.elements) places[ids[i]] = i;
  }
  checked.places = places.data();
  return check(checked, pool_);
}

std::unique_ptr<core::Tracer> CpuDevice::make_tracer() { return std::make_unique<WallClockTracer>(); }

std::string why_unavailable() { return {}; }

std::unique_ptr<Device> open(const DeviceOptions& options) { return std::make_unique<CpuDevice>(options); }

}  // namespace farfirst::cpu
