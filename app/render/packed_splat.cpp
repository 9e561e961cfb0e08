#include "packed_splat.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace farfirst::app {

namespace {

constexpr float octaves = 32;
constexpr std::uint32_t most_scale = 16383;

std::uint32_t rounded(float value, float most) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0f, most)));
}

/// 1 to 16383; 0 for nothing.
std::uint32_t packed_scale(float scale, float top) {
  if (!(scale > 0)) return 0;
  const float below = (top - std::log2(scale)) * static_cast<float>(most_scale - 1) / octaves;
  return below > static_cast<float>(most_scale - 1) ? 0 : most_scale - rounded(below, static_cast<float>(most_scale));
}

}  // namespace

std::uint32_t packed_color(const glm::vec3& color) {
  const glm::vec3 parts = color - 0.5f;
  const float largest = std::max({std::abs(parts.r), std::abs(parts.g), std::abs(parts.b)});
  const int exponent = largest > 0.5f ? std::clamp(static_cast<int>(std::ceil(std::log2(largest))) + 1, 0, 7) : 0;
  const float unit = std::ldexp(1.0f, 1 - exponent);
  const std::uint32_t red = rounded(parts.r * unit * 511 + 512, 1023),
                      green = rounded(parts.g * unit * 511 + 512, 1023),
                      blue = rounded(parts.b * unit * 255 + 256, 511);
  return red | green << 10 | blue << 20 | static_cast<std::uint32_t>(exponent) << 29;
}

std::array<std::uint32_t, 3> packed_shape(const glm::vec3& scale, const glm::quat& rotation, float opacity, float top) {
  const float xyzw[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
  std::uint32_t largest = 0;
  for (std::uint32_t i = 1; i < 4; ++i)
    if (std::abs(xyzw[i]) > std::abs(xyzw[largest])) largest = i;
  const float sign = xyzw[largest] < 0 ? -1.0f : 1.0f;
  std::uint32_t others[3] = {};
  for (std::uint32_t i = 0, next = 0; i < 4; ++i)
    if (i != largest) others[next++] = rounded((sign * xyzw[i] * std::sqrt(2.0f) + 1) / 2 * 8191, 8191);
  return {packed_scale(scale.x, top) | packed_scale(scale.y, top) << 14 | largest << 28,
          packed_scale(scale.z, top) | others[0] << 14 | (others[2] & 31u) << 27,
          others[1] | rounded(opacity * 2047, 2047) << 13 | others[2] >> 5 << 24};
}

std::uint8_t range_of_harmonics(std::span<const glm::vec3> harmonics) {
  float largest = 0;
  for (const glm::vec3& each : harmonics.subspan(1))
    largest = std::max({largest, std::abs(each.r), std::abs(each.g), std::abs(each.b)});
  // The next eighth of an octave above.
  const int range = largest > 0 ? std::clamp(static_cast<int>(std::ceil(8 * std::log2(largest))) + 128, 0, 255) : 0;
  return static_cast<std::uint8_t>(range);
}

const std::array<float, 256>& units_of_harmonics() {
  static const std::array<float, 256> units = [] {
    std::array<float, 256> result{};
    for (int range = 0; range < 256; ++range)
      result[static_cast<unsigned>(range)] = 127 / std::exp2(static_cast<float>(range - 128) / 8);
    return result;
  }();
  return units;
}

void pack_harmonics(std::span<const glm::vec3> harmonics, std::uint32_t* words) {
  std::array<std::uint8_t, 48> bytes{};
  bytes[0] = range_of_harmonics(harmonics);
  const float unit = units_of_harmonics()[bytes[0]];
  std::size_t at = 1;
  for (const glm::vec3& each : harmonics.subspan(1))
    for (int channel = 0; channel < 3; ++channel)
      bytes[at++] = static_cast<std::uint8_t>(rounded(each[channel] * unit + 128, 255));
  std::memcpy(words, bytes.data(), (at + 3) / 4 * 4);
}

float top_of(const Splats& splats) {
  constexpr std::size_t sampled = 4096;
  const std::size_t stride = std::max<std::size_t>(1, splats.count() / sampled);
  float largest = 0;
  std::vector<float> sizes;
  for (std::size_t i = 0; i < splats.count(); ++i) {
    const glm::vec3& scale = splats.scales[i];
    const float size = std::max({scale.x, scale.y, scale.z});
    largest = std::max(largest, size);
    if (i % stride == 0 && size > 0) sizes.push_back(size);
  }
  if (sizes.empty()) return largest > 0 ? std::log2(largest) : 0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return std::min(std::log2(largest), std::log2(*middle) + octaves / 2);
}

}  // namespace farfirst::app
