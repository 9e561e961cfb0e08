#pragma once
// A race as text: a table to read, and a file of values.

#include <string>

#include "race.h"

namespace farfirst::app {

/// The place of a race.
struct RacePlace {
  std::string scene;   // "glass"
  std::string device;  // OpenGL's
};

/// All rows, with columns that line up; times with units.
std::string table_of(const Race& race, const RacePlace& place);
/// All rows, and those of the other sizes that were raced; times in milliseconds, memory in bytes, empty
/// where nothing is known.
std::string csv_of(const Race& race, const RacePlace& place);

/// "bits 8, path 1"; only those that differ from the defaults, or "" if none does.
std::string parameters_text(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters);
/// "not ticked", "cannot run here: ..."; empty for one that races.
std::string state_text(const RaceRow& row);
/// "right", "wrong", "unchecked"
const char* check_text(const RaceRow& row);

}  // namespace farfirst::app
