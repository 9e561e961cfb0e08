#include "source.h"

#include "crossing.h"
#include "glass.h"
#include "jungle.h"
#include "particles.h"
#include "splat_scene.h"
#include "units.h"

namespace farfirst::app {

std::string SceneSource::name() const {
  switch (kind) {
    case SceneKind::file:
      return file.filename().string();
    case SceneKind::glass:
      return "glass";
    case SceneKind::jungle:
      return "jungle";
    case SceneKind::particles:
      return "particles";
    case SceneKind::splats:
      return "splats";
    case SceneKind::crossing:
      return "crossing";
  }
  return {};
}

std::string SceneSource::counts() const {
  if (particles) return counted(particles->positions().size(), "particle");
  if (model->has_splats()) return counted(model->splats.count(), "splat");
  if (!model->is_mesh()) return counted(model->points().size(), "point");
  return counted(model->triangle_count(), "triangle") + ", " + counted(model->points().size(), "vertex", "vertices");
}

Bounds SceneSource::bounds() const { return particles ? particles->bounds() : model->bounds; }

bool SceneSource::empty() const { return particles ? particles->positions().empty() : model->positions.empty(); }

namespace {

Model make_model(SceneKind kind, std::uint32_t count, std::uint32_t seed) {
  if (kind == SceneKind::splats) return make_splat_scene(count, seed);
  if (kind == SceneKind::jungle) return make_jungle_scene();
  return kind == SceneKind::crossing ? make_crossing_scene() : make_glass_scene();
}

}  // namespace

SceneSource built_in_scene(SceneKind kind, std::uint32_t count, std::uint32_t seed) {
  SceneSource scene;
  scene.kind = kind;
  if (kind == SceneKind::particles)
    scene.particles = std::make_shared<ParticleSystem>(count, seed);
  else
    scene.model = std::make_shared<const Model>(make_model(kind, count, seed));
  return scene;
}

SceneSource scene_of_file(const std::filesystem::path& file, Model model) {
  return {SceneKind::file, file, std::make_shared<const Model>(std::move(model)), nullptr};
}

}  // namespace farfirst::app
