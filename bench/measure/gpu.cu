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

/// "580.159.03" of "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  ..."; empty if unknown.
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
  char pci_address[32] = {};
  check(cudaDeviceGetPCIBusId(pci_address, sizeof pci_address, ordinal));
  return {properties.name, (module.empty() ? "" : module + ", ") + "CUDA " + cuda_version(driver),
          cuda_version(runtime) + ", CUB " + std::to_string(CUB_MAJOR_VERSION) + "." +
              std::to_string(CUB_MINOR_VERSION) + "." + std::to_string(CUB_SUBMINOR_VERSION),
          static_cast<std::size_t>(properties.l2CacheSize), pci_address};
}

namespace {

class StreamTimer final : public DeviceTimer {
 public:
  explicit StreamTimer(Device& device) : stream_(static_cast<cudaStream_t>(cuda_stream(device))) {
    check(cudaEventCreate(&start_));
    check(cudaEventCreate(&stop_));
  }
  ~StreamTimer() override {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  StreamTimer(const StreamTimer&) = delete;
  StreamTimer& operator=(const StreamTimer&) = delete;

  void start() override { check(cudaEventRecord(start_, stream_)); }
  void stop() override { check(cudaEventRecord(stop_, stream_)); }
  double milliseconds() override {
    float time = 0;
    check(cudaEventElapsedTime(&time, start_, stop_));
    return static_cast<double>(time);
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
};

class StreamReplay final : public Replay {
 public:
  explicit StreamReplay(Device& device) : stream_(static_cast<cudaStream_t>(cuda_stream(device))) {}
  ~StreamReplay() override { forget(); }

  void record(const std::function<void()>& enqueue) override {
    forget();
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    enqueue();
    check(cudaStreamEndCapture(stream_, &graph));
    check(cudaGraphInstantiate(&recorded_, graph, 0));
    check(cudaGraphDestroy(graph));
    check(cudaGraphUpload(recorded_, stream_));
    check(cudaStreamSynchronize(stream_));
  }
  void run() override { check(cudaGraphLaunch(recorded_, stream_)); }

 private:
  void forget() {
    if (recorded_ != nullptr) cudaGraphExecDestroy(recorded_);
    recorded_ = nullptr;
  }
  cudaStream_t stream_;
  cudaGraphExec_t recorded_ = nullptr;
};

}  // namespace

std::unique_ptr<DeviceTimer> make_cuda_timer(Device& device) { return std::make_unique<StreamTimer>(device); }
std::unique_ptr<Replay> make_cuda_replay(Device& device) { return std::make_unique<StreamReplay>(device); }

}  // namespace farfirst::bench
