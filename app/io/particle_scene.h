#pragma once
// Particle systems as scenes: from files, and the built-in ones, which are files too (assets/particles).

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "scene/objects.h"
#include "scene/particle_mapping.h"

namespace farfirst::app {

struct BuiltInSystem {
  std::string_view name;  // "snow"
  std::string_view text;  // of its file
};
/// By name.
std::span<const BuiltInSystem> built_in_systems();

/// Reads the system of a file, or a built-in one (also the fountain with smoke of scene/fountain.h), and the meshes
/// that its emitters name. `count`: about this number of particles and no more; 0: the file's. `mapping`: replaces
/// its colours. Throws FileError with a sentence that begins with the file.
std::shared_ptr<ParticleSystem> particle_system(const ObjectChoice& choice, std::uint32_t count, std::uint32_t seed,
                                                const ParticleMapping& mapping = {});

}  // namespace farfirst::app
