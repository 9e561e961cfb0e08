#pragma once
// Points for --form distance without a model.

#include <cstdint>
#include <span>
#include <string_view>

#include "eyes.h"

namespace farfirst::bench {

/// "sphere": a sphere's surface, seen from three radii away; "cube": a full cube of edge 2, seen from 3 off its centre;
/// "inside": the same, seen from its centre; "far": the same, seen from 1,000 away, which leaves few bits to the keys.
std::span<const std::string_view> point_names() noexcept;

/// Throws Failure if there is no such kind of points.
ViewedGeometry make_points(std::string_view name, std::uint32_t n, std::uint32_t seed);

}  // namespace farfirst::bench
