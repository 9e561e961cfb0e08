#include "view_pipeline.h"

#include <glad/gl.h>

#include <algorithm>

#include "frame_block.h"
#include "object/context.h"
#include "order_request_of.h"

namespace farfirst::app {

namespace {

/// `mixed`: among triangles there may be points.
CullView cull_view(const Camera& camera, bool triangles, bool mixed, const Look& look,
                   const SceneRenderer::Target& target) {
  const float aspect = static_cast<float>(target.width) / static_cast<float>(target.height);
  return {.view = camera.view(),
          .projection = camera.projection(aspect),
          .pixels = {target.width, target.height},
          .point_size = triangles && !mixed ? 0 : look.point_size * target.pixel_scale,
          .streak = look.particle_style == ParticleStyle::streak ? look.streak : 0};
}

/// For splats that are drawn as such.
std::optional<SplatExtent> splat_extent(const Look& look, const Contents& contents) {
  if (!contents.splats || look.splat_style == SplatStyle::point) return std::nullopt;
  return SplatExtent{.opacity = look.opacity,
                     .scale = look.splat_scale,
                     .cutoff = look.splat_cutoff,
                     .mip = look.splat_filter == SplatFilter::mip,
                     .ellipsoids = look.splat_style == SplatStyle::ellipsoid};
}

/// Sets a time and the frame that it is of, if it is known.
void note_time(const std::optional<GlTimer::Time>& time, double& milliseconds, std::uint64_t& frame) {
  if (!time) return;
  milliseconds = time->milliseconds;
  frame = time->tag;
}

/// A view with all elements in the middle of the picture, and splats as points.
CullView view_of_everything() {
  glm::mat4 projection(0.0f);
  projection[3][3] = 1;
  return {.view = glm::mat4(1.0f), .projection = projection, .pixels = {1, 1}, .point_size = 0};
}

}  // namespace

ViewPipeline::ViewPipeline(const ViewPipelineContext& context)
    : gl_(context.gpu.gl),
      software_(gl::is_software(gl_)),
      scene_(context.scene),
      whole_(gl_),
      light_timer_(gl_),
      auto_cull_(gl_, context.draw_hooks),
      renderers_({context.gpu, context.fetch}, /*all=*/context.draw_hooks.cost != nullptr),
      blend_pass_(context.gpu, context.draw_hooks),
      validator_(context.gpu),
      counter_(context.gpu),
      culling_(context.gpu),
      orders_(context.gpu, culling_, context.order_hooks, context.turn) {
  prepare_scene();
  bind_scene();
}

// ---- the scene

IndexLayout ViewPipeline::index_layout() {
  const std::optional<std::size_t> size = scene_.array_size();
  return size ? renderers_.renderer().index_layout(*size) : IndexLayout::elements;
}

std::optional<IndexLayout> ViewPipeline::prepare_scene() {
  renderers_.set_scene(scene_.array_size());
  if (renderers_.renderer().reads_host_arrays()) return std::nullopt;
  return index_layout();
}

void ViewPipeline::release_scene() {
  validator_.clear();
  check_ = {};
  is_unvalidated_ = false;
  counter_.clear();
  inversions_.reset();
  blend_pass_.forget();
  renderers_.release_scene();
  orders_.set_scene(++generation_, nullptr);  // CUDA gives its buffers back before they are deleted
  culling_.set_scene(nullptr);
  elements_.reset();
}

/// Orders in another index layout are dropped.
void ViewPipeline::read_orders_in(IndexLayout layout) {
  release_scene();
  if (!scene_.elements) return;
  elements_.emplace(*scene_.elements, layout);
  orders_.set_scene(generation_, &*elements_);
  culling_.set_scene(&*elements_);
}

/// Of the newest frame, if it says how this look's elements are drawn best.
std::optional<DrawChoice::Way> ViewPipeline::way_of_auto(const Look& look, const DrawnKind& kind) const {
  if (!auto_way_ || auto_way_->scene != scene_.number || auto_way_->kind != kind || look.renderer != "auto" ||
      look.samples != auto_way_->samples_wanted)
    return std::nullopt;
  return auto_way_->way;
}

void ViewPipeline::use_renderer(const Look& look) {
  renderers_.use(look.renderer, drawn_kind(look, scene_.contents));
  if (elements_ && elements_->layout() != index_layout()) read_orders_in(index_layout());
}

// ---- a frame

FrameStats ViewPipeline::draw(const Camera& camera, const Look& wanted_look, const SortChoice& wanted_choice,
                              const SceneRenderer::Target& target, bool wait, std::uint64_t number, double shared,
                              const ViewPipeline* first) {
  const Stopwatch stopwatch;
  FrameStats report;
  report.number = frame_ = number;
  blend_pass_.forget();
  culling_compiles_ = false;
  report.scene = scene_.number;
  const Look look = resolve_auto(wanted_look, scene_.contents);
  const SortChoice choice = resolve_auto(wanted_choice, scene_.contents);
  use_renderer(look);
  report.kind = drawn_kind(look, scene_.contents);
  blend_pass_.follow(first != nullptr ? first->way_of_auto(look, report.kind) : std::nullopt);
  report.renderer = renderers_.id();
  const bool times_host = wait && !software_;
  if (times_host) whole_.begin(frame_);
  if (elements_) {
    OrderRequest wanted = this->wanted(camera, choice);
    const bool mixed = scene_.contents.objects;
    CullView view = cull_view(camera, wanted.are_triangles, mixed, look, target);
    if (mixed) view.splats = splat_extent(look, scene_.contents);
    wanted.cull = culled(wanted, view, choice, wait);
    blend_pass_.prepare(content(), wanted.are_triangles, look);
    order(wanted, {.frame = frame_, .resort = choice.resort, .wait = wait}, report);
  }

  const SceneBounds bounds = elements_ ? scene_.elements->bounds() : SceneBounds{};
  const FrameBlock block = frame_block(camera, look, bounds, {target.width, target.height}, target.pixel_scale, choice);
  light(look, report);
  if (report.elements > 0)
    blend_pass_.draw(content(), look, block, target, wait, report);
  else if (!target.keeps || !elements_ || orders_.current() != nullptr)
    blend_pass_.draw_background(block, target, report);
  auto_way_.reset();
  if (look.renderer == "auto" && report.samples > 0)
    auto_way_ = {scene_.number, report.kind, look.samples, {report.renderer, report.samples}};
  auto_cull_.end();
  if (times_host) whole_.end();
  if (wait) gl_.Finish();

  // If the frame waited, the GPU's times and the result of the check are known now.
  blend_pass_.take_times(report);
  take_steps(target.may_lag && !wait, report);
  report.renderer_remark = renderers_.renderer().remark();
  report.renderer_bytes = renderers_.renderer().gpu_bytes();
  report.may_be_incomplete = report.elements > 0 && renderers_.renderer().may_be_incomplete();
  if (report.message.empty()) report.message = renderers_.message();
  if (const std::string sort = orders_.compiling(); !sort.empty()) report.compiling.push_back(sort);
  if (culling_compiles_) report.compiling.emplace_back("culling");
  orders_.take_timings(report);
  take_culling(report);
  note_time(light_timer_.take_newest(), report.light, report.light_of);
  take_check_results(report);
  take_inversions(choice.resort, report);
  report.total = shared + stopwatch.milliseconds();
  if (const auto time = whole_.take_newest()) report.host = report.total - time->milliseconds;
  return report;
}

OrderRequest ViewPipeline::wanted(const Camera& camera, const SortChoice& choice) {
  return order_request_of(elements_->elements(choice.primitive), elements_->version(), generation_, camera, choice,
                          /*checks=*/!software_);
}

/// A frame that does not wait is not culled before the programs are compiled.
std::optional<CullView> ViewPipeline::culled(const OrderRequest& wanted, const CullView& view, const SortChoice& choice,
                                             bool wait) {
  const std::optional<CullView> result = wanted_cull(wanted, view, choice, wait);
  culling_compiles_ = result && !wait && !culling_.is_ready(wanted, *result);
  return culling_compiles_ ? std::nullopt : result;
}

/// May count the elements that could be culled.
std::optional<CullView> ViewPipeline::wanted_cull(const OrderRequest& wanted, const CullView& view,
                                                  const SortChoice& choice, bool wait) {
  if (!wanted.is_sorted() || !orders_.can_cull() || !culling_.failure().empty()) return std::nullopt;
  if (choice.resort.is_lazy()) return std::nullopt;  // an order that is kept is drawn in other views too
  // Splats among them are projected once more for it: leaving out empty slots of particles does not need
  // that.
  if (scene_.elements->has_gaps()) return choice.cull.value_or(!view.splats) ? view : view_of_everything();
  if (choice.cull) return *choice.cull ? std::optional(view) : std::nullopt;
  const CullChoice::Plan plan =
      auto_cull_.begin(wanted, view, renderers_.id(), choice.resort == Resort::always, frame_);
  if (plan.count && (wait || culling_.is_ready(wanted, view))) culling_.count(wanted, view);
  return plan.cull ? std::optional(view) : std::nullopt;
}

/// Takes the newest order into use, and reports.
void ViewPipeline::order(const OrderRequest& wanted, const Orders::When& when, FrameStats& report) {
  report.sorted = orders_.update(wanted, when);
  if (!software_) gl_.Flush();  // the GPU begins while the host enqueues the rest
  if (!orders_.failure().empty()) report.message = orders_.failure();
  validate(wanted, report.sorted, when.wait);
  count_inversions(wanted);

  if (orders_.current() == nullptr) return;
  report.set_order(*orders_.current(), wanted);
  report.sorts_beside = orders_.is_made_beside();
}

/// For particles, before they are drawn.
void ViewPipeline::light(const Look& look, FrameStats& report) {
  if (report.elements == 0 || !look.self_shadows || !scene_.elements->has_gaps()) return;
  light_timer_.begin(frame_);
  elements_->light(look, renderers_.renderer().reads_host_arrays());
  light_timer_.end();
}

/// Checks an order that is new in this frame. If no check is wanted, nothing is known.
void ViewPipeline::validate(const OrderRequest& wanted, bool fresh, bool wait) {
  const Order* order = orders_.current();
  is_unvalidated_ = wanted.check && order != nullptr && (fresh || is_unvalidated_);
  if (!wanted.check) {
    validator_.clear();
    check_ = {};
  } else if (is_unvalidated_ && (wait || validator_.is_ready(*order))) {
    is_unvalidated_ = false;
    // A check that had to wait may be of elements that have moved on.
    if (fresh || order->wanted.version == elements_->version()) validator_.validate(*order, *elements_, frame_);
  }
}

/// For an order that is kept.
void ViewPipeline::count_inversions(const OrderRequest& wanted) {
  if (!wanted.count) {
    counter_.clear();
    inversions_.reset();
    return;
  }
  const Order* current = orders_.current();
  if (current != nullptr && current->wanted != wanted && current->wanted.same_but_for_motion(wanted))
    counter_.count(*current, wanted, *elements_, frame_);
}

/// With Resort::frames an order becomes due.
void ViewPipeline::take_inversions(const Resort& resort, FrameStats& report) {
  note_time(counter_.take_time(), report.count, report.count_of);
  if (const auto newest = counter_.take()) inversions_ = newest;
  const Order* current = orders_.current();
  if (report.wanted.count && report.order_age == 0) {
    report.inversion_stats.emplace();
  } else if (inversions_ && current != nullptr && inversions_->order == current->frame) {
    report.inversion_stats = inversions_->inversion_stats;
  }
  if (report.message.empty()) report.message = counter_.failure();
  report.order_awaited = report.order_age > 0 && (!orders_.keeps() || resort.when == Resort::When::frames);
}

void ViewPipeline::take_culling(FrameStats& report) {
  note_time(culling_.take_time(), report.cull, report.cull_of);
  auto_cull_.take_times(report);
  if (const auto newest = culling_.take_kept_count()) {
    kept_ = newest;
    auto_cull_.add_outside(1 - static_cast<double>(kept_->count) / std::max(kept_->of, 1u));
  }
  const Order* current = orders_.current();
  if (current != nullptr && current->wanted.cull && kept_) report.kept = kept_->count;
}

void ViewPipeline::take_check_results(FrameStats& report) {
  note_time(validator_.take_time(), report.check, report.check_of);
  while (const std::optional<OrderValidator::Finding> finding = validator_.take()) {
    check_.add(finding->check, finding->algorithm);
    check_about_ = finding->frame;
    if (!finding->check.ok()) orders_.reject(finding->algorithm, finding->check.sentence());
  }
  report.check_result = check_;
  report.check_result.age = static_cast<std::uint32_t>(frame_ - check_about_);
  report.check_result.awaited = validator_.awaits() || is_unvalidated_ || (check_.is_wrong() && orders_.is_due());
  report.check_result.trouble = validator_.failure();
}

/// A picture that is drawn beside the frame takes as long as its steps.
void ViewPipeline::take_steps(bool may_lag, FrameStats& report) {
  Renderer& renderer = renderers_.renderer();
  const bool is_new = renderer.take_steps(report.draw_steps);
  report.draws_beside = renderer.reads_host_arrays() && may_lag;
  if (!report.draws_beside) return;
  report.draw = -1;
  if (!is_new) return;
  report.draw = 0;
  for (const auto& [step, milliseconds] : report.draw_steps) report.draw += milliseconds;
  report.draw_of = frame_;
}

// ---- the rest

void ViewPipeline::set_measuring(bool allowed) {
  blend_pass_.set_measuring(allowed);
  auto_cull_.set_measuring(allowed);
}

std::size_t ViewPipeline::gpu_bytes() const {
  return blend_pass_.gpu_bytes() + renderers_.gpu_bytes() + validator_.gpu_bytes() + counter_.gpu_bytes() +
         culling_.gpu_bytes() + orders_.gpu_bytes();
}

}  // namespace farfirst::app
