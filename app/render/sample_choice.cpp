#include "sample_choice.h"

#include "quantiles.h"

namespace farfirst::app {

namespace {

double pixels(const SampleChoice::Subject& subject) {
  return static_cast<double>(subject.width) * static_cast<double>(subject.height);
}

}  // namespace

/// A window that is dragged larger keeps its choice until that was made for a picture of quite another size.
bool SampleChoice::is_about(const Subject& subject) const {
  constexpr double much = 1.5;
  return subject.scene == subject_.scene && subject.renderer == subject_.renderer &&
         subject.are_triangles == subject_.are_triangles && pixels(subject) <= much * pixels(subject_) &&
         pixels(subject_) <= much * pixels(subject);
}

SampleChoice::Draws SampleChoice::next(const Subject& subject, int many, std::uint64_t frame, bool may_measure) {
  if (!may_pay_ || many <= 1) return {.shown = 1, .tried = 0};
  if (may_measure && !is_about(subject)) {
    constexpr std::uint64_t not_counted = 2;
    subject_ = subject;
    decided_ = false;
    first_ = frame + not_counted;
    shown_times_.clear();
    tried_times_.clear();
  }
  if (decided_) return {.shown = several_ ? many : 1, .tried = 0};
  if (!may_measure) return {.shown = many, .tried = 0};
  return several_ ? Draws{.shown = many, .tried = 1} : Draws{.shown = 1, .tried = many};
}

void SampleChoice::add(std::vector<double>& times, std::uint64_t frame, double milliseconds) {
  if (decided_ || frame < first_) return;
  times.push_back(milliseconds);
  if (shown_times_.size() >= measured && tried_times_.size() >= measured) decide(several_pay());
}

bool SampleChoice::several_pay() const {
  const double shown = exact_quantile(shown_times_, 0.5), tried = exact_quantile(tried_times_, 0.5);
  return several_ ? shown < most * tried : tried < most * shown;
}

void SampleChoice::refuse() { decide(false); }

void SampleChoice::decide(bool several) {
  decided_ = true;
  several_ = several;
}

}  // namespace farfirst::app
