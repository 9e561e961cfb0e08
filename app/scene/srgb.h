#pragma once
// The transfer function of sRGB, of numbers from 0 on; in GLSL: shaders/common/color.glsl.

#include <array>
#include <cmath>
#include <cstddef>

namespace farfirst::app {

template <class Number>
Number linear_from_srgb(Number c) {
  return c <= Number(0.04045) ? c / Number(12.92) : std::pow((c + Number(0.055)) / Number(1.055), Number(2.4));
}

template <class Number>
Number srgb_from_linear(Number light) {
  return light <= Number(0.0031308) ? Number(12.92) * light
                                    : Number(1.055) * std::pow(light, Number(1) / Number(2.4)) - Number(0.055);
}

inline const std::array<float, 256>& light_of_bytes() {
  static const std::array<float, 256> light = [] {
    std::array<float, 256> result{};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = linear_from_srgb(static_cast<float>(i) / 255.0f);
    return result;
  }();
  return light;
}

}  // namespace farfirst::app
