#pragma once
// Scripts of figures.h, drawn by gnuplot.

#include <string>

#include "results.h"

namespace farfirst::bench {

/// Throws Failure where gnuplot is not there, or cannot draw it.
void draw(const std::string& file, const std::string& script);

/// "NVIDIA H200, 305155c, 2026-11-21": where results come from.
std::string origin_of(const Results& results);

}  // namespace farfirst::bench
