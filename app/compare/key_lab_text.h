#pragma once
// The key lab as text: a table to read, and a file of values.

#include <string>

#include "key_lab.h"
#include "race_text.h"

namespace farfirst::app {

/// All rows, with columns that line up; times with units.
std::string table_of(const KeyLab& lab, const RacePlace& place);
/// All rows; times in milliseconds, empty where nothing is known.
std::string csv_of(const KeyLab& lab, const RacePlace& place);

/// The kind of a row's change: "metric", "sort point", "key bits", "sort again"; "chosen" for the unchanged row.
const char* name_of(KeyLabRow::Of of);

}  // namespace farfirst::app
