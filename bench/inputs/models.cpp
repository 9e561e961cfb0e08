// See models.h.
#include "models.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "io/load.h"
#include "program/failure.h"
#include "scene/glass.h"
#include "scene/jungle.h"
#include "tessellate.h"

namespace farfirst::bench {

namespace {

/// Gaussian splats, 32 bytes each, that begin with their place as three floats (the format of antimatter15/splat, which
/// has no head to know it by). What else they have is not read.
app::Model read_splats(const std::filesystem::path& path) {
  constexpr std::size_t splat_bytes = 32;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw Failure(unreadable, fmt::format("{}: cannot be read", path.string()));
  if (bytes.empty() || bytes.size() % splat_bytes != 0) {
    throw Failure(unreadable, fmt::format("{}: {} bytes are not splats of {} bytes each", path.string(), bytes.size(),
                                          splat_bytes));
  }
  app::Model model;
  model.positions.resize(bytes.size() / splat_bytes);
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    std::memcpy(&model.positions[i], bytes.data() + i * splat_bytes, sizeof(glm::vec3));
  }
  app::compute_bounds(model);
  return model;
}

app::Model cut_finer(app::Model model, std::uint32_t triangles) {
  if (!model.is_mesh())
    throw Failure(usage, fmt::format("{}: it has no triangles that could be cut finer", model.name));
  const double ratio = static_cast<double>(triangles) / static_cast<double>(model.triangle_count());
  const unsigned parts = static_cast<unsigned>(std::ceil(std::sqrt(ratio)));
  if (parts < 2) return model;
  app::Model finer = tessellate(model, parts);
  finer.name = model.name;
  finer.origin = model.origin;
  app::compute_bounds(finer);
  return finer;
}

/// So many of `all` elements of `size` words each, evenly chosen, in their sequence.
template <class T>
void choose(std::vector<T>& words, std::size_t size, std::size_t count) {
  const std::size_t all = words.size() / size;
  if (words.empty()) return;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < size; ++k) words[i * size + k] = words[i * all / count * size + k];
  }
  words.resize(count * size);
}

app::Model with_exactly(app::Model model, std::uint32_t elements) {
  if (model.is_mesh()) {
    if (model.triangle_count() < elements) model = cut_finer(std::move(model), elements);
    choose(model.triangles, 3, elements);
    return model;
  }
  if (model.positions.size() < elements) {
    throw Failure(usage, fmt::format("{}: it has {} points, fewer than {}: ask for more instances of it", model.name,
                                     model.positions.size(), elements));
  }
  choose(model.positions, 1, elements);
  choose(model.normals, 1, elements);
  choose(model.colors, 1, elements);
  return model;
}

}  // namespace

app::Model read_model(const std::filesystem::path& path) {
  app::Model model;
  if (path == "jungle") {
    model = app::make_jungle_scene();
  } else if (path == "glass") {
    model = app::make_glass_scene();
  } else if (path.extension() == ".splat") {
    model = read_splats(path);
  } else {
    app::LoadProgress progress;
    try {
      model = app::load_model(path, progress);
    } catch (const app::FileError& error) {
      throw Failure(unreadable, error.what());
    }
  }
  model.name = path.stem().string();
  return model;
}

app::Model enlarged(app::Model model, const ModelSize& size) {
  constexpr std::size_t most = 0xFFFFFFFF;  // vertices
  if (size.instances > most / std::max<std::size_t>(1, std::max(model.positions.size(), model.triangle_count()))) {
    throw Failure(usage, fmt::format("{}: {} instances of it are too many", model.name, size.instances));
  }
  if (size.instances > 1) model = instances_of(model, size.instances);
  if (size.triangles > 0) model = cut_finer(std::move(model), size.triangles);
  if (size.elements > 0) model = with_exactly(std::move(model), size.elements);
  return model;
}

}  // namespace farfirst::bench
