#pragma once
// Exit codes of farfirst-bench, and the exception that carries one.

#include <stdexcept>
#include <string>

namespace farfirst::bench {

// Shared with the viewer.
inline constexpr int fine = 0, failed = 1, usage = 2, unreadable = 3, no_opengl = 4, order_wrong = 5,
                     sort_unavailable = 6;
inline constexpr int ended_early = 7;  // Ctrl-C, SIGTERM, or no time left; results so far are kept. Not the viewer's

/// Ends the program with a message and a code.
struct Failure : std::runtime_error {
  Failure(int code, const std::string& sentence) : std::runtime_error(sentence), exit_code(code) {}
  int exit_code;
};

}  // namespace farfirst::bench
