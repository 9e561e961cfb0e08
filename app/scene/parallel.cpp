#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace farfirst::app {
namespace {

constexpr std::size_t least_of_a_thread = 16384;
/// The size of a range if all take equally long. A thread with quick ones, or a whole core, takes more.
constexpr std::size_t ranges_of_a_thread = 8;

}  // namespace

void in_parallel(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = std::clamp<std::size_t>(count / least_of_a_thread, 1, cores);
  const std::size_t ranges = threads == 1 ? 1 : threads * ranges_of_a_thread;
  const std::size_t grains = (count + grain - 1) / grain;
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto take_range = [&](std::size_t range) {
    const std::size_t first = std::min(grains * range / ranges * grain, count);
    const std::size_t last = std::min(grains * (range + 1) / ranges * grain, count);
    try {
      if (first < last) work(first, last);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  const auto take_ranges = [&] {
    for (std::size_t range; (range = next++) < ranges;) take_range(range);
  };
  std::vector<std::jthread> others;
  try {
    while (others.size() + 1 < threads) others.emplace_back(take_ranges);
  } catch (const std::system_error&) {
    // No more threads are available: fewer take all ranges.
  }
  take_ranges();
  others.clear();  // waits
  if (failure) std::rethrow_exception(failure);
}

}  // namespace farfirst::app
