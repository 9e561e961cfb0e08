#include "scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "crossing.h"
#include "fountain.h"
#include "glass.h"
#include "jungle.h"
#include "particle_sequence.h"
#include "particles.h"
#include "splat_scene.h"
#include "units.h"

namespace farfirst::app {
namespace {

auto first_with_origin(const Objects& objects) {
  return std::ranges::find_if(objects, [](const Object& object) { return object.origin().has_value(); });
}

/// The rounding of floats that far from the scene's origin, if it is visible in an object of its size.
std::optional<float> coarse_steps_of(const Object& object, const glm::dvec3& offset) {
  if (offset == glm::dvec3(0.0)) return std::nullopt;
  constexpr float least_seen = 1.0f / 4096;  // of the object's radius: an eighth of a pixel where it fills the picture
  const Bounds box = object.bounds();
  const glm::dvec3 away = glm::abs(offset);
  const auto farthest = static_cast<float>(std::max({away.x, away.y, away.z}));
  const float step = std::nextafter(farthest, std::numeric_limits<float>::infinity()) - farthest;
  const bool shows = !box.empty() && step > least_seen * box.radius() * object.setting.placement.scale;
  return shows ? std::optional(step) : std::nullopt;
}

/// Corners and the points between them round differently.
Bounds placed(const Bounds& box, const glm::mat4& matrix, float scale) {
  Bounds result;
  if (box.empty()) return result;
  const glm::vec3 slack(1e-6f * box.radius() * scale);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec3 place((corner & 1) != 0 ? box.maximum.x : box.minimum.x,
                          (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                          (corner & 4) != 0 ? box.maximum.z : box.minimum.z);
    const glm::vec3 moved(matrix * glm::vec4(place, 1.0f));
    result.add(moved - slack);
    result.add(moved + slack);
  }
  return result;
}

std::string counts_of(const Objects& objects) {
  std::size_t triangles = 0, points = 0, splats = 0, particles = 0;
  for (const Object& object : objects) {
    if (object.moves())
      particles += object.particles() ? object.slots() : object.sequence()->drawn().count();
    else if (object.is_mesh())
      triangles += object.model()->triangle_count();
    else
      (object.has_splats() ? splats : points) += object.model()->positions.size();
  }
  std::string text = counted(objects.size(), "object");
  const char* separator = ": ";
  for (const auto& [count, name] :
       {std::pair{splats, "splat"}, {triangles, "triangle"}, {points, "point"}, {particles, "particle"}}) {
    if (count == 0) continue;
    text += separator + counted(count, name);
    separator = ", ";
  }
  return text;
}

}  // namespace

Scene::Scene(Objects all) : objects(std::move(all)) {
  const auto first = first_with_origin(objects);
  if (first == objects.end()) return;
  const glm::dvec3 placed = first->placed_origin();
  if (coarse_steps_of(*first, placed - *first->origin())) chosen_origin = placed;
}

const Object* Scene::alone() const {
  const bool is_alone =
      objects.size() == 1 && objects.front().setting == ObjectSetting{} && to_scene(0) == glm::mat4(1.0f);
  return is_alone ? &objects.front() : nullptr;
}

bool Scene::has_own_view() const {
  const Object* const only = alone();
  return only != nullptr && (only->moves() || only->file.empty());
}

std::string Scene::name() const {
  if (objects.empty()) return {};
  const auto system = alone() != nullptr ? objects.front().particles() : nullptr;
  if (system) return system->description().name;
  return objects.front().name() + (objects.size() > 1 ? " + " + std::to_string(objects.size() - 1) : std::string());
}

std::string Scene::counts() const {
  const Object* const only = alone();
  return only != nullptr ? only->counts() : counts_of(objects);
}

// ---- places

std::optional<glm::dvec3> Scene::file_origin() const {
  if (chosen_origin) return chosen_origin;
  const auto first = first_with_origin(objects);
  return first == objects.end() ? std::nullopt : first->origin();
}

/// The place of an object's own origin, relative to the origin of the scene.
glm::dvec3 Scene::offset(std::size_t object) const {
  const glm::dvec3 placed = objects[object].placed_origin();
  return objects[object].origin() ? placed - origin() : placed;
}

glm::mat4 Scene::to_scene(std::size_t object) const {
  glm::dmat4 matrix(turned_and_scaled(objects[object].setting.placement));
  matrix[3] = glm::dvec4(offset(object), 1.0);
  return glm::mat4(matrix);
}

SceneBounds Scene::bounds(std::size_t object) const {
  const glm::mat4 matrix = to_scene(object);
  const float scale = objects[object].setting.placement.scale;
  const SceneBounds own = objects[object].bounds();
  if (matrix == glm::mat4(1.0f)) return own;
  SceneBounds result = placed(own, matrix, scale);
  result.bulk = placed(own.bulk, matrix, scale);
  return result;
}

template <class Which>
SceneBounds Scene::bounds_of_some(Which which) const {
  SceneBounds result;
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].setting.visible && which(objects[i])) result.add(bounds(i));
  return result;
}

SceneBounds Scene::bounds() const {
  if (alone() != nullptr) return objects.front().bounds();
  return bounds_of_some([](const Object&) { return true; });
}

