#pragma once
// Work on large arrays by all cores.

#include <cstddef>
#include <functional>

namespace farfirst::app {

/// Calls work(first, last) for ranges that together are [0, count), each beginning at a multiple of `grain`, and waits
/// for all of them. Little work stays on this thread. The first exception is thrown on when all have ended.
void in_parallel(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace farfirst::app
