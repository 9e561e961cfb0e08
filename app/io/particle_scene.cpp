#include "particle_scene.h"

#include <algorithm>

#include "load.h"
#include "particle_file.h"
#include "scene/finite.h"
#include "scene/fountain.h"
#include "scene/particle_coloring.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

/// Corners of the triangles, three each; without those that are not finite.
std::vector<glm::vec3> corners_of(const Model& model) {
  std::vector<glm::vec3> corners;
  corners.reserve(model.triangles.size());
  for (std::size_t i = 0; i + 2 < model.triangles.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return model.positions[model.triangles[i + k]]; };
    if (is_finite(corner(0)) && is_finite(corner(1)) && is_finite(corner(2)))
      corners.insert(corners.end(), {corner(0), corner(1), corner(2)});
  }
  return corners;
}

EmitterMeshes read_meshes(const ParticleSystemDescription& system) {
  EmitterMeshes meshes(system.emitters.size());
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    if (system.emitters[i].shape != EmitterShape::mesh) continue;
    LoadProgress progress;
    meshes[i] = corners_of(load_model(system.emitters[i].mesh, progress, Flip::no, Reading::as_it_is));
  }
  return meshes;
}

ParticleSystemDescription description_of(const ObjectChoice& choice) {
  if (!choice.file.empty()) {
    ParticleSystemDescription system = load_particle_system(choice.file);
    if (system.name.empty()) system.name = choice.file.filename().string();
    return system;
  }
  const auto found = std::ranges::find(built_in_systems(), choice.scene, &BuiltInSystem::name);
  if (found == built_in_systems().end()) return fountain_with_smoke();
  return read_particle_system(std::string(found->text), choice.scene, {});
}

}  // namespace

std::shared_ptr<ParticleSystem> particle_system(const ObjectChoice& choice, std::uint32_t count, std::uint32_t seed,
                                                const ParticleMapping& mapping) {
  std::shared_ptr<ParticleSystem> result;
  ParticleSystemDescription system = description_of(choice);
  within(at::file(choice.file.empty() ? std::filesystem::path(system.name) : choice.file), [&] {
    EmitterMeshes meshes = read_meshes(system);
    try {
      system = colored_by(std::move(system), mapping, meshes);
      result = std::make_shared<ParticleSystem>(std::move(system), count, seed, std::move(meshes));
    } catch (const std::runtime_error& error) {
      throw FileError(error.what());
    }
  });
  return result;
}

}  // namespace farfirst::app
