#pragma once
// What tests of options begin with.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/options.h"
#include "io/exit_codes.h"

namespace farfirst::app::test {

inline Command parse(std::vector<std::string> arguments) { return parse_command_line(arguments); }

inline std::string refusal(std::vector<std::string> arguments) {
  try {
    parse_command_line(arguments);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.exit_code, ExitCode::usage);
    return failure.what();
  }
  ADD_FAILURE() << "was accepted";
  return {};
}

}  // namespace farfirst::app::test
