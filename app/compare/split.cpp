#include "split.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app {

namespace {

/// A part of the columns.
void copy_columns(const GladGLContext& gl, const PictureTarget& from, const PictureTarget& to, int first, int last) {
  if (first >= last) return;
  gl.BlitNamedFramebuffer(from.framebuffer(), to.framebuffer(), first, 0, last, from.height(), first, 0, last,
                          to.height(), GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace

SplitPicture::SplitPicture(const GpuContext& gpu, int width, int height)
    : gl_(gpu.gl), right_(gl_, width, height), made_(gl_, width, height), measurer_(gpu) {}

const PictureTarget& SplitPicture::compose(const PictureTarget& left, const SplitView& view) {
  const int width = right_.width();
  const int divider = std::clamp(static_cast<int>(std::lround(view.divider * static_cast<float>(width))), 0, width);
  switch (view.show) {
    case SplitShow::left:
      return left;
    case SplitShow::right:
      return right_;
    case SplitShow::both:
      copy_columns(gl_, left, made_, 0, divider);
      copy_columns(gl_, right_, made_, divider, width);
      break;
    case SplitShow::difference:
      measurer_.draw_difference(left, right_, made_, view.gain);
      break;
    case SplitShow::heat:
      measurer_.draw_heat(left, right_, made_);
      break;
  }
  return made_;
}

bool SplitPicture::update(const PictureTarget& left) {
  constexpr auto pause = std::chrono::milliseconds(200);
  const auto now = std::chrono::steady_clock::now();
  if (enqueued_ != version_ && now - enqueued_at_ >= pause && measurer_.enqueue(left, right_, version_)) {
    enqueued_ = version_;
    enqueued_at_ = now;
  }
  const std::optional<Measurer::Finding> finding = measurer_.take();
  if (!finding) return false;
  error_ = finding->error;
  known_ = finding->tag;
  return true;
}

}  // namespace farfirst::app
