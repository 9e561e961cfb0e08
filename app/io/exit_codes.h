#pragma once
// Exit codes of the viewer, and the errors that lead to them. The numbers are part of its interface: --help and
// docs/command-line.md list them, tests hold them.

#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
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

/// Ends the program with a sentence and a code. Contexts throw NoOpenGL, sorts farfirst::Error; main knows their codes.
struct Failure : std::runtime_error {
  Failure(ExitCode code, Diagnostic what)
      : std::runtime_error(what.cause), exit_code(code), diagnostic(std::move(what)) {}
  /// Without memory for the sentence, the cause alone.
  const char* what() const noexcept override {
    try {
      return (sentence_ = diagnostic.sentence()).c_str();
    } catch (...) {
      return std::runtime_error::what();
    }
  }

  ExitCode exit_code;
  Diagnostic diagnostic;

 private:
  mutable std::string sentence_;
};

/// The error of readers.
struct FileError : Failure {
  explicit FileError(Diagnostic what) : Failure(ExitCode::unreadable, std::move(what)) {}
};

/// Adds a place to the FileErrors of some work.
template <class Work>
auto within(const Place& place, const Work& work) {
  try {
    return work();
  } catch (FileError& error) {
    error.diagnostic.places.insert(error.diagnostic.places.begin(), place);
    throw;
  }
}

/// The same, where memory may run out for `what` it reads; the sentence reports that.
template <class Work>
auto within_memory(const Place& place, std::string_view what, const Work& work) {
  try {
    return within(place, work);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {}
  throw FileError({place, "the {} more memory than there is", what});
}

/// Gives Failures of some work the place places() instead of their command-line option.
template <class GetPlaces, class Work>
void with_value_at(const GetPlaces& places, ExitCode code, const Work& work) {
  try {
    work();
  } catch (Failure& failure) {
    if (failure.exit_code != ExitCode::usage) throw;
    failure.diagnostic.places = places();
    failure.exit_code = code;
    throw;
  }
}

}  // namespace farfirst::app
