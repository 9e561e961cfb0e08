#include "key_lab.h"

#include <algorithm>
#include <array>
#include <glm/gtc/matrix_transform.hpp>

#include "object/context.h"
#include "order/resort.h"
#include "render/renderer.h"

namespace farfirst::app {

namespace {

struct Point {
  SortPoint point;
  const char* name;
};
constexpr std::array points = {Point{SortPoint::nearest, "nearest corner"},
                               Point{SortPoint::farthest, "farthest corner"}, Point{SortPoint::mean, "mean of corners"},
                               Point{SortPoint::centroid, "centroid"}};

constexpr std::array precisions = {Precision{32},
                                   Precision{24},
                                   Precision{16},
                                   Precision{12},
                                   Precision{8},
                                   Precision{24, KeyForm::linear},
                                   Precision{16, KeyForm::linear},
                                   Precision{12, KeyForm::linear},
                                   Precision{8, KeyForm::linear}};

constexpr std::array policies = {
    Resort{Resort::When::frames, 2},   Resort{Resort::When::frames, 4},    Resort{Resort::When::frames, 8},
    Resort{Resort::When::frames, 16},  Resort{Resort::When::angle, 2.5f},  Resort{Resort::When::angle, 7.5f},
    Resort{Resort::When::distance, 2}, Resort{Resort::When::distance, 10}, Resort{Resort::When::wrong, 0.1f},
    Resort{Resort::When::wrong, 1},    Resort{Resort::When::wrong, 10}};

const char* name_of(Metric metric) { return metric == Metric::radial ? "radial distance" : "view depth"; }

const char* name_of(SortPoint point) { return std::ranges::find(points, point, &Point::point)->name; }

/// Such that an order is not made, whatever moves.
constexpr Resort never{Resort::When::frames, 1'000'000};
/// One is made whenever something moved.
constexpr Resort at_once{Resort::When::frames, 1};

/// Blends in 32-bit floats, so that small errors show too.
const char* exact_blending(const GladGLContext& gl, const DrawnKind& kind) {
  const auto can = [&](const char* id) { return why_not(*find_renderer(id), gl, kind).empty(); };
  if (gl::is_software(gl) && can("cpu")) return "cpu";
  return can("tiles") ? "tiles" : "raster";
}

}  // namespace

void KeyLab::forget() {
  rows_.clear();
  next_ = 1;
  truth_.reset();
  speck_.reset();
  trouble_.clear();
  count_time_ = -1;
}

// ---- the rows

void KeyLab::begin(const ShownPicture& shown) {
  forget();
  shown_ = shown;
  if (shown.report.elements == 0) return;
  next_ = 0;
  look_ = shown.look;
  look_.samples = std::max(shown.report.samples, 1);
  look_.renderer = exact_blending(gl_, shown.report.kind);
  add_keys();
  add_precisions();
  add_policies();
}

void KeyLab::add(KeyLabRow::Of of, std::string name, const SortChoice& sort) {
  KeyLabRow row{.of = of, .name = std::move(name), .sort = sort};
  row.sort.draw_order = DrawOrder::back_to_front;
  row.sort.check_order.reset();
  row.sort.cull = false;
  rows_.push_back(std::move(row));
}

void KeyLab::add_keys() {
  const SortChoice& chosen = shown_.sort;
  const bool triangles = shown_.report.wanted.are_triangles;
  const Metric metric = metric_of(chosen);
  std::string name = name_of(metric);
  if (triangles) name += std::string(", ") + name_of(chosen.sort_point);
  if (!chosen.precision.is_full()) name += ", " + text_of(chosen.precision);
  add(KeyLabRow::Of::chosen, name, chosen);
  SortChoice other = chosen;
  other.metric = metric == Metric::radial ? Metric::view_depth : Metric::radial;
  add(KeyLabRow::Of::metric, name_of(*other.metric), other);
  for (const Point& point : points) {
    other = chosen;
    other.sort_point = point.point;
    if (triangles && point.point != chosen.sort_point) add(KeyLabRow::Of::sort_point, point.name, other);
  }
}

void KeyLab::add_precisions() {
  SortChoice other = shown_.sort;
  for (const Precision& precision : precisions) {
    other.precision = precision;
    if (precision != shown_.sort.precision) add(KeyLabRow::Of::precision, text_of(precision), other);
  }
}

void KeyLab::add_policies() {
  const Resort& chosen = shown_.sort.resort;
  SortChoice sort = shown_.sort;
  for (const Resort& policy : policies) {
    sort.resort = policy;
    add(KeyLabRow::Of::resort, app::name_of(policy), sort);
  }
  if (!chosen.is_lazy() || std::ranges::find(policies, chosen) != policies.end()) return;
  sort.resort = chosen;
  add(KeyLabRow::Of::resort, app::name_of(chosen), sort);
}

// ---- pictures

Trials::Drawn KeyLab::draw(Frame& frame, const Look& look, const SortChoice& sort) {
  Trials::Drawn drawn;
  drawn.picture = std::make_unique<PictureTarget>(gl_, shown_.width, shown_.height);
  drawn.report = frame.draw_beside(shown_.camera, look, sort, drawn.picture->target(shown_.pixel_scale));
  return drawn;
}

/// For the order alone: into a picture that is quickly drawn.
FrameReport KeyLab::make_order(Frame& frame, const Camera& camera, const SortChoice& sort) {
  if (!speck_) speck_ = std::make_unique<PictureTarget>(gl_, 16, 16);
  FrameReport report = frame.draw_beside(camera, look_, sort, speck_->target());
  if (report.count >= 0) count_time_ = report.count;
  return report;
}

/// One that was right so many frames ago, seen from the present view.
FrameReport KeyLab::make_stale_order(Frame& frame, const SortChoice& sort, std::uint32_t age) {
  SortChoice choice = sort;
  choice.resort = at_once;
  make_order(frame, camera_before(age), choice);
  choice.resort = never;
  return make_order(frame, shown_.camera, choice);
}

Camera KeyLab::camera_before(std::uint32_t frames) const {
  Camera camera = shown_.camera;
  const glm::vec3 middle = bounds_.center();
  const float angle = -glm::radians(degrees * static_cast<float>(frames));
  const glm::mat3 turn(glm::rotate(glm::mat4(1.0f), angle, glm::normalize(camera.up)));
  camera.eye = middle + turn * (camera.eye - middle);
  camera.focus = middle + turn * (camera.focus - middle);
  return camera;
}

// ---- measuring

void KeyLab::step(Frame& frame) {
  if (is_done()) return;
  try {
    if (next_ == 0) {
      measure_truth(frame);
    } else {
      measure(frame, rows_[next_ - 1]);
    }
  } catch (const Error& error) {
    if (next_ == 0) {
      trouble_ = error.what();
      next_ = rows_.size();
    } else {
      rows_[next_ - 1].trouble = error.what();
    }
  }
  ++next_;
}

void KeyLab::measure_truth(Frame& frame) {
  if (!trials_) trials_.emplace(gl_);
  bounds_ = frame.bounds();
  truth_ = draw(frame, exact_look(shown_, ExactBy::depth), any_order(shown_)).picture;
}

/// The first order may make a sorter, programs and memory.
void KeyLab::measure(Frame& frame, KeyLabRow& row) {
  SortChoice fresh = row.sort;
  fresh.resort = Resort::always;
  fresh.check_order = false;
  make_order(frame, shown_.camera, fresh);
  Trials::Drawn drawn = draw(frame, look_, fresh);
  row.algorithm = drawn.report.algorithm;
  row.distance = drawn.report.distance;
  row.order = std::max(drawn.report.sort, 0.0) + std::max(drawn.report.upload, 0.0);
  if (row.of == KeyLabRow::Of::resort) measure_policy(frame, row, drawn);
  row.frame = (std::max(row.distance, 0.0) + row.order) / (row.age + 1) + std::max(row.count, 0.0);
  row.error = trials_->error(*drawn.picture, *truth_);
  row.is_measured = true;
}

/// The picture by the oldest order that is drawn takes the place of the one by a fresh order.
void KeyLab::measure_policy(Frame& frame, KeyLabRow& row, Trials::Drawn& drawn) {
  row.age = oldest_kept(frame, row.sort);
  row.has_no_end = row.age == longest_age;
  if (row.sort.resort.when == Resort::When::wrong) row.count = count_time_;
  if (row.age == 0) return;
  row.disorder = make_stale_order(frame, row.sort, row.age).disorder.value_or(Disorder{});
  SortChoice stale = row.sort;
  stale.resort = never;
  drawn = draw(frame, look_, stale);
}

/// Would the order of so many frames ago still be drawn?
bool KeyLab::is_kept(Frame& frame, const SortChoice& sort, std::uint32_t age) {
  std::optional<double> wrong;
  if (sort.resort.when == Resort::When::wrong) {
    const std::optional<Disorder> found = make_stale_order(frame, sort, age).disorder;
    if (!found) return false;  // where nothing is counted, it sorts when something moves
    wrong = found->depth();
  }
  const Wanted asked = frame.sorting(camera_before(age), sort).wanted;
  const Wanted now = frame.sorting(shown_.camera, sort).wanted;
  return !is_due(sort.resort, {asked, now, bounds_, age, wrong});
}

/// In frames; ages that grow make an order worse. Twice as old each time, and then by halves.
std::uint32_t KeyLab::oldest_kept(Frame& frame, const SortChoice& sort) {
  std::uint32_t kept = 0, due = 1;
  while (due <= longest_age && is_kept(frame, sort, due)) {
    kept = due;
    due *= 2;
  }
  if (due > longest_age) return longest_age;
  while (due - kept > 1) {
    const std::uint32_t middle = (kept + due) / 2;
    (is_kept(frame, sort, middle) ? kept : due) = middle;
  }
  return kept;
}

}  // namespace farfirst::app
