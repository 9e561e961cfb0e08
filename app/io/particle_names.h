#pragma once
// Words and limits of particle systems in files. Those of the engine are in scene/particle_system.h.

#include <array>
#include <cstdint>
#include <string_view>

namespace farfirst::app {

inline constexpr std::string_view particle_format = "farfirst particles 1";
inline constexpr std::string_view any_particle_format = "farfirst particles ";

// In the sequence of the enumerations of scene/particle_system.h.
inline constexpr std::array<std::string_view, 5> emitter_shapes = {"point", "disc", "sphere", "box", "mesh"};
inline constexpr std::array<std::string_view, 2> child_births = {"alive", "death"};
inline constexpr std::array<std::string_view, 4> particle_properties = {"age", "speed", "height", "random"};
inline constexpr std::array<std::string_view, 5> force_kinds = {"gravity", "wind", "curl_noise", "attractor", "vortex"};
inline constexpr std::array<std::string_view, 4> collider_shapes = {"plane", "sphere", "box", "room"};

inline constexpr std::size_t most_knots = 64;
inline constexpr double most_length = 1e5;      // metres, of coordinates and radii
inline constexpr double most_speed = 1e4;       // m/s
inline constexpr double most_seconds = 1e4;     // of lives, and of what is simulated before
inline constexpr double least_life = 1.0 / 60;  // a step
inline constexpr double most_rate = 1e9;        // births a second
inline constexpr std::uint32_t most_burst = 1u << 26;

}  // namespace farfirst::app
