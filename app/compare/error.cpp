#include "error.h"

#include <algorithm>

#include "render/renderer.h"

namespace farfirst::app {

namespace {

SortChoice with_full_keys(SortChoice sort) {
  sort.precision = {};
  return sort;
}

}  // namespace

ErrorLamp::ErrorLamp(const GladGLContext& gl) : trials_(gl) {}

void ErrorLamp::forget() {
  steps_.clear();
  next_ = 0;
  for (Trials::Picture* picture : {&picture_, &right_order_, &wholes_, &truth_, &heat_}) picture->reset();
  error_.reset();
  causes_.clear();
  keys_.clear();
  trouble_.clear();
  remark_.clear();
  milliseconds_ = -1;
}

void ErrorLamp::begin(const ShownPicture& shown, bool with_causes) {
  forget();
  shown_ = shown;
  picture_ = trials_.copy(shown);
  const auto add_step = [this](auto step) { steps_.emplace_back(std::move(step)); };
  add_step([this](const Draw& draw) { find_error(draw); });
  if (!with_causes || shown.report.elements == 0) return;
  if (const RendererAbout* about = find_renderer(shown.report.renderer); about != nullptr && about->ignores_order) {
    add_step([this](const Draw&) { find_approximation(); });
    return;
  }
  add_step([this](const Draw& draw) { find_stale_order(draw); });
  add_step([this](const Draw& draw) { find_draw_order(draw); });
  add_step([this](const Draw& draw) { find_precision(draw); });
  add_step([this](const Draw& draw) { find_wholes(draw); });
  for (const Precision& precision : {Precision{24}, Precision{16}, Precision{16, KeyForm::linear}})
    add_step([this, precision](const Draw& draw) { find_bits(draw, precision); });
  for (const Metric metric : {Metric::radial, Metric::view_depth}) {
    const bool triangles = shown.report.wanted.are_triangles;
    for (const SortPoint point : {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
      if (triangles || point == SortPoint::centroid)
        add_step([this, metric, point](const Draw& draw) { find_key(draw, metric, point); });
    }
  }
}

void ErrorLamp::step(Frame& frame, std::size_t side) {
  if (is_done()) return;
  try {
    steps_[next_](
        [&](const Look& look, const SortChoice& sort) { return trials_.draw(frame, side, shown_, look, sort); });
    ++next_;
  } catch (const Error& error) {
    trouble_ = error.what();
    next_ = steps_.size();
  }
}

void ErrorLamp::add(std::string name, std::string meaning, const PictureTarget& before, const PictureTarget& after) {
  causes_.push_back({std::move(name), std::move(meaning), trials_.error(before, after)});
}

void ErrorLamp::find_error(const Draw& draw) {
  Trials::Drawn drawn = draw(exact_look(shown_, ExactBy::depth), any_order(shown_));
  truth_ = std::move(drawn.picture);
  milliseconds_ = drawn.report.draw;
  remark_ = drawn.report.renderer_remark;
  error_ = trials_.error(*picture_, *truth_);
  heat_ = trials_.heat(*picture_, *truth_);
}

/// With the renderer and the samples that were taken.
Look ErrorLamp::look_of_shown() const {
  Look look = shown_.look;
  look.renderer = shown_.report.renderer;
  look.samples = std::max(shown_.report.samples, 1);
  return look;
}

/// The picture that what is shown would be by now.
void ErrorLamp::find_stale_order(const Draw& draw) {
  if (shown_.report.order_age == 0) {
    causes_.push_back({"stale order", "The order that is drawn was made for this view.", {error_->pixels, 0, 0, 0}});
    return;
  }
  right_order_ = draw(look_of_shown(), order_made_now(shown_)).picture;
  add("stale order", "The order is of an earlier view; against one that is made for this view.", *picture_,
      *right_order_);
}

void ErrorLamp::find_draw_order(const Draw& draw) {
  if (shown_.sort.draw_order == DrawOrder::back_to_front) return;
  SortChoice sort = order_made_now(shown_);
  sort.draw_order = DrawOrder::back_to_front;
  Trials::Picture sorted = draw(look_of_shown(), sort).picture;
  add("draw order", "Elements are not drawn back to front; against those that are.", newest(), *sorted);
  right_order_ = std::move(sorted);
}

void ErrorLamp::find_precision(const Draw& draw) {
  if (shown_.sort.precision.is_full()) return;
  SortChoice sort = with_full_keys(order_made_now(shown_));
  sort.draw_order = DrawOrder::back_to_front;
  Trials::Picture finer = draw(look_of_shown(), sort).picture;
  add("key precision",
      "Keys have " + text_of(shown_.sort.precision) +
          ", and ties are drawn as in the file; against keys of all 32 bits of the float.",
      newest(), *finer);
  right_order_ = std::move(finer);
}

void ErrorLamp::find_wholes(const Draw& draw) {
  wholes_ = draw(exact_look(shown_, ExactBy::element), with_full_keys(any_order(shown_))).picture;
  add("elements as wholes",
      "Elements are sorted as wholes, by one key each; against fragments that are sorted in each pixel by their own "
      "depth. What goes through each other, or overlaps in a circle, has no right order.",
      *wholes_, *truth_);
  add("renderer " + shown_.report.renderer,
      "Which samples are covered, rounding, and what the renderer approximates; against the exact blending of the "
      "same order.",
      newest(), *wholes_);
}

/// By a renderer that sorts no elements.
void ErrorLamp::find_approximation() {
  add("renderer " + shown_.report.renderer, "What it leaves out or approximates; it sorts no elements.", *picture_,
      *truth_);
}

void ErrorLamp::find_bits(const Draw& draw, const Precision& precision) {
  SortChoice sort = any_order(shown_);
  sort.precision = precision;
  const Trials::Drawn drawn = draw(exact_look(shown_, ExactBy::element), sort);
  const bool linear = precision.form == KeyForm::linear;
  add("key of " + text_of(precision),
      std::string("What it would change if keys were ") +
          (linear ? "so many equal steps of the distance" : "so many upper bits of the float") +
          ", and ties were drawn as in the file.",
      *drawn.picture, *wholes_);
}

void ErrorLamp::find_key(const Draw& draw, Metric metric, SortPoint sort_point) {
  SortChoice sort = with_full_keys(any_order(shown_));
  const bool triangles = shown_.report.wanted.are_triangles;
  const bool is_shown = metric_of(sort) == metric && (!triangles || sort.sort_point == sort_point);
  sort.metric = metric;
  sort.sort_point = sort_point;
  const Trials::Picture picture = is_shown ? nullptr : draw(exact_look(shown_, ExactBy::element), sort).picture;
  keys_.push_back({metric, sort_point, is_shown, trials_.error(picture ? *picture : *wholes_, *truth_)});
}

}  // namespace farfirst::app
