#pragma once
// Sentences for whoever runs the program, on stderr.

#include <string>

namespace farfirst::app {

void say(const std::string& sentence);

}  // namespace farfirst::app
