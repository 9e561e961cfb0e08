#include "draw_choice.h"

#include <algorithm>

#include "quantiles.h"

namespace farfirst::app {

namespace {

bool differs_much(double a, double b) { return a > DrawChoice::much * b || b > DrawChoice::much * a; }

double pixels(const DrawChoice::Workload& workload) {
  return static_cast<double>(workload.width) * static_cast<double>(workload.height);
}

}  // namespace

/// A window that grows keeps its choice until the picture has quite another size.
bool DrawChoice::is_about(const Workload& workload) const {
  return workload.scene == workload_.scene && workload.are_triangles == workload_.are_triangles &&
         !differs_much(workload.elements, workload_.elements) && !differs_much(pixels(workload), pixels(workload_));
}

DrawChoice::Draws DrawChoice::next(const Workload& workload, const Offer& offer, std::uint64_t frame,
                                   bool may_measure) {
  take(offer);
  if (!may_measure) {
    question_ = Question::none;
    return {.shown = {renderer_, samples(offer, renderer_, several_ || !samples_known_)}};
  }
  if (!is_about(workload)) {
    workload_ = workload;
    samples_known_ = false;
    compare_renderers();
  }
  if (has_changed_much(frame)) compare_renderers();
  ask(offer, frame);
  Draws draws{.shown = {renderer_, samples(offer, renderer_, several_)}};
  if (question_ == Question::renderer) draws.tried = {rivals_.back(), samples(offer, rivals_.back(), several_)};
  if (question_ == Question::samples) draws.tried = {renderer_, samples(offer, renderer_, !several_)};
  return draws;
}

void DrawChoice::take(const Offer& offer) {
  if (offer.samples != samples_wanted_) {
    samples_wanted_ = offer.samples;
    question_ = Question::none;
  }
  if (offer.renderers == offered_) return;
  offered_ = offer.renderers;
  if (std::ranges::find(offered_, renderer_) == offered_.end()) {
    renderer_ = offered_.front();
    samples_known_ = false;
  }
  compare_renderers();
}

void DrawChoice::compare_renderers() {
  rivals_ = offered_;
  std::erase(rivals_, renderer_);
  question_ = Question::none;
  forget_times();
}

bool DrawChoice::has_changed_much(std::uint64_t frame) const {
  return offered_.size() > 1 && expected_ && newest_.size() == measured && frame >= answered_in_ + pause &&
         differs_much(exact_quantile({newest_.begin(), newest_.end()}, 0.5), *expected_);
}

/// The open questions, one after the other.
void DrawChoice::ask(const Offer& offer, std::uint64_t frame) {
  if (question_ != Question::none) {
    if (shown_times_.size() < measured || tried_times_.size() < measured) return;
    answer();
    begin(Question::none, frame);
    answered_in_ = frame;
  }
  if (!rivals_.empty())
    begin(Question::renderer, frame);
  else if (!offer.samples && may_pay_ && !samples_known_ && offer.samples_of(renderer_, wanted) > 1)
    begin(Question::samples, frame);
}

void DrawChoice::begin(Question question, std::uint64_t frame) {
  constexpr std::uint64_t not_counted = 2;
  question_ = question;
  first_ = frame + not_counted;
  forget_times();
}

void DrawChoice::answer() {
  const double shown = exact_quantile(shown_times_, 0.5), tried = exact_quantile(tried_times_, 0.5);
  if (question_ == Question::samples) {
    several_ = several_ ? shown < most * tried : tried < most * shown;
    samples_known_ = true;
    return;
  }
  if (tried < (1 - least_gain) * shown) {
    renderer_ = rivals_.back();
    samples_known_ = false;
  }
  rivals_.pop_back();
}

int DrawChoice::samples(const Offer& offer, const std::string& renderer, bool several) const {
  if (offer.samples) return offer.samples_of(renderer, *offer.samples);
  return several && may_pay_ ? offer.samples_of(renderer, wanted) : 1;
}

void DrawChoice::add_shown(std::uint64_t frame, double milliseconds) {
  if (frame < first_) return;
  if (question_ != Question::none) {
    shown_times_.push_back(milliseconds);
    return;
  }
  newest_.push_back(milliseconds);
  if (newest_.size() > measured) newest_.pop_front();
  if (!expected_ && newest_.size() == measured) expected_ = exact_quantile({newest_.begin(), newest_.end()}, 0.5);
}

void DrawChoice::add_tried(std::uint64_t frame, double milliseconds) {
  if (question_ != Question::none && frame >= first_) tried_times_.push_back(milliseconds);
}

void DrawChoice::refuse_samples() {
  several_ = false;
  samples_known_ = true;
  question_ = Question::none;
  forget_times();
}

void DrawChoice::forget_times() {
  shown_times_.clear();
  tried_times_.clear();
  newest_.clear();
  expected_.reset();
}

}  // namespace farfirst::app
