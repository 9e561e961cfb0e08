#pragma once
// Devices of several GPUs for tests. The CUDA emulation has as many as requested.

#include <farfirst/sort.h>

#include <memory>
#include <string>
#include <vector>

namespace farfirst::test {

/// GPUs that form one device; in the emulation with or without access to each other's memory.
struct GpuSet {
  const char* name;
  std::vector<int> ordinals;
  bool only_emulated = false;
};

/// Opens them with all checks on; null, with the reason, if there are too few. Each program has its own.
std::unique_ptr<Device> open_gpus(const GpuSet& gpus, std::string& absent);
/// Call it after closing the device.
void close_gpus();

}  // namespace farfirst::test
