#include "color_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace farfirst::app {
namespace {

struct Stop {
  double r, g, b;
};

constexpr std::array<Stop, 10> viridis{{{68, 1, 84},
                                        {72, 40, 120},
                                        {62, 74, 137},
                                        {49, 104, 142},
                                        {38, 130, 142},
                                        {31, 158, 137},
                                        {53, 183, 121},
                                        {110, 206, 88},
                                        {181, 222, 43},
                                        {253, 231, 37}}};
// Brighter throughout, so that it holds without colours too.
constexpr std::array<Stop, 5> heat{{{70, 40, 150}, {165, 45, 140}, {235, 80, 50}, {250, 190, 40}, {255, 255, 235}}};
constexpr std::array<Stop, 5> cool_warm{
    {{59, 76, 192}, {141, 176, 254}, {221, 221, 221}, {244, 152, 122}, {180, 4, 38}}};
constexpr std::array<Stop, 2> gray{{{0, 0, 0}, {255, 255, 255}}};

std::span<const Stop> stops_of(ColorMap map) {
  constexpr std::array<std::span<const Stop>, 4> maps = {viridis, heat, cool_warm, gray};
  return maps.at(static_cast<std::size_t>(map));
}

}  // namespace

std::uint32_t color_in(ColorMap map, double place) {
  const std::span<const Stop> stops = stops_of(map);
  const double last = static_cast<double>(stops.size()) - 1;
  const double at = std::clamp(place, 0.0, 1.0) * last;
  const auto from = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const double share = at - static_cast<double>(from);
  const auto mixed = [&](double Stop::*channel) {
    const double value = stops[from].*channel * (1 - share) + stops[from + 1].*channel * share;
    return static_cast<std::uint32_t>(std::lround(value));
  };
  return mixed(&Stop::r) | mixed(&Stop::g) << 8 | mixed(&Stop::b) << 16 | 0xFF000000u;
}

}  // namespace farfirst::app
