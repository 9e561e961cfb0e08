// See model_inputs.h.
#include "model_inputs.h"

#include <algorithm>

#include "io/reader.h"
#include "models.h"

namespace farfirst::bench {

namespace {

Place place_of(const glm::vec3& p) { return {p.x, p.y, p.z}; }

std::shared_ptr<const Geometry> geometry_of(const app::Model& model) {
  auto geometry = std::make_shared<Geometry>();
  geometry->positions.reserve(3 * model.positions.size());
  for (const glm::vec3& p : model.positions) geometry->positions.insert(geometry->positions.end(), {p.x, p.y, p.z});
  geometry->corners = model.triangles;
  const app::Bounds& bounds = model.bounds;
  geometry->bounds = {bounds.minimum.x, bounds.minimum.y, bounds.minimum.z,
                      bounds.maximum.x, bounds.maximum.y, bounds.maximum.z};
  return geometry;
}

}  // namespace

ViewedGeometry read_viewed_geometry(const std::filesystem::path& path, const ModelSize& size) {
  const app::Model model = enlarged(read_model(path), size);
  const app::Bounds& bounds = model.bounds;
  ViewedGeometry subject{.name = model.name,
                         .geometry = geometry_of(model),
                         .center = place_of(bounds.center()),
                         .radius = bounds.radius(),
                         .origin = place_of(-glm::vec3(model.origin))};
  return subject;
}

std::vector<std::filesystem::path> models_in(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return {path};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.is_regular_file() && app::reader_of_name(entry.path())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace farfirst::bench
