#pragma once
// How the viewer ends. The numbers are part of its interface: --help and the README list them, tests hold them.

#include <utility>

#include "diagnostic.h"

namespace farfirst::app {

enum class ExitCode : int {
  fine = 0,
  failed = 1,           // could not write, the picture differs from the reference, or a self-test's from what is right
  usage = 2,            // an option or a value that does not exist
  unreadable = 3,       // a file that cannot be read
  no_opengl = 4,        // no OpenGL 4.5 on this machine, and what was asked for needs it
  order_wrong = 5,      // the check of an order found a fault
  sort_unavailable = 6  // a named sort or renderer cannot run here, or memory ran out
};

/// Ends the program with a sentence and a code. Readers throw FileError, contexts NoOpenGL, sorts farfirst::Error; main
/// knows their codes.
struct Failure : DiagnosedError {
  Failure(ExitCode code, Diagnostic what) : DiagnosedError(std::move(what)), exit_code(code) {}
  ExitCode exit_code;
};

/// Does some work with a value that stands at places() and not where a Failure(usage) says, on the command line.
template <class GetPlaces, class Work>
void with_value_at(const GetPlaces& places, ExitCode code, const Work& work) {
  try {
    work();
  } catch (const Failure& failure) {
    if (failure.exit_code != ExitCode::usage) throw;
    throw Failure(code, failure.diagnostic.at(places()));
  }
}

}  // namespace farfirst::app
