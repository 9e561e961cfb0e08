#pragma once
// Loads files into models. Formats are recognised by content, and by the name only where the content is ambiguous.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "exit_codes.h"
#include "scene/model.h"

namespace farfirst::app {

/// Thrown by readers when LoadProgress::cancel was set.
struct LoadCancelled : std::runtime_error {
  LoadCancelled() : std::runtime_error("reading was cancelled") {}
};

/// Shared between the reading thread and the one that shows the bar.
struct LoadProgress {
  std::atomic<float> fraction{0.0f};  // 0..1
  std::atomic<bool> cancel{false};
};

/// Half a turn of a file's content, round an axis.
enum class Flip : std::uint8_t { no, x, y, z };

/// How far models are prepared: all that a picture needs is made (bounds, normals, colours of splats), or they
/// stay as in the file.
enum class Reading : std::uint8_t { to_show, as_it_is };

using Models = std::vector<std::shared_ptr<const Model>>;

/// Reads a file: a model of each kind that it holds, a mesh before points before splats, all with the same origin.
/// Throws FileError or LoadCancelled; any other exception is a defect.
Models load_models(const std::filesystem::path& path, LoadProgress& progress, Flip flip = Flip::no,
                   Reading reading = Reading::to_show);
/// The first of these alone.
Model load_model(const std::filesystem::path& path, LoadProgress& progress, Flip flip = Flip::no,
                 Reading reading = Reading::to_show);

}  // namespace farfirst::app
