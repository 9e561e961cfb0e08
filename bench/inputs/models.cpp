// See models.h.
#include "models.h"

#include <fmt/format.h>

#include <cmath>

#include "io/load.h"
#include "program/failure.h"
#include "scene/glass.h"
#include "scene/jungle.h"
#include "tessellate.h"

namespace farfirst::bench {

namespace {

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

/// Chooses `count` of `all` elements of `size` words each, evenly, in their sequence.
template <class Array>
void choose(Array& words, std::size_t size, std::size_t count) {
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
  choose(model.splats.scales, 1, elements);
  choose(model.splats.rotations, 1, elements);
  choose(model.splats.opacities, 1, elements);
  choose(model.splats.harmonics, model.splats.coefficients(), elements);
  return model;
}

}  // namespace

app::Model read_model(const std::filesystem::path& path) {
  app::Model model;
  if (path == "jungle") {
    model = app::make_jungle_scene();
  } else if (path == "glass") {
    model = app::make_glass_scene();
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
