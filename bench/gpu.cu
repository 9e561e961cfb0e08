// See gpu.h.
#include "gpu.h"

#include <cuda_runtime.h>
#include <farfirst/cuda.h>

#include <cub/version.cuh>
#include <fstream>

namespace farfirst::bench {

namespace {

void check(cudaError_t error) {
  if (error != cudaSuccess) throw Error(std::string("CUDA: ") + cudaGetErrorString(error));
}

std::string cuda_version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// "580.159.03" of "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  ..."; empty where nothing tells it.
std::string kernel_module_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;) {
    if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') != std::string::npos) return word;
  }
  return {};
}

}  // namespace

GpuFacts gpu_facts(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal));
  int driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  const std::string module = kernel_module_version();
  return {properties.name, (module.empty() ? "" : module + ", ") + "CUDA " + cuda_version(driver),
          cuda_version(runtime) + ", CUB " + std::to_string(CUB_MAJOR_VERSION) + "." +
              std::to_string(CUB_MINOR_VERSION) + "." + std::to_string(CUB_SUBMINOR_VERSION),
          static_cast<std::size_t>(properties.l2CacheSize)};
}

struct StreamTimer::Events {
  cudaStream_t stream;
  cudaEvent_t start = nullptr, stop = nullptr;
};

StreamTimer::StreamTimer(Device& device)
    : events_(new Events{.stream = static_cast<cudaStream_t>(cuda_stream(device))}) {
  check(cudaEventCreate(&events_->start));
  check(cudaEventCreate(&events_->stop));
}

StreamTimer::~StreamTimer() {
  cudaEventDestroy(events_->start);
  cudaEventDestroy(events_->stop);
}

void StreamTimer::start() { check(cudaEventRecord(events_->start, events_->stream)); }
void StreamTimer::stop() { check(cudaEventRecord(events_->stop, events_->stream)); }

double StreamTimer::milliseconds() const {
  float time = 0;
  check(cudaEventElapsedTime(&time, events_->start, events_->stop));
  return static_cast<double>(time);
}

}  // namespace farfirst::bench
