#pragma once
// Options that mean nothing without a window.

#include <span>
#include <string>
#include <string_view>

#include "options.h"

namespace farfirst::app {

/// The first option among these arguments that a window alone heeds, without its dashes; empty if there is none. What
/// is off asks for nothing. `command`: what the arguments say.
std::string_view window_option(std::span<const std::string> arguments, const Command& command);

}  // namespace farfirst::app
