#pragma once
// --sort and --sort-parameter: names and numbers that the catalogue knows.

#include <string>
#include <string_view>

#include "options.h"

namespace farfirst::app {

void read_sort(Options& options, const std::string& id);
/// "gl.radix", or "gl.radix:offsets=3". Sentences are about this option.
NamedSort read_named_sort(std::string_view option, const std::string& text);
/// Ids with commas between them; or "usual", "all" or "none".
void read_race_sorts(Options& options, const std::string& text);
std::string write_race_sorts(const Options& options);
void read_resort(Options& options, const std::string& text);
/// NAME=N, or several with commas; they are set beside those that are set.
void read_sort_parameters(Options& options, const std::string& text);
std::string write_sort_parameters(const Options& options);
/// The parameters can only be checked once the sort is known, wherever it stood on the command line. `side`: before the
/// names of the options.
void check_sort_parameters(const Options& options, std::string_view side = "");

}  // namespace farfirst::app
