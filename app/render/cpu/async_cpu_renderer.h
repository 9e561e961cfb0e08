#pragma once
// Draws pictures on a separate thread: a mailbox holds the newest job. A slow picture comes
// with half as many pixels each way first. Drawing stops when its job is no longer the newest.

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "drawing.h"
#include "order/mailbox.h"

namespace farfirst::app::cpu {

class AsyncCpuRenderer {
 public:
  explicit AsyncCpuRenderer(int threads = 0, const Kernels& which = kernels());
  /// Cancels the drawing.
  ~AsyncCpuRenderer();
  AsyncCpuRenderer(const AsyncCpuRenderer&) = delete;
  AsyncCpuRenderer& operator=(const AsyncCpuRenderer&) = delete;

  /// The input of a drawing: arrays that stay unchanged until forget(), and an order of its own.
  struct Job {
    HostArrays arrays{};
    std::vector<StoredVertex> own_vertices{};  // in place of the arrays', if these move
    std::vector<std::uint32_t> own_colors{};
    std::vector<glm::vec4> own_motions{};
    std::vector<std::uint32_t> order{};
    FrameBlock view{};
    int samples = 1;
    std::vector<glm::ivec2> positions{};
    std::size_t memory = 0;
  };
  /// A picture of it.
  struct Picture {
    std::uint64_t number = 0;  // of the job
    bool is_coarse = false;    // a whole one follows
    int width = 0, height = 0;
    std::vector<std::uint32_t> pixels;
  };

  /// Replaces a job that still waits. Returns its number, which grows.
  std::uint64_t ask(Job job);
  /// The newest picture, or null if there is none, after this time at most, or as soon as the whole picture of this job
  /// is there. It stays until the next call. Throws the exceptions of drawing.
  const Picture* wait(std::uint64_t number, std::chrono::milliseconds most);
  /// The time of the newest whole picture, milliseconds; none if none of this scene was drawn.
  std::optional<double> newest_time() const;
  bool is_slow() const { return newest_time().value_or(too_long + 1) > too_long; }
  /// The steps of the newest whole picture, once.
  std::optional<Steps> take_steps();
  /// Another scene: cancels and drops all jobs and pictures. Their arrays are no longer read when it returns.
  void forget();
  /// Likewise; the caller draws by itself until the next job.
  Drawing& drawing();
  /// A remark on the newest picture, where nothing is being drawn.
  std::string remark() const;
  /// The drawing's memory; during a drawing, as before it.
  std::size_t bytes() const;

  static constexpr double too_long = 100;  // milliseconds: then a coarse picture comes first

 private:
  void begin();
  void work(Job& job);
  void end(const std::exception_ptr& failure);
  bool draw(const Job& job, const FrameBlock& view, std::vector<std::uint32_t>& pixels);
  void publish(Picture picture);

  Drawing drawing_;  // the thread's, while a job is under way
  std::atomic<bool> gives_up_ = false;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Mailbox<Job> jobs_{mutex_, changed_};
  std::uint64_t asked_ = 0;
  std::uint64_t number_ = 0;  // of the job under way
  bool may_be_replaced_ = false;
  std::optional<Picture> finished_;  // not taken yet
  std::optional<double> newest_time_;
  std::optional<Steps> newest_steps_;
  std::size_t bytes_ = 0;
  std::exception_ptr failure_;

  Picture shown_;       // the caller's
  std::thread thread_;  // last: it uses all the others
};

}  // namespace farfirst::app::cpu
