#pragma once
// Comparison of several ways to sort and draw one frame, without a window: the times of each, and the error of its
// picture against one of them.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "measure.h"
#include "render/stages.h"

namespace farfirst::app {

struct ComparedRow {
  // The request or, under `auto`, the choice.
  std::string sort, parameters, renderer, key;
  std::string trouble{};  // why there is no picture; empty: there is one, and these hold:

  std::size_t picture = 0;  // its place among the pictures, from 1
  int samples = 0;
  std::uint32_t elements = 0;
  std::array<double, stage_count> times{};    // milliseconds, medians; negative: not measured
  std::size_t gpu_bytes = 0, host_bytes = 0;  // beside those of the scene
  PictureError error{};
};

struct Comparison {
  std::string scene, device;  // OpenGL's
  std::string against;        // the picture that errors are measured against: "first" or "exact"
  bool keys = false;          // do they differ?
  std::vector<ComparedRow> rows;
};

/// To read.
std::string table_of(const Comparison& comparison);
/// All that is known; times in milliseconds, memory in bytes, empty where nothing is known.
std::string csv_of(const Comparison& comparison);

}  // namespace farfirst::app
