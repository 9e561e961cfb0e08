#include "load.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "cloud_normals.h"
#include "origin.h"
#include "reach.h"
#include "reader.h"
#include "scene/creases.h"
#include "scene/finite.h"
#include "scene/half_turn.h"
#include "scene/parallel.h"
#include "scene/units.h"
#include "source.h"
#include "splats.h"

namespace farfirst::app {
namespace {

constexpr float read_share = 0.7f;  // of the time that loading takes

/// The file to read: meta.json in a folder that holds splats in SOG, else the path itself.
std::filesystem::path file_in(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path meta = path / "meta.json";
  const bool holds_sog = std::filesystem::is_directory(path, error) && std::filesystem::is_regular_file(meta, error);
  return holds_sog ? meta : path;
}

std::vector<Model> read(const std::filesystem::path& named, LoadProgress& progress) {
  const std::filesystem::path path = file_in(named);
  const MappedFile file(path);
  const auto refuse_if_cut = [&] {
    if (file.was_cut_short()) throw FileError("another program cut the file short while it was read");
  };
  try {
    std::vector<Model> models = read_mapped(file, path, ProgressScale(progress, 0.0f, read_share));
    refuse_if_cut();
    return models;
  } catch (const FileError&) {
    refuse_if_cut();  // the cause, rather than what the reader made of it
    throw;
  }
}

/// One sentence for all positions that are not finite, with the triangles that cannot be drawn because of them.
void remark_not_finite(Model& model) {
  std::atomic<std::uint64_t> all_bad = 0;
  in_parallel(model.positions.size(), 1, [&](std::size_t first, std::size_t last) {
    const auto positions = std::span(model.positions).subspan(first, last - first);
    all_bad +=
        static_cast<std::uint64_t>(std::ranges::count_if(positions, [](const glm::vec3& p) { return !is_finite(p); }));
  });
  const std::uint64_t bad = all_bad;
  if (bad == 0) return;
  std::size_t triangles = 0;
  for (std::size_t i = 0; i < model.triangles.size(); i += 3) {
    const auto finite = [&](std::size_t corner) { return is_finite(model.positions[model.triangles[i + corner]]); };
    triangles += finite(0) && finite(1) && finite(2) ? 0 : 1;
  }
  const std::string positions = counted(bad, "position is not finite", "positions are not finite");
  if (model.is_mesh()) {
    const std::string there = counted(triangles, "triangle that uses", "triangles that use");
    model.remarks.push_back(triangles == 0
                                ? fmt::format("{}; no triangle uses {}.", positions, bad == 1 ? "it" : "them")
                                : fmt::format("{}; {} {} {} not drawn.", positions, there, bad == 1 ? "it" : "them",
                                              triangles == 1 ? "is" : "are"));
  } else {
    model.remarks.push_back(fmt::format("{} and {} not drawn.", positions, bad == 1 ? "is" : "are"));
  }
}

/// Colours of splats, and bounds. Throws FileError if nothing of the model can be shown.
void prepare(Model& model) {
  if (model.has_splats()) complete_splats(model);
  compute_bounds(model);
  if (model.bounds.empty()) throw FileError("no vertex has finite coordinates, so there is nothing to show");
  remark_not_finite(model);
}

/// A model without anything to show: other models of its file report it. Throws FileError if there are no others.
void leave_out(std::vector<Model>& models, std::size_t which, const std::string& why) {
  if (models.size() == 1) throw FileError(why);
  const Part part = models[which].part();
  models.erase(models.begin() + static_cast<std::ptrdiff_t>(which));
  for (Model& model : models)
    model.remarks.push_back(
        fmt::format("The {} {} not shown: {}.", name_of(part), part == Part::mesh ? "is" : "are", why));
}

void prepare(std::vector<Model>& models) {
  for (std::size_t i = models.size(); i-- > 0;) {
    try {
      prepare(models[i]);
    } catch (const FileError& error) {
      leave_out(models, i, error.what());
    }
  }
}

/// Models of a file keep their relative places.
void place(std::vector<Model>& models) {
  bring_into_reach(models);
  for (std::size_t i = models.size(); i-- > 0;)
    if (models[i].bounds.empty()) leave_out(models, i, "too far from the rest of the file to be drawn with it");
  recentre(models);
}

void complete_normals(Model& model, const ProgressScale& scale) {
  if (model.has_splats()) return;
  const auto is_zero = [](const glm::vec3& n) { return n == glm::vec3(0.0f); };
  if (!std::all_of(model.normals.begin(), model.normals.end(), is_zero)) return;
  model.normals.clear();
  const auto part = [&](float done) { scale.at(done); };
  if (model.is_mesh()) {
    compute_creased_normals(model, part);
  } else if (wants_normals(model)) {
    estimate_normals(model, part);
  }
}

/// Bounds, normals and name, for the models of any reader.
void complete(std::vector<Model>& models, const std::filesystem::path& path, const ProgressScale& scale) {
  prepare(models);
  scale.at(0.2f);
  place(models);
  for (Model& model : models) {
    model.name = path.filename().string();
    remark_on_lost_shapes(model);
  }
  scale.at(0.4f);
  const float share = 0.6f / static_cast<float>(models.size());
  float done = 0.4f;
  for (Model& model : models) {
    complete_normals(model, scale.part(done, done + share));
    done += share;
  }
  scale.at(1.0f);
}

std::vector<Model> read_models(const std::filesystem::path& path, LoadProgress& progress, Flip flip, Reading reading) {
  return within_memory(at::file(path), "model takes", [&] {
    std::vector<Model> models = read(path, progress);
    for (Model& model : models)
      if (flip != Flip::no) turn_half(model, flip == Flip::x ? Axis::x : flip == Flip::y ? Axis::y : Axis::z);
    if (reading == Reading::to_show) complete(models, path, ProgressScale(progress, read_share, 1.0f));
    return models;
  });
}

}  // namespace

Models load_models(const std::filesystem::path& path, LoadProgress& progress, Flip flip, Reading reading) {
  Models result;
  for (Model& model : read_models(path, progress, flip, reading))
    result.push_back(std::make_shared<const Model>(std::move(model)));
  return result;
}

Model load_model(const std::filesystem::path& path, LoadProgress& progress, Flip flip, Reading reading) {
  return std::move(read_models(path, progress, flip, reading).front());
}

}  // namespace farfirst::app
