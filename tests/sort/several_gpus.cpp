// The GPUs of this machine: see several_gpus.h.
#include "several_gpus.h"

namespace farfirst::test {

std::unique_ptr<Device> open_gpus(const GpuSet& gpus, std::string& absent) {
  absent = why_unavailable(Backend::cuda);
  if (gpus.only_emulated) absent = "only in the CUDA emulation";
  if (!absent.empty()) return nullptr;
  try {
    return open(Backend::cuda, {.cuda_devices = gpus.ordinals, .validate = Validate::always});
  } catch (const Error& error) {
    absent = error.what();
    return nullptr;
  }
}

void close_gpus() {}

}  // namespace farfirst::test
