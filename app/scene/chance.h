#pragma once
// Random numbers that are the same on every machine: std::uniform_real_distribution differs between libraries.

#include <cstdint>
#include <random>

namespace farfirst::app {

class Chance {
 public:
  explicit Chance(std::uint32_t seed) : twister_(seed) {}
  /// From `low` up to `high`.
  float between(float low, float high) { return low + (high - low) * static_cast<float>(twister_() >> 8) * 0x1p-24f; }
  /// 0 .. number - 1.
  std::uint32_t below(std::uint32_t number) {
    return static_cast<std::uint32_t>((std::uint64_t{twister_()} * number) >> 32);
  }

 private:
  std::mt19937 twister_;
};

}  // namespace farfirst::app
