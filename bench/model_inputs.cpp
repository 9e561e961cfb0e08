// See model_inputs.h.
#include "model_inputs.h"

#include <fmt/format.h>

#include <cmath>

#include "commands.h"
#include "io/load.h"
#include "scene/jungle.h"
#include "tessellate.h"

namespace farfirst::bench {

namespace {

struct Eye {
  const char* name;
  float radii;  // from the centre of the model's bounds; below 0: where the file's coordinates are 0
};
constexpr Eye all_eyes[] = {{"outside", 3.0f}, {"near", 1.05f}, {"inside", 0.5f}, {"centre", 0.0f}, {"origin", -1.0f}};

app::Model read(const std::filesystem::path& path) {
  if (path == "jungle") return app::make_jungle_scene();
  app::LoadProgress progress;
  try {
    return app::load_model(path, progress);
  } catch (const app::FileError& error) {
    throw Failure(unreadable, error.what());
  }
}

app::Model cut_finer(app::Model model, std::uint32_t triangles) {
  const double ratio = static_cast<double>(triangles) / static_cast<double>(model.triangle_count());
  const unsigned parts = static_cast<unsigned>(std::ceil(std::sqrt(ratio)));
  if (parts < 2) return model;
  app::Model finer = tessellate(model, parts);
  app::compute_bounds(finer);
  return finer;
}

std::shared_ptr<const Geometry> geometry_of(const app::Model& model) {
  auto geometry = std::make_shared<Geometry>();
  for (const glm::vec3& p : model.positions) geometry->positions.insert(geometry->positions.end(), {p.x, p.y, p.z});
  geometry->corners = model.triangles;
  const app::Bounds& bounds = model.bounds;
  geometry->bounds = {bounds.minimum.x, bounds.minimum.y, bounds.minimum.z,
                      bounds.maximum.x, bounds.maximum.y, bounds.maximum.z};
  return geometry;
}

}  // namespace

struct ModelKeys::Scene {
  std::string name;
  std::shared_ptr<const Geometry> geometry;
  glm::vec3 center;
  float radius = 0;
  glm::vec3 origin;  // of the file's coordinates

  glm::vec3 place(const Eye& eye) const {
    return eye.radii < 0 ? origin : center + eye.radii * radius * glm::vec3(0.6f, 0.48f, 0.64f);
  }
};

std::vector<std::string> eyes() {
  std::vector<std::string> names;
  for (const Eye& eye : all_eyes) names.emplace_back(eye.name);
  return names;
}

ModelKeys::ModelKeys(const std::filesystem::path& path, std::uint32_t triangles) {
  app::Model model = read(path);
  if (triangles > 0) {
    if (!model.is_mesh()) {
      throw Failure(usage, fmt::format("{}: it has no triangles that could be cut finer", path.string()));
    }
    model = cut_finer(std::move(model), triangles);
  }
  scene_.reset(new Scene{path.stem().string(), geometry_of(model), model.bounds.center(), model.bounds.radius(),
                         -glm::vec3(model.origin)});
}

ModelKeys::~ModelKeys() = default;

Input ModelKeys::from(const std::string& eye_name) const {
  const Eye* eye = nullptr;
  for (const Eye& each : all_eyes) {
    if (eye_name == each.name) eye = &each;
  }
  if (eye == nullptr) throw Failure(usage, fmt::format("--eye: there is no \"{}\"", eye_name));
  const glm::vec3 at = scene_->place(*eye);
  Input input{.name = scene_->name + " from " + eye->name,
              .meaning = Meaning::distances,
              .keys = {},
              .geometry = scene_->geometry,
              .eye = {at.x, at.y, at.z}};
  make_host_keys(input);
  return input;
}

}  // namespace farfirst::bench
