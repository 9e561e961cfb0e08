#include "stages.h"

#include <array>

namespace farfirst::app {

std::span<const Stage, stage_count> stages() {
  using R = FrameStats;
  static constexpr std::array<Stage, stage_count> all = {
      Stage{"simulate", "a step of the particles", &R::simulate, &R::simulate_of, false},
      Stage{"cull", "finding the visible elements: only these are sorted", &R::cull, &R::cull_of, false},
      Stage{"distance", "positions to keys", &R::distance, &R::order_of, true},
      Stage{"sort", "keys to order", &R::sort, &R::order_of, true},
      Stage{"upload", "order to the buffer that is drawn", &R::upload, &R::order_of, true},
      Stage{"interop", "OpenGL's buffers to CUDA and back, in host time", &R::interop, &R::order_of, false},
      Stage{"handover", "GPU time from OpenGL to CUDA and back, besides CUDA's own work", &R::handover, &R::order_of,
            false},
      Stage{"staging", "positions and order through the host's memory, if CUDA and OpenGL share none", &R::staging,
            &R::order_of, false},
      Stage{"check", "is the order right? The GPU that draws makes its keys again", &R::check, &R::check_of, false},
      Stage{"count", "inversions of a lazily kept order: new keys, compared with their neighbours", &R::count,
            &R::count_of, false},
      Stage{"light", "self-shadows: the light that reaches each particle", &R::light, &R::light_of, false},
      Stage{"draw", "blend and resolve", &R::draw, &R::draw_of, true},
      Stage{"host", "idle GPU time in frames that wait: before the first, after the last command", &R::host, &R::number,
            false},
      Stage{"frame", "the whole call, without work beside it", &R::total, &R::number, true}};
  return all;
}

bool is_beside(const Stage& stage, const FrameStats& report) {
  if (stage.time == &FrameStats::draw) return report.draws_beside;
  const bool makes_order = stage.time == &FrameStats::distance || stage.time == &FrameStats::sort;
  return makes_order && report.sorts_beside;
}

}  // namespace farfirst::app
