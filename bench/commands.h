#pragma once
// The commands of farfirst-bench. Each lives in a file of its own and adds itself to the command line; main.cpp lists
// them.

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace farfirst::bench {

// Exit codes, the same as the viewer's.
inline constexpr int fine = 0, failed = 1, usage = 2, unreadable = 3, no_opengl = 4, order_wrong = 5,
                     sort_unavailable = 6;
inline constexpr int ended_early = 7;  // Ctrl-C, SIGTERM, or no time left; what was measured is kept. Not the viewer's

/// Ends the program with a sentence and a code.
struct Failure : std::runtime_error {
  Failure(int code, const std::string& sentence) : std::runtime_error(sentence), exit_code(code) {}
  int exit_code;
};

/// Set by the chosen command; main runs it and returns what it returns.
using Action = std::function<int()>;

void add_list(CLI::App& app, Action& action);      // the catalogue
void add_sort(CLI::App& app, Action& action);      // entries against each other
void add_run(CLI::App& app, Action& action);       // everything, into a folder
void add_overhead(CLI::App& app, Action& action);  // what measuring adds
void add_paper(CLI::App& app, Action& action);     // what papers measured
void add_tune(CLI::App& app, Action& action);      // the parameters of an entry
void add_read(CLI::App& app, Action& action);      // files to models
void add_compare(CLI::App& app, Action& action);   // two files of results
void add_plot(CLI::App& app, Action& action);      // files of results to figures
void add_frame(CLI::App& app, Action& action);     // whole frames
void add_interop(CLI::App& app, Action& action);   // OpenGL's buffers in CUDA

}  // namespace farfirst::bench
