#pragma once
// The picture error meter and the table of methods as text: tables to read, and a file of values.

#include "methods.h"
#include "picture_error_meter.h"
#include "race_text.h"

namespace farfirst::app {

/// Both with columns that line up.
std::string table_of(const PictureErrorMeter& meter, const RacePlace& place);
std::string table_of(const Methods& methods, const RacePlace& place);
/// Times in milliseconds, memory in bytes; empty where nothing is known.
std::string csv_of(const PictureErrorMeter& meter, const RacePlace& place);
std::string csv_of(const Methods& methods, const RacePlace& place);

/// "radial, centroid"; without the sort point where elements have none.
std::string key_text(const ErrorOfKey& key, bool are_triangles);
/// "0.01234"; 0 if nothing differs.
std::string rmse_text(const PictureError& error);

}  // namespace farfirst::app
