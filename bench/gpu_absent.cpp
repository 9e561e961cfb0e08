// See gpu.h; where the CUDA back end is not built. Nothing here is reached, since no CUDA device can be opened.
#include "gpu.h"

namespace farfirst::bench {

struct StreamTimer::Events {};

GpuFacts gpu_facts(int) { return {}; }
StreamTimer::StreamTimer(Device&) {}
StreamTimer::~StreamTimer() = default;
void StreamTimer::start() {}
void StreamTimer::stop() {}
double StreamTimer::milliseconds() const { return 0; }

}  // namespace farfirst::bench
