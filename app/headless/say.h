#pragma once
// Prints sentences for the user on stderr.

#include <string>

namespace farfirst::app {

void say(const std::string& sentence);

}  // namespace farfirst::app
