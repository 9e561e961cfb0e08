#include "turned_harmonics.h"

#include <array>
#include <cmath>
#include <numbers>

#include "scene/splats.h"

namespace farfirst::app {

TurnedHarmonics::TurnedHarmonics(const glm::mat3& turn) {
  // Four heights of Gauss and Legendre by eight directions: exact for products of two functions of degree 3.
  constexpr double heights[4] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526};
  constexpr double weights[4] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538};
  constexpr int around = 8;
  double sums[16][16] = {};
  for (int h = 0; h < 4; ++h) {
    for (int a = 0; a < around; ++a) {
      const double angle = 2 * std::numbers::pi * a / around, radius = std::sqrt(1 - heights[h] * heights[h]);
      const glm::vec3 direction(radius * std::cos(angle), radius * std::sin(angle), heights[h]);
      const std::array<float, 16> here = harmonics_along(direction),
                                  before = harmonics_along(glm::transpose(turn) * direction);
      const double weight = weights[h] * 2 * std::numbers::pi / around;
      for (int band = 1; band <= Splats::most_degree; ++band)
        for (int to = band * band; to < (band + 1) * (band + 1); ++to)
          for (int from = band * band; from < (band + 1) * (band + 1); ++from)
            sums[to][from] += weight * here[static_cast<std::size_t>(to)] * before[static_cast<std::size_t>(from)];
    }
  }
  for (int to = 0; to < 16; ++to)
    for (int from = 0; from < 16; ++from) mix_[to][from] = static_cast<float>(sums[to][from]);
}

void TurnedHarmonics::apply(std::span<glm::vec3> harmonics, int degree) const {
  for (int band = 1; band <= degree; ++band) {
    const int first = band * band, count = 2 * band + 1;
    std::array<glm::vec3, 7> turned{};
    for (int to = 0; to < count; ++to)
      for (int from = 0; from < count; ++from)
        turned[static_cast<std::size_t>(to)] +=
            mix_[first + to][first + from] * harmonics[static_cast<std::size_t>(first + from)];
    for (int to = 0; to < count; ++to)
      harmonics[static_cast<std::size_t>(first + to)] = turned[static_cast<std::size_t>(to)];
  }
}

}  // namespace farfirst::app
