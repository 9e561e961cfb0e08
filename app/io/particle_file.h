#pragma once
// Particle systems as files, NAME.particles.json. docs/particles.md describes them for users,
// docs/particles.schema.json for programs.

#include <filesystem>
#include <string>
#include <string_view>

#include "scene/particle_system.h"

namespace farfirst::app {

/// The suffix of their names.
inline constexpr std::string_view particle_extension = ".particles.json";

/// By its name, or by its first bytes, whatever its name is.
bool is_particle_file(const std::filesystem::path& path);
/// Is this the start of one?
bool is_particle_text(std::string_view start);

/// Reads a system. `name` begins every sentence; meshes are beside `folder`. Throws FileError for whatever differs
/// from docs/particles.md: file, line, field, what was expected.
ParticleSystemDescription read_particle_system(const std::string& text, const std::string& name,
                                               const std::filesystem::path& folder);
ParticleSystemDescription load_particle_system(const std::filesystem::path& path);

/// The text that read_particle_system() reads back as the same. Fields that mean nothing to a shape or a
/// force are not written. Throws Failure(failed) if a name is not UTF-8.
std::string write_particle_system(const ParticleSystemDescription& system, const std::filesystem::path& folder);
/// Into a file, over whatever has this name. A system that has the name of the file `from` has none of its own. Throws
/// Failure(failed).
void save_particle_system(const std::filesystem::path& path, ParticleSystemDescription system,
                          const std::filesystem::path& from);

}  // namespace farfirst::app
