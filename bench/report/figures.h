#pragma once
// Figures of results: scripts that hold all data and settings, drawn by gnuplot.

#include <string>
#include <vector>

#include "results.h"

namespace farfirst::bench {

enum class FigureKind { time, rate, speed_up, bars, frames, passes };

struct FigureOptions {
  std::string file = "figure.svg";  // .svg or .png
  std::string title{};
  std::string baseline{};  // of speed-ups: an entry
};

/// time, rate, speed_up: lines over n, one for each entry; one input. bars: rates by input,
/// for the largest n. frames: times by input, for any n. passes: a bar for each entry, of its
/// passes one after the other; one input and n. Throws BadResults if there is nothing to
/// draw.
std::string figure(FigureKind kind, const Results& results, const FigureOptions& options);

/// Draws such a script with gnuplot. Throws Failure if gnuplot is missing, or cannot draw it.
void draw(const std::string& file, const std::string& script);

/// "NVIDIA H200, 305155c, 2026-11-21": the source of results.
std::string origin_of(const Results& results);

/// The fastest entries at their largest number of elements, at most `count`, the fastest first: by the geometric mean
/// of their rates over all inputs.
std::vector<std::string> fastest(const std::vector<Result>& results, std::size_t count);

}  // namespace farfirst::bench
