#pragma once
// Devices of several GPUs for tests. The CUDA emulation has as many as it is asked for.

#include <farfirst/sort.h>

#include <memory>
#include <string>
#include <vector>

namespace farfirst::test {

/// GPUs that are one device; in the emulation with or without access to each other's memory.
struct GpuSet {
  const char* name;
  std::vector<int> ordinals;
  bool only_emulated = false;
};

/// Opens them with all checks on; null, with the reason, where there are not so many. Each program has its own.
std::unique_ptr<Device> open_gpus(const GpuSet& gpus, std::string& absent);
/// Afterwards, when the device is closed.
void close_gpus();

}  // namespace farfirst::test
