// cpu.lsd_radix: stable counting sorts from the least to the most significant digit.
#include <array>

#include "cpu/device.h"

namespace farfirst::cpu::lsd_radix {
namespace {

class LsdRadix final : public core::Implementation {
 public:
  explicit LsdRadix(const core::MakeOptions& options) {
    requirements_.scratch = {2 * core::aligned(options.max_n * sizeof(std::uint64_t))};
    half_ = core::aligned(options.max_n * sizeof(std::uint64_t));
  }

  void sort(const SortJob& job, const core::Call& call) override {
    call.passes.begin("sort");
    const auto* keys = data<const std::uint32_t>(job.keys);
    auto* from = data<std::uint64_t>(job.scratch[0]);
    auto* to = reinterpret_cast<std::uint64_t*>(data<std::byte>(job.scratch[0]) + half_);
    for (std::uint32_t i = 0; i < job.n; ++i) from[i] = std::uint64_t{keys[i]} << 32 | i;
    for (unsigned shift = 32; shift < 64; shift += 8) {
      std::array<std::uint32_t, 256> next{};
      for (std::uint32_t i = 0; i < job.n; ++i) ++next[from[i] >> shift & 255];
      std::uint32_t sum = 0;
      for (std::uint32_t& count : next) sum += std::exchange(count, sum);
      for (std::uint32_t i = 0; i < job.n; ++i) to[next[from[i] >> shift & 255]++] = from[i];
      std::swap(from, to);
    }
    auto* order = data<std::uint32_t>(job.order);
    for (std::uint32_t i = 0; i < job.n; ++i) order[i] = static_cast<std::uint32_t>(from[i]);
    if (job.sorted_keys) {
      auto* sorted = data<std::uint32_t>(job.sorted_keys);
      for (std::uint32_t i = 0; i < job.n; ++i) sorted[i] = static_cast<std::uint32_t>(from[i] >> 32);
    }
  }

 private:
  std::size_t half_ = 0;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions& options) {
  return std::make_unique<LsdRadix>(options);
}

}  // namespace farfirst::cpu::lsd_radix