SceneBounds Scene::moving_bounds() const {
  return bounds_of_some([](const Object& object) { return object.moves(); });
}

std::vector<std::string> Scene::coarse_places() const {
  const auto first = first_with_origin(objects);
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!objects[i].setting.visible) continue;
    const glm::dvec3 its = offset(i);
    const std::optional<float> step = coarse_steps_of(objects[i], its);
    if (!step) continue;
    const bool is_apart = first != objects.end() && objects[i].origin() != first->origin();
    sentences.push_back(
        fmt::format("{} lies {:.3g} from {}, too far for 32-bit floats: its positions are rounded to steps of {:.1g}. "
                    "Open it alone, or move it nearer.",
                    objects[i].name(), glm::length(its), is_apart ? first->name() : "the origin of the scene", *step));
  }
  return sentences;
}

std::shared_ptr<const Model> Scene::outline() const {
  if (const Object* only = alone()) return only->model();
  const auto counts = [](const Object& object) { return object.setting.visible && !object.moves(); };
  const bool meshes =
      std::ranges::all_of(objects, [&](const Object& object) { return !counts(object) || object.is_mesh(); });
  auto result = std::make_shared<Model>();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!counts(objects[i])) continue;
    const Model& model = *objects[i].model();
    const glm::mat4 matrix = to_scene(i);
    const auto first = static_cast<std::uint32_t>(result->positions.size());
    for (const glm::vec3& position : model.positions) result->positions.emplace_back(matrix * glm::vec4(position, 1));
    if (!meshes) continue;
    for (const std::uint32_t corner : model.triangles) result->triangles.push_back(first + corner);
  }
  if (result->positions.empty()) return nullptr;
  compute_bounds(*result);
  return result;
}

// ---- contents

bool Scene::empty() const {
  const Object* const only = alone();
  if (only == nullptr) return bounds().empty();
  return only->moves() ? only->slots() == 0 : only->model()->positions.empty();
}

bool Scene::moves() const { return std::ranges::any_of(objects, &Object::moves); }

Contents Scene::contents() const {
  Contents result{.objects = !objects.empty() && alone() == nullptr};
  bool differ = false;
  for (const Object& object : objects) {
    result.meshes |= object.is_mesh();
    result.particles |= object.moves();
    if (!object.has_splats()) continue;
    const Splats& splats = object.model()->splats;
    result.splat_degree = std::max(result.splat_degree, splats.degree);
    result.antialiased = (result.antialiased || !result.splats) && splats.antialiased;
    differ |= result.splats && result.splat_order != splats.order;
    result.splat_order = splats.order;
    result.splats = true;
  }
  if (differ) result.splat_order = SplatOrder::unspecified;
  return result;
}

std::size_t Scene::model_bytes() const {
  std::size_t bytes = 0;
  for (const Object& object : objects) bytes += object.moves() ? 0 : object.model()->bytes();
  return bytes;
}

std::vector<std::shared_ptr<ParticleSystem>> Scene::systems() const {
  std::vector<std::shared_ptr<ParticleSystem>> result;
  for (const Object& object : objects)
    if (object.particles()) result.push_back(object.particles());
  return result;
}

std::vector<std::shared_ptr<ParticleSequence>> Scene::sequences() const {
  std::vector<std::shared_ptr<ParticleSequence>> result;
  for (const Object& object : objects)
    if (object.sequence() && std::ranges::find(result, object.sequence()) == result.end())
      result.push_back(object.sequence());
  return result;
}

Scene Scene::restarted() const {
  Scene result = *this;
  for (Object& object : result.objects)
    if (object.particles()) object.content = std::make_shared<ParticleSystem>(*object.particles());
  for (const auto& files : sequences()) files->restart();
  return result;
}

std::vector<std::string> remarks_of(const Objects& objects, std::size_t object) {
  const Object& its = objects[object];
  if (its.moves()) return {};
  std::vector<std::string> remarks = its.model()->remarks;
  for (const Object& before : std::span(objects).first(object)) {
    if (before.moves() || before.file != its.file) continue;
    std::erase_if(remarks, [earlier = before.model()](const std::string& remark) {
      return std::ranges::find(earlier->remarks, remark) != earlier->remarks.end();
    });
  }
  return remarks;
}

// ---- built-in scenes

Content built_in_content(std::string_view name, std::uint32_t count, std::uint32_t seed) {
  if (name == "particles") return std::make_shared<ParticleSystem>(fountain_with_smoke(), count, seed);
  const auto shared = [](Model model) { return std::make_shared<const Model>(std::move(model)); };
  if (name == "splats") return shared(make_splat_scene(count, seed));
  if (name == "jungle") return shared(make_jungle_scene());
  return shared(name == "crossing" ? make_crossing_scene() : make_glass_scene());
}

Scene built_in_scene(const std::string& name, std::uint32_t count, std::uint32_t seed) {
  return Scene({Object{{.file = {}, .scene = name}, built_in_content(name, count, seed)}});
}

Scene scene_of_file(const std::filesystem::path& file, Model model) {
  return Scene({Object{{file}, std::make_shared<const Model>(std::move(model))}});
}

}  // namespace farfirst::app
