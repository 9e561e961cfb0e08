#include "source.h"

#include <algorithm>

#include "crossing.h"
#include "fountain.h"
#include "glass.h"
#include "jungle.h"
#include "particle_sequence.h"
#include "particles.h"
#include "splat_scene.h"
#include "units.h"

namespace farfirst::app {

Contents::Contents(const Model* model)
    : splats(model != nullptr && model->has_splats()),
      antialiased(splats && model->splats.antialiased),
      meshes(model != nullptr && model->is_mesh()),
      particles(model == nullptr),
      splat_degree(splats ? model->splats.degree : 0),
      splat_order(splats ? model->splats.order : SplatOrder::unsaid) {}

Contents::Contents(const Objects& all) : objects(true) {
  bool differ = false;
  for (const Object& object : all) {
    meshes |= object.is_mesh();
    particles |= object.moves();
    if (!object.has_splats()) continue;
    splat_degree = std::max(splat_degree, object.model->splats.degree);
    antialiased = (antialiased || !splats) && object.model->splats.antialiased;
    differ |= splats && splat_order != object.model->splats.order;
    splat_order = object.model->splats.order;
    splats = true;
  }
  if (differ) splat_order = SplatOrder::unsaid;
}

std::string SceneSource::name() const {
  if (objects)
    return objects->front().name() +
           (objects->size() > 1 ? " + " + std::to_string(objects->size() - 1) : std::string());
  switch (kind) {
    case SceneKind::file:
      return file.filename().string();
    case SceneKind::glass:
      return "glass";
    case SceneKind::jungle:
      return "jungle";
    case SceneKind::particles:
      return particles ? particles->description().name : "particles";
    case SceneKind::splats:
      return "splats";
    case SceneKind::crossing:
      return "crossing";
    case SceneKind::sequence:
      return sequence->name();
  }
  return {};
}

std::string SceneSource::counts() const {
  if (objects) return counts_of(*objects);
  if (particles) return counted(particles->slots(), "particle");
  if (sequence)
    return counted(sequence->count(), "particle") +
           (sequence->is_one() ? "" : ", " + counted(sequence->frames(), "file"));
  if (model->has_splats()) return counted(model->splats.count(), "splat");
  if (!model->is_mesh()) return counted(model->points().size(), "point");
  return counted(model->triangle_count(), "triangle") + ", " + counted(model->points().size(), "vertex", "vertices");
}

SceneBounds SceneSource::bounds() const {
  if (objects) return bounds_of(*objects);
  if (sequence) return sequence->bounds();
  return particles ? particles->bounds() : model->bounds;
}

std::optional<glm::dvec3> SceneSource::file_origin() const {
  if (objects) return origin_of(*objects);
  if (sequence) return sequence->origin();
  return kind == SceneKind::file && model ? std::optional(model->origin) : std::nullopt;
}

bool SceneSource::empty() const {
  if (objects) return bounds_of(*objects).empty();
  if (sequence) return false;  // one without particles is refused
  return particles ? particles->slots() == 0 : model->positions.empty();
}

Contents SceneSource::contents() const { return objects ? Contents(*objects) : Contents(model.get()); }

bool SceneSource::moves() const {
  if (objects) return std::ranges::any_of(*objects, &Object::moves);
  return particles || sequence;
}

std::size_t SceneSource::model_bytes() const {
  std::size_t bytes = model ? model->bytes() : 0;
  if (objects)
    for (const Object& object : *objects) bytes += object.model ? object.model->bytes() : 0;
  return bytes;
}

std::vector<std::shared_ptr<ParticleSystem>> SceneSource::systems() const {
  std::vector<std::shared_ptr<ParticleSystem>> result;
  if (particles) result.push_back(particles);
  if (objects)
    for (const Object& object : *objects)
      if (object.particles) result.push_back(object.particles);
  return result;
}

std::vector<std::shared_ptr<ParticleSequence>> SceneSource::sequences() const {
  std::vector<std::shared_ptr<ParticleSequence>> result;
  if (sequence) result.push_back(sequence);
  if (objects)
    for (const Object& object : *objects)
      if (object.sequence && std::ranges::find(result, object.sequence) == result.end())
        result.push_back(object.sequence);
  return result;
}

SceneSource SceneSource::restarted() const {
  SceneSource result = *this;
  const auto restart = [](std::shared_ptr<ParticleSystem>& system) {
    if (system) system = std::make_shared<ParticleSystem>(*system);
  };
  restart(result.particles);
  if (objects) {
    auto others = std::make_shared<Objects>(*objects);
    for (Object& object : *others) restart(object.particles);
    result.objects = std::move(others);
  }
  for (const auto& files : sequences()) files->restart();
  return result;
}

std::shared_ptr<const Model> SceneSource::outline() const { return objects ? outline_of(*objects) : model; }

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
    scene.particles = std::make_shared<ParticleSystem>(fountain_with_smoke(), count, seed);
  else
    scene.model = std::make_shared<const Model>(make_model(kind, count, seed));
  return scene;
}

SceneSource scene_of_file(const std::filesystem::path& file, Model model) {
  return {SceneKind::file, file, std::make_shared<const Model>(std::move(model)), nullptr, nullptr};
}

SceneSource scene_of_sequence(const std::filesystem::path& named, std::shared_ptr<ParticleSequence> sequence) {
  SceneSource scene;
  scene.kind = SceneKind::sequence;
  scene.file = named;
  scene.sequence = std::move(sequence);
  return scene;
}

SceneSource scene_of_objects(Objects objects) {
  if (!objects.origin) choose_origin(objects);
  SceneSource scene{SceneKind::file, objects.front().file, nullptr, nullptr, nullptr};
  const Object& first = objects.front();
  if (objects.size() == 1 && first.setting == ObjectSetting{} && !first.file.empty() && !first.moves())
    scene.model = objects.front().model;
  else
    scene.objects = std::make_shared<const Objects>(std::move(objects));
  return scene;
}

}  // namespace farfirst::app
