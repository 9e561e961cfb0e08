#include "host_frame.h"

#include <algorithm>
#include <new>

#include "order/timer.h"
#include "render/order_request_of.h"
#include "render/temporal_accumulation.h"
#include "render/tiles/samples.h"

namespace farfirst::app::cpu {

HostFrame::HostFrame(int width, int height)
    : width_(width), height_(height), shown_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

void HostFrame::set_scene(const Scene& scene) {
  orders_.forget();
  elements_.reset();
  check_ = {};
  samples_ = 0;
  ++scenes_;
  contents_ = scene.contents();
  moves_ = scene.moves();
  bounds_ = {};
  if (scene.empty()) return;
  bounds_ = scene.bounds();
  try {
    elements_.emplace(scene);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory("not enough memory for the vertices of this scene");
  }
}

FrameStats HostFrame::draw(const Camera& camera, const Look& wanted_look, const SortChoice& wanted_choice) {
  const Stopwatch stopwatch;
  const Look look = resolve_auto(wanted_look, contents_);
  const SortChoice choice = resolve_auto(wanted_choice, contents_);
  FrameStats report;
  report.number = ++frame_;
  report.scene = scenes_;
  report.renderer = "cpu";
  samples_ = 0;
  pictures_ = 0;
  block_ = frame_block(camera, look, bounds_, {width_, height_}, 1.0f, choice);
  if (elements_) {
    const Stopwatch step;
    elements_->step();
    if (moves_) report.simulate = step.milliseconds();
    report.simulate_of = frame_;
    const Elements elements = elements_->elements(choice.primitive);
    const OrderRequest wanted =
        order_request_of(elements, elements_->version(), scenes_, camera, choice, /*checks=*/false);
    make_order(wanted, elements, choice, report);
    check(wanted, elements, report);
    find_inversions(wanted, elements, report);
  }
  draw_elements(look, report);
  report.total = stopwatch.milliseconds();
  return report;
}

void HostFrame::make_order(const OrderRequest& wanted, const Elements& elements, const SortChoice& choice,
                           FrameStats& report) {
  report.sorted = orders_.update(wanted, elements, frame_, choice.resort);
  report.set_order(*orders_.current(), wanted);
}

void HostFrame::check(const OrderRequest& wanted, const Elements& elements, FrameStats& report) {
  if (!wanted.check) {
    check_ = {};
  } else if (report.sorted && wanted.is_sorted() && wanted.n > 0) {
    const Stopwatch stopwatch;
    check_.add(orders_.check(elements), report.algorithm);
    check_about_ = frame_;
    report.check = stopwatch.milliseconds();
    report.check_of = frame_;
  }
  report.check_result = check_;
  report.check_result.age = static_cast<std::uint32_t>(frame_ - check_about_);
}

/// For an order that is kept.
void HostFrame::find_inversions(const OrderRequest& wanted, const Elements& elements, FrameStats& report) {
  if (!report.wanted.count) return;
  report.inversion_stats.emplace();
  if (report.order_age == 0) return;
  const Stopwatch stopwatch;
  report.inversion_stats = orders_.inversion_stats(wanted, elements);
  report.count = stopwatch.milliseconds();
  report.count_of = frame_;
}

void HostFrame::draw_elements(const Look& look, FrameStats& report) {
  Stopwatch stopwatch;
  arrays_ = {};
  if (elements_) {
    const bool triangles = report.wanted.are_triangles;
    arrays_ = elements_->drawn(triangles, look);
    if (arrays_.lit > 0) {
      report.light = stopwatch.lap();
      report.light_of = frame_;
    }
    samples_ = triangles ? std::max(look.samples, 1) : 1;
    report.samples = samples_;
  }
  memory_ = std::size_t{look.tile_memory} << 20;
  drawing_.draw_shown(input(block_), memory_, shown_);
  report.draw = stopwatch.milliseconds();
  report.draw_of = frame_;
  report.draw_steps = drawing_.steps();
  report.renderer_remark = drawing_.remark();
  report.renderer_bytes = drawing_.bytes();
}

DrawInput HostFrame::input(const FrameBlock& block) const {
  const std::span<const std::uint32_t> order = samples_ == 0 ? std::span<const std::uint32_t>() : orders_.words();
  const int samples = std::max(samples_, 1);
  return draw_input_of(arrays_, order, block, samples, tiles::standard_positions(samples));
}

DrawInput HostFrame::moved_input(std::uint32_t picture) const {
  const glm::vec2 pixels = jitter(picture, samples_);
  return input(projected(block_, moved(block_.camera.projection, pixels, block_.camera.viewport)));
}

std::uint32_t HostFrame::refine() {
  if (samples_ == 0) return 1;
  if (pictures_ == 0) {
    mean_.resize(std::size_t{4} * shown_.size());
    blended_.resize(mean_.size());
    drawing_.draw(input(block_), memory_, mean_);
    pictures_ = 1;
  }
  drawing_.draw(moved_input(pictures_), memory_, blended_);
  const float share = 1.0f / static_cast<float>(++pictures_);
  for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] += (blended_[i] - mean_[i]) * share;
  drawing_.show(block_, mean_, shown_);
  return pictures_;
}

std::size_t HostFrame::host_bytes() const {
  return orders_.host_bytes() + drawing_.bytes() + (elements_ ? elements_->bytes() : 0) +
         (mean_.capacity() + blended_.capacity()) * sizeof(float);
}

}  // namespace farfirst::app::cpu
