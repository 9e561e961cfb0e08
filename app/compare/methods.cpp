#include "methods.h"

#include <algorithm>
#include <array>

#include "render/renderer.h"
#include "render/sample_window.h"

namespace farfirst::app {

namespace {

constexpr std::string_view reference = "exact";

bool is_reference(const Method& method) { return method.renderer->id == reference; }

std::string name_of(const Method& method) {
  constexpr std::array orders = {"", ", front to back", ", file order", ", shuffled"};
  return std::string(method.renderer->id) + orders.at(static_cast<std::size_t>(method.order));
}

std::string meaning_of(const Method& method) {
  if (method.order == DrawOrder::back_to_front) return std::string(method.renderer->meaning);
  return "Blended in a wrong order on purpose, to show what sorting is for";
}

}  // namespace

std::vector<Method> all_methods() {
  std::vector<Method> methods;
  for (const RendererAbout* about : renderers()) methods.push_back({about});
  std::ranges::stable_partition(methods, is_reference);
  const RendererAbout* const hardware = find_renderer("raster");
  for (const DrawOrder order : {DrawOrder::file_order, DrawOrder::shuffled, DrawOrder::front_to_back})
    methods.push_back({hardware, order});
  return methods;
}

void Methods::stop() {
  renders_.drop();
  next_ = tasks_.size();
  for (MethodRow& row : rows_)
    if (!row.is_measured && row.trouble.empty()) row.trouble = "not measured: it was stopped";
}

void Methods::forget() {
  renders_.drop();
  tasks_.clear();
  rows_.clear();
  next_ = 0;
  reference_.reset();
  picture_.reset();
}

void Methods::begin(const ShownPicture& shown, const std::vector<Method>& methods) {
  forget();
  shown_ = shown;
  if (shown.report.elements == 0) return;
  if (std::ranges::none_of(methods, is_reference)) tasks_.push_back({.method = {find_renderer(reference)}});
  for (const Method& method : methods) add(method);
  std::ranges::stable_partition(tasks_, [](const Task& task) { return is_reference(task.method); });
}

void Methods::add(const Method& method) {
  rows_.push_back({.method = method,
                   .name = name_of(method),
                   .meaning = meaning_of(method),
                   .trouble = method.renderer->why_unavailable(gl_)});
  rows_.back().can_run_here = rows_.back().trouble.empty();
  if (rows_.back().can_run_here) tasks_.push_back({rows_.size() - 1, method});
}

void Methods::step(SceneRenderer& scene_renderer, std::size_t side) {
  if (is_done()) return;
  const Task task = tasks_[next_];
  try {
    if (renders_.is_done()) {
      picture_.reset();
      renders_.begin(measure(task));
    }
    renders_.advance(scene_renderer, side);
    if (renders_.is_done()) ++next_;
  } catch (const Error& error) {
    ++next_;
    fail(task, error.what());
  }
}

/// Without the reference there is nothing to measure the others against.
void Methods::fail(const Task& task, const char* why) {
  if (task.row != none) rows_[task.row].trouble = why;
  if (reference_) return;
  next_ = tasks_.size();
  for (MethodRow& row : rows_)
    if (row.trouble.empty()) row.trouble = std::string("the reference cannot be drawn: ") + why;
}

/// The first draw may compile programs and take memory.
Work<> Methods::measure(Task task) {
  constexpr double enough = 250;  // milliseconds
  constexpr std::size_t most = 5;
  Look look = shown_.look;
  look.renderer = task.method.renderer->id;
  look.samples = 1;
  look.exact_by = ExactBy::depth;
  SortChoice sort = order_made_now(shown_);
  sort.draw_order = task.method.renderer->ignores_order ? DrawOrder::file_order : task.method.order;
  ReferenceRenders::Drawn drawn = co_await renders_.draw(shown_, look, sort);
  SampleWindow sorts, draws;
  for (double past = 0; draws.size() == 0 || (draws.size() < most && past < enough); past += drawn.report.total) {
    drawn = co_await renders_.draw(shown_, look, sort);
    draws.add(std::max(drawn.report.draw, 0.0));
    sorts.add(std::max(drawn.report.distance, 0.0) + std::max(drawn.report.sort, 0.0));
  }
  if (!reference_) reference_ = renders_.copy(*drawn.picture);
  picture_ = std::move(drawn.picture);
  if (task.row == none) co_return;
  MethodRow& row = rows_[task.row];
  row.is_measured = true;
  if (sorted(sort.draw_order)) row.sort = sorts.median();
  row.draw = draws.median();
  row.gpu_bytes = drawn.report.renderer_bytes;
  row.remark = drawn.report.renderer_remark;
  row.error = renders_.error(*picture_, *reference_);
}

}  // namespace farfirst::app
