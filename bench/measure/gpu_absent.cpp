// See gpu.h; where the CUDA back end is not built. Nothing here is reached, since no CUDA device can be opened.
#include "gpu.h"

namespace farfirst::bench {

GpuFacts gpu_facts(int) { return {}; }
std::unique_ptr<DeviceTimer> make_cuda_timer(Device&) { return nullptr; }
std::unique_ptr<Replay> make_cuda_replay(Device&) { return nullptr; }

}  // namespace farfirst::bench
