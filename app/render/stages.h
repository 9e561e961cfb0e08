#pragma once
// The frame times that are shown, in the table of a run without a window and in the timing panel.

#include <span>

#include "scene_renderer.h"

namespace farfirst::app {

/// The displayed times of a frame: name, meaning and field of FrameStats.
struct Stage {
  const char* name;
  const char* meaning;
  double FrameStats::*time;
  std::uint64_t FrameStats::*frame;  // that the time is of
  bool always;                       // shown also where it was never measured
};
inline constexpr std::size_t stage_count = 14;
/// simulate, cull, distance, sort, upload, interop, handover, staging, check, count, light, draw, host, frame
std::span<const Stage, stage_count> stages();
/// Did it run beside this frame, which did not wait for it?
bool is_beside(const Stage& stage, const FrameStats& report);

}  // namespace farfirst::app
