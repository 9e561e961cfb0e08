// Stand-in for gpu.cu without the CUDA back end. Nothing here is called, since no CUDA device can be opened.
#include "gpu.h"

namespace farfirst::bench {

GpuFacts gpu_facts(int) { return {}; }
std::unique_ptr<DeviceTimer> make_cuda_timer(Device&) { return nullptr; }
std::unique_ptr<Replay> make_cuda_replay(Device&) { return nullptr; }

}  // namespace farfirst::bench
