#include "detached.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace farfirst::app {
namespace {

/// Never destroyed: threads outlive what is static.
struct Running {
  std::mutex mutex;
  std::condition_variable ended;
  int threads = 0;

  void add(int change) {
    const std::scoped_lock lock(mutex);
    threads += change;
    ended.notify_all();
  }
};

Running& running() {
  static auto& running = *new Running;
  return running;
}

}  // namespace

void run_detached(std::function<void()> work) {
  running().add(1);
  try {
    std::thread([work = std::move(work)]() mutable {
      work();
      work = nullptr;  // what it owns is gone before it counts as ended
      running().add(-1);
    }).detach();
  } catch (...) {
    running().add(-1);
    throw;
  }
}

bool detached_threads_end(std::chrono::milliseconds patience) {
  std::unique_lock lock(running().mutex);
  return running().ended.wait_for(lock, patience, [] { return running().threads == 0; });
}

}  // namespace farfirst::app
