#pragma once
// Figures of results: scripts that hold their data and everything else that gnuplot needs, and gnuplot.

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

/// time, rate, speed_up: lines over n, one for each entry; of one input. bars: rates by input, for the largest n.
/// frames: times by input, for any n.
/// passes: a bar for each entry, of its passes one after the other; of one input and n. Throws BadResults where there
/// is nothing to draw.
std::string figure(FigureKind kind, const Results& results, const FigureOptions& options);

/// Such a script, by gnuplot. Throws Failure where gnuplot is not there, or cannot draw it.
void draw(const std::string& file, const std::string& script);

/// "NVIDIA H200, 305155c, 2026-11-21": where results come from.
std::string origin_of(const Results& results);

/// The entries that are fastest where they sort the most elements, at most `count`, the fastest first: by the geometric
/// mean of their rates there over all inputs.
std::vector<std::string> fastest(const std::vector<Result>& results, std::size_t count);

}  // namespace farfirst::bench
