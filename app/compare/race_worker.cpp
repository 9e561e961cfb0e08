#include "race_worker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "order/timer.h"

namespace farfirst::app {

/// Changes data that both threads share, and wakes the worker.
template <class Change>
void RaceWorker::set(Change change) {
  {
    const std::lock_guard lock(mutex_);
    change();
  }
  changed_.notify_all();
}

RaceWorker::~RaceWorker() {
  set([&] { stop_ = true; });
  thread_.join();
}

std::size_t RaceWorker::under_way() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + (busy_ ? 1 : 0) + done_.size();
}

void RaceWorker::start(RaceRun run) {
  set([&] { waiting_.push_back(std::move(run)); });
}

std::vector<RaceResult> RaceWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

void RaceWorker::forget(std::size_t slot) {
  set([&] {
    forgotten_.insert(slot);
    std::erase_if(waiting_, [&](const RaceRun& run) { return run.task.slot == slot; });
  });
}

void RaceWorker::rest() {
  set([&] {
    rests_ = true;
    waiting_.clear();
  });
}

void RaceWorker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stop_ || !waiting_.empty() || rests_ || !forgotten_.empty(); });
    if (stop_) return;
    const std::set<std::size_t> forgotten = std::exchange(forgotten_, {});
    const bool rests = std::exchange(rests_, false);
    std::optional<RaceRun> next;
    if (!waiting_.empty()) {
      next = std::move(waiting_.front());
      waiting_.pop_front();
      busy_ = true;
    }
    lock.unlock();
    for (const std::size_t slot : forgotten) sorter_.forget(slot);
    if (rests) sorter_.clear();
    std::optional<RaceResult> result;
    if (next) result = work(*next);
    next.reset();  // it holds the elements
    lock.lock();
    if (result) done_.push_back(std::move(*result));
    busy_ = false;
  }
}

RaceResult RaceWorker::work(const RaceRun& run) {
  const Stopwatch stopwatch;
  RaceResult result{.run = run.number};
  try {
    result.timings = sorter_.make(run.task).timings;
    result.total = std::max(result.timings.distance, 0.0) + result.timings.sort;
    const CachedSorter& slot = *sorter_.slot(run.task.slot);
    result.scratch = slot.scratch_bytes();
    result.state = slot.state_bytes();
    result.remembers = slot.remembers();
    result.check = sorter_.check(run.task);
    result.checked = true;
  } catch (const std::exception& error) {
    result.failure = error.what();
    sorter_.forget(run.task.slot);
  }
  result.taken = stopwatch.milliseconds();
  return result;
}

}  // namespace farfirst::app
