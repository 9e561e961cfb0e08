#include "timer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "object/context.h"

namespace farfirst::app {

void Series::add(double value) {
  if (value < 0 || capacity_ == 0) return;
  if (values_.size() < capacity_) {
    values_.push_back(value);
    return;
  }
  values_[begin_] = value;
  begin_ = (begin_ + 1) % capacity_;
}

void Series::clear() {
  values_.clear();
  begin_ = 0;
}

double Series::operator[](std::size_t i) const { return values_[(begin_ + i) % values_.size()]; }

double Series::now() const { return empty() ? -1 : (*this)[size() - 1]; }

double Series::quantile(double q) const {
  if (empty()) return -1;
  std::vector<double> sorted = values_;
  std::ranges::sort(sorted);
  if (q == 0.5 && sorted.size() % 2 == 0) return 0.5 * (sorted[sorted.size() / 2 - 1] + sorted[sorted.size() / 2]);
  const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

GlTimer::GlTimer(const GladGLContext& gl) : gl_(gl), software_(gl::is_software(gl)) {
  if (!software_) timer_ = gl::GpuTimer(gl);
}

void GlTimer::begin(std::uint64_t frame) {
  frame_ = frame;
  stopwatch_ = {};
  if (!software_) timer_.begin(frame);
}

void GlTimer::end() {
  if (software_) {
    gl_.Finish();
    measured_ = Time{stopwatch_.milliseconds(), frame_};
  } else {
    timer_.end();
  }
}

std::optional<GlTimer::Time> GlTimer::take() {
  return software_ ? std::exchange(measured_, std::nullopt) : timer_.take();
}

std::optional<GlTimer::Time> GlTimer::take_newest() {
  std::optional<Time> newest;
  while (const auto time = take()) newest = time;
  return newest;
}

}  // namespace farfirst::app
