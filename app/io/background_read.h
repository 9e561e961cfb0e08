#pragma once
// Reads in the background of frames, with progress.

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "load.h"
#include "scene/detached.h"

namespace farfirst::app {

/// Destroying it cancels and waits for nothing: a reader ends by itself, and owns its data. Most notice within a few
/// milliseconds, one that waits for a network may take long.
template <class Result>
class BackgroundRead {
 public:
  /// On another thread. `path` is what it reads.
  using Read = std::function<Result(const std::shared_ptr<LoadProgress>&)>;

  BackgroundRead(std::filesystem::path path, Read read)
      : path_(std::move(path)), progress_(std::make_shared<LoadProgress>()) {
    const auto task = std::make_shared<std::packaged_task<Result()>>(
        [read = std::move(read), progress = progress_] { return read(progress); });
    result_ = task->get_future();
    run_detached([task] { (*task)(); });
  }
  /// The result may continue to use its progress.
  ~BackgroundRead() {
    if (result_.valid()) cancel();
  }
  BackgroundRead(const BackgroundRead&) = delete;
  BackgroundRead& operator=(const BackgroundRead&) = delete;

  const std::filesystem::path& path() const { return path_; }
  float fraction() const { return progress_->fraction.load(std::memory_order_relaxed); }
  void cancel() { progress_->cancel.store(true, std::memory_order_relaxed); }
  /// Never blocks. Empty during the read; then, once, the result. Throws what `read` threw.
  std::optional<Result> poll() {
    if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return result_.get();
  }

 private:
  std::filesystem::path path_;
  std::shared_ptr<LoadProgress> progress_;
  std::future<Result> result_;
};

/// load_models() in the background.
inline BackgroundRead<Models> read_models_beside(const std::filesystem::path& path, Flip flip = Flip::no,
                                                 Reading reading = Reading::to_show) {
  return {path,
          [=](const std::shared_ptr<LoadProgress>& progress) { return load_models(path, *progress, flip, reading); }};
}

}  // namespace farfirst::app
