#pragma once
// Clocks and temperature of an NVIDIA GPU, from the driver's management library. The library is loaded at the first
// query, so that this program starts without it.

#include <memory>
#include <string>

namespace farfirst::bench {

/// State of a GPU at one moment; below 0: unknown.
struct GpuState {
  int sm_mhz = -1, sm_most_mhz = -1, memory_mhz = -1;
  int celsius = -1;
  int watts = -1;
};
/// "1980 of 1980 MHz, memory 2619 MHz, 41 C, 120 W".
std::string sentence(const GpuState& state);

class Nvml {
 public:
  /// The GPU at this address of the PCI bus ("0000:3b:00.0"); the only GPU if there is no address.
  explicit Nvml(const std::string& pci_address);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Empty, or the reason why nothing is known.
  const std::string& why_absent() const noexcept { return why_absent_; }
  GpuState state() const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  void* gpu_ = nullptr;
  std::string why_absent_;
};

}  // namespace farfirst::bench
