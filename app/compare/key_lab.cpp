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

constexpr std::array policies = {Resort{Resort::When::frames, 2},   Resort{Resort::When::frames, 4},
                                 Resort{Resort::When::frames, 8},   Resort{Resort::When::frames, 16},
                                 Resort{Resort::When::angle, 2.5f}, Resort{Resort::When::angle, 7.5f}};

const char* name_of(Metric metric) { return metric == Metric::radial ? "radial distance" : "view depth"; }

const char* name_of(SortPoint point) { return std::ranges::find(points, point, &Point::point)->name; }

/// A policy that never makes an order, whatever moves.
constexpr Resort never{Resort::When::frames, 1'000'000};
/// A policy that makes an order whenever something moves.
constexpr Resort at_once{Resort::When::frames, 1};

/// Blends in 32-bit floats, so that small errors show too.
const char* exact_blending(const GladGLContext& gl, const DrawnKind& kind) {
  const auto can = [&](const char* id) { return why_not(*find_renderer(id), gl, kind).empty(); };
  if (gl::is_software(gl) && can("cpu")) return "cpu";
  return can("tiles") ? "tiles" : "raster";
}

}  // namespace

void KeyLab::stop() {
  if (renders_) renders_->drop();
  next_ = rows_.size() + 1;
}

void KeyLab::forget() {
  if (renders_) renders_->drop();
  rows_.clear();
  next_ = 1;
  reference_.reset();
  speck_.reset();
  trouble_.clear();
}

// ---- the rows

void KeyLab::begin(const ShownPicture& shown) {
  forget();
  shown_ = shown;
  if (shown.report.elements == 0) return;
  next_ = 0;
  look_ = shown.look;
  look_.samples = std::max(shown.report.samples, 1);
  look_.renderer = exact_blending(gpu_.gl, shown.report.kind);
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

/// For the order alone: draws into a cheap picture.
Work<FrameStats> KeyLab::make_order(Camera camera, SortChoice sort) {
  if (!speck_) speck_ = std::make_unique<PictureTarget>(gpu_.gl, 16, 16);
  const FrameStats report = co_await renders_->draw_into(*speck_, camera, look_, sort);
  co_return report;
}

/// An order that was right this many frames ago, seen from the present view.
Work<FrameStats> KeyLab::make_stale_order(SortChoice sort, std::uint32_t age) {
  sort.resort = at_once;
  co_await make_order(camera_before(age), sort);
  sort.resort = never;
  const FrameStats report = co_await make_order(shown_.camera, sort);
  co_return report;
}

Camera KeyLab::camera_before(std::uint32_t frames) const {
  Camera camera = shown_.camera;
  const glm::vec3 middle = bulk_.center();
  const float angle = -glm::radians(degrees * static_cast<float>(frames));
  const glm::mat3 turn(glm::rotate(glm::mat4(1.0f), angle, glm::normalize(camera.up)));
  camera.eye = middle + turn * (camera.eye - middle);
  camera.focus = middle + turn * (camera.focus - middle);
  return camera;
}

// ---- measuring

void KeyLab::step(SceneRenderer& scene_renderer) {
  if (is_done()) return;
  scene_renderer_ = &scene_renderer;
  try {
    if (!renders_) renders_.emplace(gpu_);
    if (renders_->is_done()) renders_->begin(next_ == 0 ? measure_reference() : measure(next_ - 1));
    renders_->advance(
        [&](const Camera& camera, const Look& look, const SortChoice& sort, const SceneRenderer::Target& target) {
          return scene_renderer.draw_beside(camera, look, sort, target);
        });
    if (renders_->is_done()) ++next_;
  } catch (const Error& error) {
    fail(error.what());
  }
}

/// Without the reference there is nothing to measure the rows against.
void KeyLab::fail(const char* why) {
  if (next_ == 0) {
    trouble_ = why;
    next_ = rows_.size() + 1;
  } else {
    rows_[next_++ - 1].trouble = why;
  }
}

Work<> KeyLab::measure_reference() {
  bulk_ = scene_renderer_->bounds().bulk;
  const Look look = exact_look(shown_, ExactBy::depth);
  const SortChoice sort = any_order(shown_);
  ReferenceRenders::Drawn drawn = co_await renders_->draw(shown_, look, sort);
  reference_ = std::move(drawn.picture);
}

/// The first order may make a sorter, programs and memory.
Work<> KeyLab::measure(std::size_t which) {
  KeyLabRow& row = rows_[which];
  SortChoice fresh = row.sort;
  fresh.resort = Resort::always;
  fresh.check_order = false;
  co_await make_order(shown_.camera, fresh);
  ReferenceRenders::Drawn drawn = co_await renders_->draw(shown_, look_, fresh);
  row.algorithm = drawn.report.algorithm;
  row.distance = drawn.report.distance;
  row.order = std::max(drawn.report.sort, 0.0) + std::max(drawn.report.upload, 0.0);
  if (row.of == KeyLabRow::Of::resort) drawn = co_await draw_oldest(row, std::move(drawn));
  row.frame = (std::max(row.distance, 0.0) + row.order) / (row.age + 1);
  row.error = renders_->error(*drawn.picture, *reference_);
  row.is_measured = true;
}

/// By the oldest order that the row's policy draws; `fresh` if it draws no older one.
Work<ReferenceRenders::Drawn> KeyLab::draw_oldest(KeyLabRow& row, ReferenceRenders::Drawn fresh) {
  row.age = oldest_kept(row.sort);
  row.has_no_end = row.age == longest_age;
  if (row.age == 0) co_return fresh;
  const FrameStats report = co_await make_stale_order(row.sort, row.age);
  row.inversion_stats = report.inversion_stats.value_or(InversionStats{});
  SortChoice stale = row.sort;
  stale.resort = never;
  ReferenceRenders::Drawn drawn = co_await renders_->draw(shown_, look_, stale);
  co_return drawn;
}

/// Would the order from this many frames ago still be drawn?
bool KeyLab::is_kept(const SortChoice& sort, std::uint32_t age) const {
  const OrderRequest asked = scene_renderer_->sorting(camera_before(age), sort).wanted;
  const OrderRequest now = scene_renderer_->sorting(shown_.camera, sort).wanted;
  return !is_due(sort.resort, {asked, now, bulk_, age});
}

/// In frames.
std::uint32_t KeyLab::oldest_kept(const SortChoice& sort) const {
  std::uint32_t age = 0;
  while (age < longest_age && is_kept(sort, age + 1)) ++age;
  return age;
}

}  // namespace farfirst::app
