// See nvml.h. The functions are those of the CUDA toolkit's nvml.h, a stable interface. They are declared here because
// there may be no toolkit.
#include "nvml.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace farfirst::bench {

namespace {

using Gpu = void*;  // nvmlDevice_t
constexpr int success = 0;
constexpr unsigned sm_clock = 1, memory_clock = 2;  // nvmlClockType_t
constexpr unsigned temperature_of_gpu = 0;          // nvmlTemperatureSensors_t

}  // namespace

struct Nvml::Library {
  explicit Library(void* opened) : handle(opened) {}
  ~Library() {
    if (started) shutdown();
    dlclose(handle);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <class Function>
  bool find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(handle, name));
    return function != nullptr;
  }
  bool find_all() {
    return find(init, "nvmlInit_v2") && find(shutdown, "nvmlShutdown") && find(count, "nvmlDeviceGetCount_v2") &&
           find(by_index, "nvmlDeviceGetHandleByIndex_v2") && find(by_pci, "nvmlDeviceGetHandleByPciBusId_v2") &&
           find(clock, "nvmlDeviceGetClockInfo") && find(most_clock, "nvmlDeviceGetMaxClockInfo") &&
           find(temperature, "nvmlDeviceGetTemperature") && find(power, "nvmlDeviceGetPowerUsage") &&
           find(words, "nvmlErrorString");
  }

  void* handle;
  bool started = false;
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*count)(unsigned*) = nullptr;
  int (*by_index)(unsigned, Gpu*) = nullptr;
  int (*by_pci)(const char*, Gpu*) = nullptr;
  int (*clock)(Gpu, unsigned, unsigned*) = nullptr;
  int (*most_clock)(Gpu, unsigned, unsigned*) = nullptr;
  int (*temperature)(Gpu, unsigned, unsigned*) = nullptr;
  int (*power)(Gpu, unsigned*) = nullptr;  // milliwatts
  const char* (*words)(int) = nullptr;
};

namespace {

std::string text_or(const char* text, const char* otherwise) { return text != nullptr ? text : otherwise; }

}  // namespace

Nvml::Nvml(const std::string& pci_address) {
  void* handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    why_absent_ = text_or(dlerror(), "libnvidia-ml.so.1 cannot be opened");
    return;
  }
  library_ = std::make_unique<Library>(handle);
  if (!library_->find_all()) {
    why_absent_ = "libnvidia-ml.so.1 lacks functions";
    return;
  }
  int error = library_->init();
  library_->started = error == success;
  unsigned gpus = 0;
  if (error == success && pci_address.empty()) error = library_->count(&gpus);
  if (error == success && pci_address.empty() && gpus != 1) {
    why_absent_ = fmt::format("the GPU is one of {}, unknown which", gpus);
    return;
  }
  if (error == success) {
    error = pci_address.empty() ? library_->by_index(0, &gpu_) : library_->by_pci(pci_address.c_str(), &gpu_);
  }
  if (error != success) why_absent_ = "NVML: " + text_or(library_->words(error), "an error");
}

Nvml::~Nvml() = default;

GpuState Nvml::state() const {
  GpuState state;
  if (!why_absent_.empty()) return state;
  unsigned value = 0;
  if (library_->clock(gpu_, sm_clock, &value) == success) state.sm_mhz = static_cast<int>(value);
  if (library_->most_clock(gpu_, sm_clock, &value) == success) state.sm_most_mhz = static_cast<int>(value);
  if (library_->clock(gpu_, memory_clock, &value) == success) state.memory_mhz = static_cast<int>(value);
  if (library_->temperature(gpu_, temperature_of_gpu, &value) == success) state.celsius = static_cast<int>(value);
  if (library_->power(gpu_, &value) == success) state.watts = static_cast<int>(value / 1000);
  return state;
}

std::string sentence(const GpuState& state) {
  const auto text_of = [](int value) { return value < 0 ? std::string("unknown") : std::to_string(value); };
  return fmt::format("{} of {} MHz, memory {} MHz, {} C, {} W", text_of(state.sm_mhz), text_of(state.sm_most_mhz),
                     text_of(state.memory_mhz), text_of(state.celsius), text_of(state.watts));
}

}  // namespace farfirst::bench
