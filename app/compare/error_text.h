#pragma once
// Errors between two pictures as text: the same in panels, tables and on the command line.

#include <string>

#include "measure.h"

namespace farfirst::app {

std::string psnr_text(const PictureError& error);     // "45.2 dB"; "infinite" if nothing differs
std::string off_text(const PictureError& error);      // "1.234 %": pixels off by more than 1/255
std::string largest_text(const PictureError& error);  // "34/255"

}  // namespace farfirst::app
