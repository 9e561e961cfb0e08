#include "picture_part.h"

#include <algorithm>

namespace farfirst::app {

PartScissor::PartScissor(const GladGLContext& gl, const PicturePart& part) : gl_(gl) {
  if (part.is_whole()) return;
  gl_.Enable(GL_SCISSOR_TEST);
  gl_.Scissor(part.least.x, part.least.y, part.end.x - part.least.x, part.end.y - part.least.y);
}

PartScissor::~PartScissor() { gl_.Disable(GL_SCISSOR_TEST); }

void PartPlan::begin(const glm::ivec2& size) {
  size_ = size;
  cells_ = (size + PicturePart::cell - 1) / PicturePart::cell;
  bands_ = cells_.y;
  band_ = half_ = drawn_ = 0;
  left_ = cells_.x * cells_.y;
  pace_ = std::max(pace_, least_pace());
}

/// Every part costs a pass over all elements: in many small parts a picture would take many times as long.
double PartPlan::least_pace() const { return static_cast<double>(cells_.x * cells_.y) / most_parts; }

/// The row of cells of a band, from the lowest one on.
int PartPlan::row_of(int band) const {
  const int middle = bands_ / 2;
  return band < bands_ - middle ? middle + band : bands_ - 1 - band;
}

PicturePart PartPlan::next() {
  const bool begins = left_ == cells_.x * cells_.y;
  const int cells = static_cast<int>(std::clamp<double>(pace_, 1, left_));
  PicturePart part = half_ == 0 && drawn_ == 0 && cells >= cells_.x ? whole_bands(cells / cells_.x) : half_band(cells);
  left_ -= taken_;
  part.begins = begins;
  part.ends = is_done();
  return part;
}

/// All that remain above the middle, or below it, at most.
PicturePart PartPlan::whole_bands(int count) {
  const int above = bands_ - bands_ / 2;
  if (band_ == 0 && count >= bands_) {
    band_ = bands_;
    taken_ = left_;
    return pixels(0, 0, cells_.x, cells_.y);
  }
  count = std::min(count, (band_ < above ? above : bands_) - band_);
  const int a = row_of(band_), b = row_of(band_ + count - 1);
  band_ += count;
  taken_ = count * cells_.x;
  return pixels(0, std::min(a, b), cells_.x, std::max(a, b) + 1);
}

PicturePart PartPlan::half_band(int count) {
  const int middle = cells_.x / 2, length = half_ == 0 ? cells_.x - middle : middle;
  count = std::min(count, length - drawn_);
  const int left = half_ == 0 ? middle + drawn_ : middle - drawn_ - count, row = row_of(band_);
  drawn_ += count;
  taken_ = count;
  if (drawn_ == length) {
    drawn_ = 0;
    if (half_ == 0 && middle > 0) {
      half_ = 1;
    } else {
      half_ = 0;
      ++band_;
    }
  }
  return pixels(left, row, left + count, row + 1);
}

PicturePart PartPlan::pixels(int left, int bottom, int right, int top) const {
  PicturePart part;
  part.least = glm::ivec2(left, bottom) * PicturePart::cell;
  part.end = glm::min(glm::ivec2(right, top) * PicturePart::cell, size_);
  return part;
}

void PartPlan::took(double milliseconds) {
  constexpr double most_growth = 4;
  least_time_ = least_time_ < 0 ? milliseconds : std::min(least_time_, milliseconds);
  const double growth = std::max(wanted, 2 * least_time_) / std::max(milliseconds, 0.01);
  double cells = taken_ * std::min(growth, most_growth);
  // A part ends with its band, which must not keep the next one from being larger.
  if (growth > 1.5 && taken_ >= cells_.x / 2) cells = std::max(cells, static_cast<double>(taken_ + cells_.x));
  pace_ = growth < 1 ? std::max(cells, least_pace()) : std::max(pace_, cells);  // the part may have been a rest
}

double PartPlan::share() const {
  const int all = cells_.x * cells_.y;
  return all == 0 ? 0 : 1 - static_cast<double>(left_) / all;
}

}  // namespace farfirst::app
