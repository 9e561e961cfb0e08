#include "load.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "cloud_normals.h"
#include "format.h"
#include "origin.h"
#include "reach.h"
#include "readers.h"
#include "scene/creases.h"
#include "scene/detached.h"
#include "scene/finite.h"
#include "scene/half_turn.h"
#include "scene/parallel.h"
#include "scene/units.h"
#include "source.h"
#include "splats.h"

namespace farfirst::app {
namespace {

constexpr float read_share = 0.7f;  // of the time that loading takes

/// The source that text readers take UTF-16 from: converted to UTF-8 in memory, which such files are small enough for.
struct Converted {
  std::string text;
  MemorySource source;
  explicit Converted(std::string converted) : text(std::move(converted)), source(text) {}
};

/// Of a folder that holds splats in SOG, what describes them.
std::filesystem::path file_in(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path meta = path / "meta.json";
  const bool holds_sog = std::filesystem::is_directory(path, error) && std::filesystem::is_regular_file(meta, error);
  return holds_sog ? meta : path;
}

Model read(const std::filesystem::path& named, LoadProgress& progress) {
  const std::filesystem::path path = file_in(named);
  const MappedFile file(path);
  const auto refuse_if_cut = [&] {
    if (file.was_cut_short()) throw FileError("another program cut the file short while it was read");
  };
  try {
    Model model = read_mapped(file, path, ProgressScale(progress, 0.0f, read_share));
    refuse_if_cut();
    return model;
  } catch (const FileError&) {
    refuse_if_cut();  // the cause, rather than what the reader made of it
    throw;
  }
}

/// One sentence for all positions that are not finite, with the triangles that cannot be drawn for them.
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

/// Bounds, normals and name: what every model gets, whoever read it.
void complete(Model& model, const std::filesystem::path& path, const ProgressScale& scale) {
  model.name = path.filename().string();
  if (model.has_splats()) complete_splats(model);
  compute_bounds(model);
  scale.at(0.2f);
  if (model.bounds.empty()) throw FileError("no vertex has finite coordinates, so there is nothing to show");
  remark_not_finite(model);
  bring_into_reach(model);
  recentre(model);
  remark_on_lost_shapes(model);
  scale.at(0.4f);
  if (model.has_splats()) return scale.at(1.0f);
  const auto is_zero = [](const glm::vec3& n) { return n == glm::vec3(0.0f); };
  if (std::all_of(model.normals.begin(), model.normals.end(), is_zero)) {
    model.normals.clear();
    const auto part = [scale = scale.part(0.4f, 1.0f)](float done) { scale.at(done); };
    if (model.is_mesh()) {
      compute_creased_normals(model, part);
    } else if (wants_normals(model)) {
      estimate_normals(model, part);
    }
  }
  scale.at(1.0f);
}

}  // namespace

Model read_mapped(const MappedFile& file, const std::filesystem::path& path, const ProgressScale& scale) {
  std::unique_ptr<ByteSource> source;
  if (is_gzip(file.bytes())) {
    source = make_gzip_source(file.bytes());
  } else {
    source = std::make_unique<MemorySource>(file.bytes());
  }
  source->want(sniffed_bytes);
  const Format format = recognise(source->window().substr(0, sniffed_bytes), *source, path);
  std::unique_ptr<Converted> converted;
  if (format.utf16) {
    converted = std::make_unique<Converted>(utf16_to_utf8(rest_of(*source)));
  }
  ByteSource& text = converted ? converted->source : *source;
  switch (format.kind) {
    case Format::Kind::ply:
      return read_ply(text, scale);
    case Format::Kind::obj:
      return read_obj(text, materials_beside(path), scale);
    case Format::Kind::stl:
      return read_stl(text, scale);
    case Format::Kind::off:
      return read_off(text, scale);
    case Format::Kind::splat:
      return read_splat(text, scale);
    case Format::Kind::ksplat:
      return read_ksplat(text, scale);
    case Format::Kind::spz:
      return read_spz(text, scale);
    case Format::Kind::sog:
    case Format::Kind::sog_meta:
    case Format::Kind::gltf:
    case Format::Kind::other:
      break;
  }
  if (is_gzip(file.bytes())) throw FileError(fmt::format("this is {} inside gzip; unpack it first", format.name));
  if (format.kind == Format::Kind::sog) return read_sog_archive(file.bytes(), scale);
  if (format.kind == Format::Kind::sog_meta) return read_sog_folder(file.bytes(), path.parent_path(), scale);
  if (format.kind == Format::Kind::gltf)
    return read_gltf(converted ? std::string_view(converted->text) : file.bytes(), path.parent_path(), scale);
  return read_with_assimp(file.bytes(), format.name, scale);
}

Model load_model(const std::filesystem::path& path, LoadProgress& progress, Flip flip, Reading reading) {
  try {
    Model model = read(path, progress);
    if (flip != Flip::no) turn_half(model, flip == Flip::x ? Axis::x : flip == Flip::y ? Axis::y : Axis::z);
    if (reading == Reading::to_show) complete(model, path, ProgressScale(progress, read_share, 1.0f));
    return model;
  } catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}", path.string(), error.what()));
  } catch (const std::bad_alloc&) {
    throw FileError(fmt::format("{}: the model takes more memory than there is", path.string()));
  } catch (const std::length_error&) {
    throw FileError(fmt::format("{}: the model takes more memory than there is", path.string()));
  }
}

BackgroundLoad::BackgroundLoad(std::filesystem::path path, Flip flip, Reading reading)
    : path_(std::move(path)), progress_(std::make_shared<LoadProgress>()) {
  const auto read = std::make_shared<std::packaged_task<Model()>>(
      [path = path_, flip, reading, progress = progress_] { return load_model(path, *progress, flip, reading); });
  result_ = read->get_future();
  run_detached([read] { (*read)(); });
}

/// A reader notices within a few milliseconds: then its memory is free before the next one asks for some.
BackgroundLoad::~BackgroundLoad() {
  cancel();
  if (result_.valid()) result_.wait_for(std::chrono::milliseconds(50));
}

std::optional<Model> BackgroundLoad::poll() {
  if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return result_.get();
}

}  // namespace farfirst::app
