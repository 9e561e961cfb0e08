#pragma once
// Detached threads: their work may take as long as a network does.

#include <chrono>
#include <functional>

namespace farfirst::app {

/// Runs `work` on a new thread. It owns all that it uses, and throws nothing. Throws std::system_error on failure.
void run_detached(std::function<void()> work);
/// Have all of them ended, after this time at most? A program that ends before they do must not destroy static objects
/// (std::quick_exit).
bool detached_threads_end(std::chrono::milliseconds patience);

}  // namespace farfirst::app
