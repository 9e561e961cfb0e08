#pragma once
// Options that have no effect without a window.

#include <span>
#include <string>
#include <string_view>

#include "options.h"

namespace farfirst::app {

/// The first of these arguments that only a window uses, without its dashes; empty if there is none. An option
/// that is off does not count. `command`: the parsed arguments.
std::string_view window_option(std::span<const std::string> arguments, const Command& command);

}  // namespace farfirst::app
