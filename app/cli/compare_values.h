#pragma once
// --compare, --compare-renderers, --compare-keys: lists with commas, and the comparisons that they make.

#include <string>
#include <vector>

#include "options.h"

namespace farfirst::app {

/// An algorithm, or one with parameters: gl.radix:offsets=3.
void read_compared_sorts(Command& command, const std::string& text);
void read_compared_renderers(Command& command, const std::string& text);
/// A metric, a sort point and bits of the key, or some of these: view-depth+nearest+16bits-linear.
void read_compared_keys(Command& command, const std::string& text);

/// A sort's key as read_compared_keys() reads it.
std::string key_text(const SortChoice& choice);
/// Each sort with each renderer and each key, in the sequence of the lists; the last of the three changes fastest.
std::vector<SideChoice> compared_choices(const Command& command);

}  // namespace farfirst::app
