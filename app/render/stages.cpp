#include "stages.h"

#include <array>

namespace farfirst::app {

std::span<const Stage, stage_count> stages() {
  static constexpr std::array<Stage, stage_count> all = {
      Stage{"distance", "positions to keys", &FrameReport::distance, true, true},
      Stage{"sort", "keys to order", &FrameReport::sort, true, true},
      Stage{"upload", "order to where the draw reads it", &FrameReport::upload, true, true},
      Stage{"interop", "giving OpenGL's buffers to CUDA and taking them back: time of the host", &FrameReport::interop,
            true, false},
      Stage{"staging", "positions and order through the host's memory, where CUDA and OpenGL share none",
            &FrameReport::staging, true, false},
      Stage{"check", "is the order right? Its keys made anew, on the GPU that draws", &FrameReport::check, true, false},
      Stage{"draw", "blend and resolve", &FrameReport::draw, false, true},
      Stage{"frame", "the whole call; a sort beside the frame is not in it", &FrameReport::total, false, true}};
  return all;
}

}  // namespace farfirst::app
