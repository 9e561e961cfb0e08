#pragma once
// --sort and --sort-parameter: names and numbers, checked against the catalogue.

#include <string>
#include <string_view>

#include "options.h"

namespace farfirst::app {

void read_sort(Document& document, const std::string& id);
/// "gl.radix", or "gl.radix:offsets=3". Sentences are about this option.
NamedSort read_named_sort(std::string_view option, const std::string& text);
/// Ids with commas between them; or "usual", "all" or "none".
void read_race_sorts(Document& document, const std::string& text);
std::string write_race_sorts(const Document& document);
void read_resort(Document& document, const std::string& text);
/// NAME=N, or several with commas; they are set beside those that are set.
void read_sort_parameters(Document& document, const std::string& text);
std::string write_sort_parameters(const Document& document);
/// Parameters can only be checked once the sort is known, wherever it stood on the command line. `side`: prefix of the
/// option names.
void check_sort_parameters(const Document& document, std::string_view side = "");

}  // namespace farfirst::app
