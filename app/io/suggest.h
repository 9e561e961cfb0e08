#pragma once
// Suggestions for unknown words in messages.

#include <span>
#include <string>
#include <string_view>

namespace farfirst::app {

/// The word of `candidates` that `word` was probably meant to be, or empty.
std::string nearest_match(std::string_view word, std::span<const std::string> candidates);

}  // namespace farfirst::app
