#pragma once
// Splats packed for OpenGL's memory. shaders/splat/stored.glsl unpacks them.
//
// Beside the position, by the degree of the harmonics, 16, 28, 44 or 64 bytes:
//
//   word     the colour that is the same all round, less a half: red 10, green 10 and blue 9 bits with signs, and three
//            bits of an exponent that they share
//   shape    three words: logarithms of the scales, 14 bits each, in 32 octaves below the top of the scene's scales, of
//            which 0 is nothing; of the rotation x y z w, 2 bits for which is the largest and 13 for each of the
//            others; opacity 11 bits
//   harmonics   bytes: the logarithm of the largest of them, and then all of them, red, green and blue, as shares of it
//
// Pictures lose less by it than by eight bits a channel (tests/render/splat_loss.cpp; figures: docs/rendering-lab.md).

#include <array>
#include <cstdint>
#include <span>

#include "scene/splats.h"

namespace farfirst::app {

/// The words of a splat's harmonics.
constexpr std::size_t harmonic_words(int degree) {
  return degree == 0 ? 0 : (1 + 3 * (Splats::coefficients_of(degree) - 1) + 3) / 4;
}

std::uint32_t packed_color(const glm::vec3& color);
/// `top`: the limit of the scene's scales, to which larger ones are clamped.
std::array<std::uint32_t, 3> packed_shape(const glm::vec3& scale, const glm::quat& rotation, float opacity, float top);
/// The first of the bytes of harmonics: the power of 2 that they are shares of.
std::uint8_t range_of_harmonics(std::span<const glm::vec3> harmonics);
/// The factor of harmonics for each range: their bytes are the products plus 128, rounded.
const std::array<float, 256>& units_of_harmonics();
/// Packs the harmonics from the second on into harmonic_words() words.
void pack_harmonics(std::span<const glm::vec3> harmonics, std::uint32_t* words);

/// The logarithm of the largest scale of all, to the base of 2, but no more than half of the octaves above the median:
/// else one outlier would flatten all others.
float top_of(const Splats& splats);

}  // namespace farfirst::app
