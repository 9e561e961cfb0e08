// See thread_pool.h.
#include "cpu/prim/thread_pool.h"

#include <algorithm>

namespace farfirst::cpu {

ThreadPool::ThreadPool(int threads) {
  for (int part = 1; part < threads; ++part) {
    Worker& worker = workers_.emplace_back();
    worker.thread = std::thread([this, &worker, part] { work(worker, part); });
  }
}

ThreadPool::~ThreadPool() {
  stop_ = true;
  for (Worker& worker : workers_) worker.wake();
  for (Worker& worker : workers_) worker.thread.join();
}

void ThreadPool::Worker::wake() {
  round.fetch_add(1, std::memory_order_release);
  round.notify_one();
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
  const auto others = static_cast<std::size_t>(std::max(0, parts - 1));
  function_ = function;
  context_ = context;
  pending_.store(static_cast<std::uint32_t>(others), std::memory_order_relaxed);
  for (std::size_t i = 0; i < others; ++i) workers_[i].wake();
  function(context, 0);
  for (std::uint32_t left = pending_.load(std::memory_order_acquire); left != 0;
       left = pending_.load(std::memory_order_acquire)) {
    pending_.wait(left, std::memory_order_acquire);
  }
}

void ThreadPool::work(Worker& worker, int part) {
  for (std::uint32_t seen = 0;;) {
    worker.round.wait(seen, std::memory_order_acquire);
    seen = worker.round.load(std::memory_order_acquire);
    if (stop_) return;
    function_(context_, part);
    if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) pending_.notify_one();
  }
}

}  // namespace farfirst::cpu
