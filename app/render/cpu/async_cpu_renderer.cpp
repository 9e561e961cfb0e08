#include "async_cpu_renderer.h"

#include <utility>

#include "order/timer.h"

namespace farfirst::app::cpu {

namespace {

/// Half as many pixels each way, rounded up.
FrameBlock coarse_view(const FrameBlock& view) {
  FrameBlock result = view;
  result.camera.viewport = glm::vec2((glm::ivec2(view.camera.viewport) + 1) / 2);
  result.look.point_size = 0.5f * view.look.point_size;
  return result;
}

/// Each pixel four times.
std::vector<std::uint32_t> doubled(const std::vector<std::uint32_t>& coarse, int coarse_width, int width, int height) {
  std::vector<std::uint32_t> result(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  auto to = result.begin();
  for (int y = 0; y < height; ++y) {
    const std::uint32_t* row = coarse.data() + static_cast<std::ptrdiff_t>(y / 2) * coarse_width;
    for (int x = 0; x < width; ++x) *to++ = row[x / 2];
  }
  return result;
}

}  // namespace

AsyncCpuRenderer::AsyncCpuRenderer(int threads, const Kernels& which)
    : drawing_(threads, which), thread_([this] {
        jobs_.serve([this](const Job&) { begin(); }, [this](Job& job) { work(job); },
                    [this](const Job&, const std::exception_ptr& failure) { end(failure); });
      }) {
  drawing_.give_up_with(&gives_up_);
}

AsyncCpuRenderer::~AsyncCpuRenderer() {
  jobs_.close();
  gives_up_ = true;
  thread_.join();
}

// ----------------------------------------------------------------------------------------- the renderer's thread

void AsyncCpuRenderer::begin() {
  number_ = asked_;
  gives_up_ = may_be_replaced_ = false;
}

void AsyncCpuRenderer::end(const std::exception_ptr& failure) {
  failure_ = failure;
  may_be_replaced_ = false;
}

void AsyncCpuRenderer::work(Job& job) {
  if (!job.own_vertices.empty()) job.arrays.vertices = job.own_vertices;
  if (!job.own_colors.empty()) job.arrays.colors = job.own_colors;
  if (!job.own_motions.empty()) job.arrays.motions = job.own_motions;
  const int width = static_cast<int>(job.view.camera.viewport.x), height = static_cast<int>(job.view.camera.viewport.y);
  std::vector<std::uint32_t> pixels;
  if (is_slow()) {
    const FrameBlock view = coarse_view(job.view);
    if (!draw(job, view, pixels)) return;
    publish({number_, /*is_coarse=*/true, width, height,
             doubled(pixels, static_cast<int>(view.camera.viewport.x), width, height)});
    const std::lock_guard lock(mutex_);
    if (jobs_.has_one()) return;
    may_be_replaced_ = true;  // something of it is shown
  }
  const Stopwatch stopwatch;
  if (!draw(job, job.view, pixels)) return;
  const double time = stopwatch.milliseconds();
  {
    const std::lock_guard lock(mutex_);
    newest_time_ = time;
    newest_steps_ = drawing_.steps();
    bytes_ = drawing_.bytes();
  }
  publish({number_, /*is_coarse=*/false, width, height, std::move(pixels)});
}

/// False if it was cancelled.
bool AsyncCpuRenderer::draw(const Job& job, const FrameBlock& view, std::vector<std::uint32_t>& pixels) {
  pixels.resize(static_cast<std::size_t>(view.camera.viewport.x) * static_cast<std::size_t>(view.camera.viewport.y));
  drawing_.draw_shown(draw_input_of(job.arrays, job.order, view, job.samples, job.positions), job.memory, pixels);
  return !gives_up_;
}

void AsyncCpuRenderer::publish(Picture picture) {
  const std::lock_guard lock(mutex_);
  if (gives_up_) return;
  finished_ = std::move(picture);
  changed_.notify_all();
}

// ------------------------------------------------------------------------------------------ the caller's thread

std::uint64_t AsyncCpuRenderer::ask(Job job) {
  const std::lock_guard lock(mutex_);
  jobs_.put(std::move(job));
  if (may_be_replaced_) gives_up_ = true;
  return ++asked_;
}

const AsyncCpuRenderer::Picture* AsyncCpuRenderer::wait(std::uint64_t number, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  const auto is_there = [&](const Picture& picture) { return picture.number == number && !picture.is_coarse; };
  if (!is_there(shown_))
    changed_.wait_for(lock, most, [&] { return failure_ != nullptr || (finished_ && is_there(*finished_)); });
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  if (finished_) {
    shown_ = std::move(*finished_);
    finished_.reset();
  }
  return shown_.number == 0 ? nullptr : &shown_;
}

std::optional<double> AsyncCpuRenderer::newest_time() const {
  const std::lock_guard lock(mutex_);
  return newest_time_;
}

std::optional<Steps> AsyncCpuRenderer::take_steps() {
  const std::lock_guard lock(mutex_);
  return std::exchange(newest_steps_, std::nullopt);
}

void AsyncCpuRenderer::forget() {
  drawing();
  newest_time_.reset();
}

Drawing& AsyncCpuRenderer::drawing() {
  std::unique_lock lock(mutex_);
  jobs_.empty();
  gives_up_ = true;
  changed_.wait(lock, [&] { return !jobs_.is_busy(); });
  gives_up_ = false;
  finished_.reset();
  newest_steps_.reset();
  failure_ = nullptr;
  shown_ = {};
  return drawing_;
}

std::string AsyncCpuRenderer::remark() const {
  const std::lock_guard lock(mutex_);
  return jobs_.is_idle() ? drawing_.remark() : std::string();
}

std::size_t AsyncCpuRenderer::bytes() const {
  const std::lock_guard lock(mutex_);
  return jobs_.is_idle() ? drawing_.bytes() : bytes_;
}

}  // namespace farfirst::app::cpu
