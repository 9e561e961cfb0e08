#include "parallel.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace farfirst::app {
namespace {

constexpr std::size_t least_of_a_thread = 16384;

}  // namespace

void in_parallel(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t parts = std::clamp<std::size_t>(count / least_of_a_thread, 1, cores);
  const std::size_t grains = (count + grain - 1) / grain;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](std::size_t part) {
    const std::size_t first = std::min(grains * part / parts * grain, count);
    const std::size_t last = std::min(grains * (part + 1) / parts * grain, count);
    try {
      if (first < last) work(first, last);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  std::size_t started = 1;
  try {
    for (; started < parts; ++started) threads.emplace_back(run, started);
  } catch (const std::system_error&) {
    // No more threads are to be had: the rest is done here.
  }
  run(0);
  for (; started < parts; ++started) run(started);
  threads.clear();  // waits
  if (failure) std::rethrow_exception(failure);
}

}  // namespace farfirst::app
