#pragma once
// Particle systems to scenes: from files, and the built-in ones, which are files too (assets/particles).

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "scene/particle_mapping.h"
#include "scene/source.h"

namespace farfirst::app {

/// Which system SceneKind::particles shows.
struct ParticleChoice {
  std::string built_in;        // one of built_in_systems(); empty: the fountain with smoke of scene/fountain.h
  std::filesystem::path file;  // wins
  bool operator==(const ParticleChoice&) const = default;
};

struct BuiltInSystem {
  std::string_view name;  // "snow"
  std::string_view text;  // of its file
};
/// By name.
std::span<const BuiltInSystem> built_in_systems();

/// Reads the system, and the meshes that its emitters name. `count`: about so many particles and no more; 0: as many as
/// it says. `mapping`: what colours them in place of what it says. Throws FileError with a
/// sentence that begins with the file.
SceneSource particle_scene(const ParticleChoice& choice, std::uint32_t count, std::uint32_t seed,
                           const ParticleMapping& mapping = {});

}  // namespace farfirst::app
