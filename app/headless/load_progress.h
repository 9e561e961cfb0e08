#pragma once
// Reading a file with a progress bar on stderr.

#include <filesystem>

#include "cli/object_values.h"
#include "io/load.h"

namespace farfirst::app {

/// Reads a file and waits for it (load_models()). On a terminal a bar is drawn once reading takes longer than a moment;
/// elsewhere a line is written now and then. Throws what the reader throws.
FileContents load_with_progress(const std::filesystem::path& file, Flip flip, Reading reading = Reading::to_show);

}  // namespace farfirst::app
