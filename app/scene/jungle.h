#pragma once
// Sixteen robots in a jungle: 1.54 million triangles, as many as the test scene of the hybrid sort's paper has
// (Sintorn, Assarsson, journal version, figure 9a). That one was not published; this one is made here.

#include "model.h"

namespace farfirst::app {

inline constexpr std::uint32_t jungle_robots = 16;
inline constexpr float jungle_radius = 13.0f;  // of its ground
inline constexpr std::uint32_t jungle_triangles = 1'540'000;

/// Deterministic; alpha and colour per vertex, smooth normals. Takes about a second.
Model make_jungle_scene();

}  // namespace farfirst::app
