// See model_inputs.h.
#include "model_inputs.h"

#include <farfirst/keys.h>
#include <fmt/format.h>

#include <cmath>

#include "commands.h"
#include "io/load.h"
#include "tessellate.h"

namespace farfirst::bench {

namespace {

struct Eye {
  const char* name;
  float radii;  // from the centre of the model's bounds
};
constexpr Eye all_eyes[] = {{"outside", 3.0f}, {"near", 1.05f}, {"inside", 0.5f}, {"centre", 0.0f}};

app::Model read(const std::filesystem::path& path) {
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

keys::Point point_of(const glm::vec3& position) { return {position.x, position.y, position.z}; }

}  // namespace

struct ModelKeys::Scene {
  std::string name;
  app::Model model;
};

std::vector<std::string> eyes() {
  std::vector<std::string> names;
  for (const Eye& eye : all_eyes) names.emplace_back(eye.name);
  return names;
}

ModelKeys::ModelKeys(const std::filesystem::path& path, std::uint32_t triangles)
    : scene_(new Scene{path.stem().string(), read(path)}) {
  if (triangles == 0) return;
  if (!scene_->model.is_mesh()) {
    throw Failure(usage, fmt::format("{}: it has no triangles that could be cut finer", path.string()));
  }
  scene_->model = cut_finer(std::move(scene_->model), triangles);
}

ModelKeys::~ModelKeys() = default;

Input ModelKeys::from(const std::string& eye_name) const {
  const app::Model& model = scene_->model;
  const Eye* eye = nullptr;
  for (const Eye& each : all_eyes) {
    if (eye_name == each.name) eye = &each;
  }
  if (eye == nullptr) throw Failure(usage, fmt::format("--eye: there is no \"{}\"", eye_name));
  const glm::vec3 at = model.bounds.center() + eye->radii * model.bounds.radius() * glm::vec3(0.6f, 0.48f, 0.64f);
  const Viewpoint view = keys::prepared({{at.x, at.y, at.z}, {0.0f, 0.0f, -1.0f}});

  Input input{.name = scene_->name + " from " + eye->name, .meaning = Meaning::distances, .keys = {}};
  input.keys.reserve(model.is_mesh() ? model.triangle_count() : model.positions.size());
  if (!model.is_mesh()) {
    for (const glm::vec3& position : model.positions) {
      input.keys.push_back(key_of_point<Measure::radial>(point_of(position), view));
    }
    return input;
  }
  for (std::size_t t = 0; t < model.triangles.size(); t += 3) {
    const auto corner = [&](std::size_t i) { return point_of(model.positions[model.triangles[t + i]]); };
    input.keys.push_back(
        key_of_triangle<Measure::radial, Representative::centroid>(corner(0), corner(1), corner(2), view));
  }
  return input;
}

}  // namespace farfirst::bench
