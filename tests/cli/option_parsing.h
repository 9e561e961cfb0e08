#pragma once
// Helpers of the tests of options.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/options.h"
#include "io/exit_codes.h"

namespace farfirst::app::test {

inline Command parse(std::vector<std::string> arguments) { return parse_command_line(arguments); }

/// Gives a member that the table names another value than it has.
inline void set_another_value(const OptionRow& row, Document& document) {
  const Access<Document>& member = *row.of<Document>();
  const std::string before = member.get(document);
  for (const char* value :
       {"2",        "7",        "0.25", "on",   "off",     "sublists=512", "view-depth", "farthest", "points",
        "shuffled", "frames:2", "flat", "heat", "#102030", "0,0,1",        "gl.radix",   "tiles",    "element",
        "x",        "linear",   "mip",  "16",   "sphere",  "z,y,x",        "1,2",        "ellipsoid"}) {
    Document changed = document;
    try {
      member.set(changed, value);
    } catch (const Failure&) {
      continue;
    }
    if (member.get(changed) == before) continue;
    document = changed;
    return;
  }
  ADD_FAILURE() << row.name << ": none of the values is another one";
}

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
