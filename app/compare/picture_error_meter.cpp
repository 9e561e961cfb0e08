#include "picture_error_meter.h"

#include <algorithm>

#include "render/renderer.h"

namespace farfirst::app {

namespace {

SortChoice with_full_keys(SortChoice sort) {
  sort.precision = {};
  return sort;
}

}  // namespace

void PictureErrorMeter::stop() {
  renders_.drop();
  next_ = steps_.size();
}

void PictureErrorMeter::forget() {
  renders_.drop();
  steps_.clear();
  next_ = 0;
  for (ReferenceRenders::Picture* picture : {&picture_, &right_order_, &wholes_, &reference_, &heat_}) picture->reset();
  error_.reset();
  causes_.clear();
  keys_.clear();
  trouble_.clear();
  remark_.clear();
  milliseconds_ = -1;
}

void PictureErrorMeter::begin(const ShownPicture& shown, bool with_causes) {
  forget();
  shown_ = shown;
  picture_ = renders_.copy(shown);
  const auto add_step = [this](auto step) { steps_.emplace_back(std::move(step)); };
  add_step([this] { return find_error(); });
  if (!with_causes || shown.report.elements == 0) return;
  if (const RendererAbout* about = find_renderer(shown.report.renderer); about != nullptr && about->ignores_order) {
    add_step([this] { return find_approximation(); });
    return;
  }
  add_step([this] { return find_stale_order(); });
  add_step([this] { return find_draw_order(); });
  add_step([this] { return find_precision(); });
  add_step([this] { return find_wholes(); });
  for (const Precision& precision : {Precision{24}, Precision{16}, Precision{16, KeyForm::linear}})
    add_step([this, precision] { return find_bits(precision); });
  for (const Metric metric : {Metric::radial, Metric::view_depth}) {
    const bool triangles = shown.report.wanted.are_triangles;
    for (const SortPoint point : {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid}) {
      if (triangles || point == SortPoint::centroid)
        add_step([this, metric, point] { return find_key(metric, point); });
    }
  }
}

void PictureErrorMeter::step(SceneRenderer& scene_renderer, std::size_t side) {
  if (is_done()) return;
  try {
    if (renders_.is_done()) renders_.begin(steps_[next_]());
    renders_.advance(scene_renderer, side);
    if (renders_.is_done()) ++next_;
  } catch (const Error& error) {
    trouble_ = error.what();
    next_ = steps_.size();
  }
}

void PictureErrorMeter::add(std::string name, std::string meaning, const PictureTarget& before,
                            const PictureTarget& after) {
  causes_.push_back({std::move(name), std::move(meaning), renders_.error(before, after)});
}

Work<> PictureErrorMeter::find_error() {
  const Look look = exact_look(shown_, ExactBy::depth);
  const SortChoice sort = any_order(shown_);
  ReferenceRenders::Drawn drawn = co_await renders_.draw(shown_, look, sort);
  reference_ = std::move(drawn.picture);
  milliseconds_ = drawn.report.draw;
  remark_ = drawn.report.renderer_remark;
  error_ = renders_.error(*picture_, *reference_);
  heat_ = renders_.heat(*picture_, *reference_);
}

/// With the renderer and the samples in use.
Look PictureErrorMeter::look_of_shown() const {
  Look look = shown_.look;
  look.renderer = shown_.report.renderer;
  look.samples = std::max(shown_.report.samples, 1);
  return look;
}

/// The same picture with a fresh order.
Work<> PictureErrorMeter::find_stale_order() {
  if (shown_.report.order_age == 0) {
    causes_.push_back({"stale order", "The order that is drawn was made for this view.", {error_->pixels, 0, 0, 0}});
    co_return;
  }
  const Look look = look_of_shown();
  const SortChoice sort = order_made_now(shown_);
  ReferenceRenders::Drawn drawn = co_await renders_.draw(shown_, look, sort);
  right_order_ = std::move(drawn.picture);
  add("stale order", "The order is of an earlier view; against one that is made for this view.", *picture_,
      *right_order_);
}

Work<> PictureErrorMeter::find_draw_order() {
  if (shown_.sort.draw_order == DrawOrder::back_to_front) co_return;
  const Look look = look_of_shown();
  SortChoice sort = order_made_now(shown_);
  sort.draw_order = DrawOrder::back_to_front;
  ReferenceRenders::Drawn sorted = co_await renders_.draw(shown_, look, sort);
  add("draw order", "Elements are not drawn back to front; against those that are.", newest(), *sorted.picture);
  right_order_ = std::move(sorted.picture);
}

Work<> PictureErrorMeter::find_precision() {
  if (shown_.sort.precision.is_full()) co_return;
  const Look look = look_of_shown();
  SortChoice sort = with_full_keys(order_made_now(shown_));
  sort.draw_order = DrawOrder::back_to_front;
  ReferenceRenders::Drawn finer = co_await renders_.draw(shown_, look, sort);
  add("key precision",
      "Keys have " + text_of(shown_.sort.precision) +
          ", and ties are drawn as in the file; against keys of all 32 bits of the float.",
      newest(), *finer.picture);
  right_order_ = std::move(finer.picture);
}

Work<> PictureErrorMeter::find_wholes() {
  const Look look = exact_look(shown_, ExactBy::element);
  const SortChoice sort = with_full_keys(any_order(shown_));
  ReferenceRenders::Drawn drawn = co_await renders_.draw(shown_, look, sort);
  wholes_ = std::move(drawn.picture);
  add("elements as wholes",
      "Elements are sorted as wholes, by one key each; against fragments that are sorted in each pixel by their own "
      "depth. Elements that intersect, or overlap in a cycle, have no right order.",
      *wholes_, *reference_);
  add("renderer " + shown_.report.renderer,
      "The renderer's coverage, rounding and approximations; against the exact blending of the "
      "same order.",
      newest(), *wholes_);
}

/// By a renderer that sorts no elements.
Work<> PictureErrorMeter::find_approximation() {
  add("renderer " + shown_.report.renderer, "Its omissions and approximations; it sorts no elements.", *picture_,
      *reference_);
  co_return;
}

Work<> PictureErrorMeter::find_bits(Precision precision) {
  const Look look = exact_look(shown_, ExactBy::element);
  SortChoice sort = any_order(shown_);
  sort.precision = precision;
  const ReferenceRenders::Drawn drawn = co_await renders_.draw(shown_, look, sort);
  const bool linear = precision.form == KeyForm::linear;
  add("key of " + text_of(precision),
      std::string("What it would change if keys were ") +
          (linear ? "equal steps of the distance" : "upper bits of the float") +
          ", and ties were drawn as in the file.",
      *drawn.picture, *wholes_);
}

Work<> PictureErrorMeter::find_key(Metric metric, SortPoint sort_point) {
  const Look look = exact_look(shown_, ExactBy::element);
  SortChoice sort = with_full_keys(any_order(shown_));
  const bool triangles = shown_.report.wanted.are_triangles;
  const bool is_shown = metric_of(sort) == metric && (!triangles || sort.sort_point == sort_point);
  sort.metric = metric;
  sort.sort_point = sort_point;
  ReferenceRenders::Drawn drawn;
  if (!is_shown) drawn = co_await renders_.draw(shown_, look, sort);
  keys_.push_back({metric, sort_point, is_shown, renders_.error(is_shown ? *wholes_ : *drawn.picture, *reference_)});
}

}  // namespace farfirst::app
