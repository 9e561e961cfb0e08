#include "load.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "format.h"
#include "origin.h"
#include "readers.h"
#include "source.h"

namespace farfirst::app {
namespace {

/// The source that text readers take UTF-16 from: converted to UTF-8 in memory, which such files are small enough for.
struct Converted {
  std::string text;
  MemorySource source;
  explicit Converted(std::string converted) : text(std::move(converted)), source(text) {}
};

Model read_mapped(const MappedFile& file, const std::filesystem::path& path, LoadProgress& progress) {
  const ProgressScale scale(progress, 0.0f, 0.9f);
  std::unique_ptr<Source> source;
  if (is_gzip(file.bytes())) {
    source = make_gzip_source(file.bytes());
  } else {
    source = std::make_unique<MemorySource>(file.bytes());
  }
  source->want(sniffed_bytes);
  const Format format = recognise(source->window().substr(0, sniffed_bytes), *source, path);
  std::unique_ptr<Converted> converted;
  if (format.utf16) {
    converted = std::make_unique<Converted>(utf16_to_utf8(*source));
  }
  Source& text = converted ? converted->source : *source;
  switch (format.kind) {
    case Format::Kind::ply:
      return read_ply(text, scale);
    case Format::Kind::obj:
      return read_obj(text, materials_in(path.parent_path()), scale);
    case Format::Kind::other:
      break;
  }
  if (is_gzip(file.bytes())) throw FileError(fmt::format("this is {} inside gzip; unpack it first", format.name));
  return read_with_assimp(file.bytes(), path, format.name, scale);
}

Model read(const std::filesystem::path& path, LoadProgress& progress) {
  const MappedFile file(path);
  const auto refuse_if_cut = [&] {
    if (file.was_cut_short()) throw FileError("another program cut the file short while it was read");
  };
  try {
    Model model = read_mapped(file, path, progress);
    refuse_if_cut();
    return model;
  } catch (const FileError&) {
    refuse_if_cut();  // the cause, rather than what the reader made of it
    throw;
  }
}

/// Bounds, normals and name: what every model gets, whoever read it.
void complete(Model& model, const std::filesystem::path& path, const ProgressScale& scale) {
  model.name = path.filename().string();
  compute_bounds(model);
  scale.at(0.2f);
  if (model.bounds.empty()) throw FileError("no vertex has finite coordinates, so there is nothing to show");
  recentre(model);
  scale.at(0.4f);
  const auto is_zero = [](const glm::vec3& n) { return n == glm::vec3(0.0f); };
  if (std::all_of(model.normals.begin(), model.normals.end(), is_zero)) {
    model.normals.clear();
    compute_normals(model);
  }
  scale.at(1.0f);
}

}  // namespace

Model load_model(const std::filesystem::path& path, LoadProgress& progress) {
  try {
    Model model = read(path, progress);
    complete(model, path, ProgressScale(progress, 0.9f, 1.0f));
    return model;
  } catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}", path.string(), error.what()));
  } catch (const std::bad_alloc&) {
    throw FileError(fmt::format("{}: the model takes more memory than there is", path.string()));
  } catch (const std::length_error&) {
    throw FileError(fmt::format("{}: the model takes more memory than there is", path.string()));
  }
}

BackgroundLoad::BackgroundLoad(std::filesystem::path path)
    : path_(std::move(path)), progress_(std::make_shared<LoadProgress>()) {
  result_ =
      std::async(std::launch::async, [path = path_, progress = progress_] { return load_model(path, *progress); });
}

BackgroundLoad::~BackgroundLoad() {
  cancel();
  if (result_.valid()) result_.wait();
}

std::optional<Model> BackgroundLoad::poll() {
  if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return result_.get();
}

}  // namespace farfirst::app
