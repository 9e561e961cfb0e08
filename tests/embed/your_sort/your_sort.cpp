// cpu.your_sort: insertion sort.
#include "cpu/device.h"

namespace farfirst::cpu::your_sort {
namespace {

class YourSort final : public core::Implementation {
  void sort(const FormJob& job, const core::Call& call) override {
    call.passes.begin("insertion sort");
    const auto* keys = data<const std::uint32_t>(job.keys);
    auto* order = data<std::uint32_t>(job.order);
    for (std::uint32_t i = 0; i < job.n; ++i) {
      std::uint32_t place = i;
      for (; place > 0 && keys[order[place - 1]] > keys[i]; --place) order[place] = order[place - 1];
      order[place] = i;
    }
  }
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions&) {
  return std::make_unique<YourSort>();
}

}  // namespace farfirst::cpu::your_sort
