#pragma once
// Threads that nobody waits for: what they do may take as long as a network does.

#include <chrono>
#include <functional>

namespace farfirst::app {

/// On a thread of its own. `work` owns all that it uses, and throws nothing. Throws std::system_error if there is none.
void run_detached(std::function<void()> work);
/// Have all of them ended, after so long at most? A program that ends before they do must not destroy what is static
/// (std::quick_exit).
bool detached_threads_end(std::chrono::milliseconds patience);

}  // namespace farfirst::app
