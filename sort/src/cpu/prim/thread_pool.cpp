// See thread_pool.h.
#include "cpu/prim/thread_pool.h"

#include <algorithm>

namespace farfirst::cpu {

ThreadPool::ThreadPool(int threads) {
  workers_.reserve(static_cast<std::size_t>(std::max(0, threads - 1)));
  for (int part = 1; part < threads; ++part) workers_.emplace_back([this, part] { work(part); });
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

int ThreadPool::parts_for(std::size_t n, std::size_t grain) const noexcept {
  return static_cast<int>(std::clamp<std::size_t>(n / std::max<std::size_t>(grain, 1), 1, workers_.size() + 1));
}

ThreadPool::Range ThreadPool::range(std::size_t n, int part, int parts) noexcept {
  const auto at = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    const auto count = static_cast<std::size_t>(parts);
    return n / count * k + std::min(k, n % count);
  };
  return {at(part), at(part + 1)};
}

void ThreadPool::run(int parts, Function function, const void* context) {
  if (parts > 1) {
    function_ = function;
    context_ = context;
    parts_ = parts;
    pending_.store(static_cast<std::uint32_t>(workers_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  function(context, 0);
  if (parts <= 1) return;
  for (std::uint32_t left = pending_.load(std::memory_order_acquire); left != 0;
       left = pending_.load(std::memory_order_acquire)) {
    pending_.wait(left, std::memory_order_acquire);
  }
}

void ThreadPool::work(int part) {
  for (std::uint32_t seen = 0;;) {
    round_.wait(seen, std::memory_order_acquire);
    seen = round_.load(std::memory_order_acquire);
    if (stop_) return;
    if (part < parts_) function_(context_, part);
    if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) pending_.notify_one();
  }
}

}  // namespace farfirst::cpu
