#include "blend_pass.h"

#include <algorithm>
#include <utility>

#include "object/context.h"

namespace farfirst::app {

namespace {

DrawRequest request_of(const DrawnElements& elements, const OrderView& order, const DrawnView& view, const Look& look,
                       int samples) {
  return {.elements = elements,
          .order = order,
          .view = view,
          .samples = samples,
          .memory = std::size_t{look.tile_memory} << 20,
          .layers = look.peel_layers};
}

}  // namespace

BlendPass::BlendPass(const GpuContext& gpu, DrawHooks hooks)
    : gl_(gpu.gl),
      hooks_(std::move(hooks)),
      block_(gl_, sizeof(FrameBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
      color_(gl_, hooks_.fine ? GL_RGBA32F : GL_RGBA16F),
      resolve_(gpu),
      accumulation_(gpu),
      timer_(gl_),
      trial_timer_(gl_),
      may_pay_(!gl::is_software(gl_) || hooks_.cost != nullptr),
      choice_(may_pay_),
      waits_(gl::is_software(gl_)) {
  if (!hooks_.fine) color_.clear_by(gpu.library);
}

void BlendPass::begin(const FrameBlock& block, const SceneRenderer::Target& target) {
  accumulation_.reset();
  bind_block(block);
  color_.resize(target.width, target.height);
}

void BlendPass::draw_background(const FrameBlock& block, const SceneRenderer::Target& target,
                                const FrameStats& report) {
  begin(block, target);
  timer_.begin(report.number);
  color_.clear();
  resolve_.draw(color_, target);
  timer_.end();
}

void BlendPass::draw(const Content& content, const Look& look, const FrameBlock& block,
                     const SceneRenderer::Target& target, bool awaited, FrameStats& report) {
  begin(block, target);
  const DrawnView view{.scene = content.scene,
                       .version = content.elements.version(),
                       .order = content.orders.current()->frame,
                       .block = block,
                       .awaited = awaited,
                       .repeats = target.repeats,
                       .part = target.part,
                       .may_lag = target.may_lag};
  const Footprint footprint = content.elements.footprint(content.orders.current()->view.are_triangles, look);
  if (awaited) compiling_.clear();
  for (;;) {
    try {
      drawing_ = {};
      draws_ = choose(content, look, footprint, target, report.number);
      draw_ways(content, look, view, target, report.number);
      break;
    } catch (const Error& error) {
      make_do(content, look, error);
    }
  }
  if (!draws_.tried && compiling_.empty()) content.renderers.release_others();
  report.renderer = draws_.shown.renderer;
  report.samples = draws_.shown.samples;
  report.measuring = draws_.tried.has_value();
  report.compiling = compiling_;
  drawn_ = Drawn{look, view, draws_.shown, is_blended_};
}

void BlendPass::draw_ways(const Content& content, const Look& look, const DrawnView& view,
                          const SceneRenderer::Target& target, std::uint64_t frame) {
  const auto draw = [&](const DrawChoice::Way& way, GlTimer& timer) {
    drawing_ = way;
    timer.begin(frame);
    draw_way(content, look, view, way, target);
    timer.end();
  };
  if (draws_.tried) draw(*draws_.tried, trial_timer_);
  content.renderers.draw_by(draws_.shown.renderer);
  draw(draws_.shown, timer_);
}

/// A renderer draws into color_ where it cannot draw the displayed picture itself.
void BlendPass::draw_way(const Content& content, const Look& look, const DrawnView& view, const DrawChoice::Way& way,
                         const SceneRenderer::Target& target) {
  Renderer& renderer = content.renderers.get(way.renderer);
  if (target.texture != 0 && renderer.reads_host_arrays()) {
    const OrderView& order = content.orders.current()->view;
    DrawnView its = view;
    its.awaited = view.awaited || draws_.tried;  // a timed draw waits
    const DrawnElements elements = content.elements.drawn_from_host(order.are_triangles, look);
    const DrawRequest request = request_of(elements, order, its, look, way.samples);
    if (renderer.draw_shown(request, {target.texture, target.width, target.height})) {
      content.orders.drawn();
      gl_.BindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
      gl_.Viewport(0, 0, target.width, target.height);
      gl_.Disable(GL_BLEND);
      is_blended_ = false;
      return;
    }
  }
  blend(content, look, view, way);
  if (view.part.ends) resolve_.draw(color_, target);
  is_blended_ = true;
}

/// Substitutes come first, so that their programs are ready. The draw reports what goes wrong.
void BlendPass::prepare(const Content& content, bool are_triangles, const Look& look) {
  if (!gl::compiles_in_parallel(gl_)) return;
  Prepared workload{content.scene, are_triangles, look, content.renderers.offer()};
  if (compiling_.empty() && prepared_ == workload) return;
  compiling_.clear();
  for (auto id = workload.offer.rbegin(); id != workload.offer.rend(); ++id) {
    try {
      Renderer& renderer = content.renderers.get(*id);
      if (renderer.reads_host_arrays()) continue;
      const DrawnElements elements = content.elements.drawn(are_triangles, look);
      bool ready = true;
      for (const int samples : samples_to_prepare(look))
        ready &= renderer.prepare(elements, renderer.samples(samples, elements.footprint));
      if (!ready) compiling_.push_back(*id);
    } catch (const Error&) {}
  }
  prepared_ = std::move(workload);
}

std::vector<int> BlendPass::samples_to_prepare(const Look& look) const {
  if (look.samples != 0) return {look.samples};
  if (!may_pay_) return {1};
  if (!may_measure_) return {DrawChoice::wanted};
  return {1, DrawChoice::wanted};
}

std::vector<std::string> BlendPass::offered(const RendererPool& renderers) const {
  std::vector<std::string> result = renderers.offer();
  std::erase_if(result, [&](const std::string& id) { return std::ranges::count(compiling_, id) != 0; });
  return result.empty() ? renderers.offer() : result;
}

/// Refuses a rival that cannot be made.
DrawChoice::Draws BlendPass::choose(const Content& content, const Look& look, Footprint footprint,
                                    const SceneRenderer::Target& target, std::uint64_t frame) {
  RendererPool& renderers = content.renderers;
  if (followed_ && std::ranges::count(renderers.offer(), followed_->renderer) != 0) return {.shown = *followed_};
  const Order& order = *content.orders.current();
  const DrawChoice::Workload workload{.scene = content.scene,
                                      .are_triangles = footprint == Footprint::triangle,
                                      .elements = order.wanted.n,
                                      .width = target.width,
                                      .height = target.height};
  std::string asked;
  const auto samples_of = [&](const std::string& id, int wanted) {
    asked = id;
    return renderers.get(id).samples(wanted, footprint);
  };
  for (;;) {
    const DrawChoice::Offer offer{.renderers = offered(renderers),
                                  .samples = look.samples != 0 ? std::optional(look.samples) : std::nullopt,
                                  .samples_of = samples_of};
    try {
      return choice_.next(workload, offer, frame, may_measure_);
    } catch (const RendererUnavailable& error) {
      if (!renderers.refuse(asked, error.what())) throw;
    }
  }
}

/// Within the handler of `error`. If memory ran out, falls back to one sample, else to another renderer. Without
/// either, passes the error on as the renderer's.
void BlendPass::make_do(const Content& content, const Look& look, const Error& error) {
  const bool is_short = dynamic_cast<const OutOfMemory*>(&error) != nullptr;
  if (is_short && look.samples == 0 && drawing_.samples > 1) return choice_.refuse_samples();
  if (drawing_.renderer.empty()) throw;  // none draws yet
  const std::string why = "the renderer " + drawing_.renderer + " cannot draw this scene: " + error.what();
  if (content.renderers.refuse(drawing_.renderer, why)) return;
  if (is_short) throw OutOfMemory(why);
  throw RendererUnavailable(why);
}

void BlendPass::blend(const Content& content, const Look& look, const DrawnView& view, const DrawChoice::Way& way) {
  Renderer& renderer = content.renderers.get(way.renderer);
  const OrderView& order = content.orders.current()->view;
  const DrawnElements elements = renderer.reads_host_arrays()
                                     ? content.elements.drawn_from_host(order.are_triangles, look)
                                     : content.elements.drawn(order.are_triangles, look);
  if (elements.host.empty()) content.elements.will_be_drawn();
  renderer.draw(request_of(elements, order, view, look, way.samples), color_);
  content.elements.was_drawn();
  content.orders.drawn();
}

void BlendPass::take_times(FrameStats& report) {
  const auto cost = [this](const GlTimer::Time& time, const DrawChoice::Way& way) {
    return hooks_.cost ? hooks_.cost(way.renderer, way.samples) : time.milliseconds;
  };
  while (const auto time = timer_.take()) {
    report.draw = time->milliseconds;
    report.draw_of = time->tag;
    choice_.add_shown(time->tag, cost(*time, draws_.shown));
  }
  while (const auto time = trial_timer_.take()) {
    if (draws_.tried) choice_.add_tried(time->tag, cost(*time, *draws_.tried));
  }
}

/// The first is the frame itself, which is shown already.
std::uint32_t BlendPass::refine(const Content& content, const SceneRenderer::Target& target, bool in_parts) {
  if (accumulation_.count() == 0 && drawn_->is_blended) accumulation_.add(color_);
  do {
    if (!blend_next(content, in_parts)) return std::max(accumulation_.count(), 1u);
    accumulation_.add(color_);
  } while (accumulation_.count() == 1);
  resolve_.draw(accumulation_.mean(), target);
  return accumulation_.count();
}

/// A part of the next picture. True if it is complete.
bool BlendPass::blend_next(const Content& content, bool in_parts) {
  DrawnView view = drawn_->view;
  const glm::vec2 pixels = jitter(accumulation_.count(), drawn_->way.samples);
  view.block = projected(view.block, moved(view.block.camera.projection, pixels, view.block.camera.viewport));
  bind_block(view.block);
  drawn_->is_blended = false;
  if (!in_parts || !find_renderer(drawn_->way.renderer)->draws_parts) {
    blend(content, drawn_->look, view, drawn_->way);
    return true;
  }
  if (!std::exchange(drawn_->is_under_way, true)) parts_.begin({color_.width(), color_.height()});
  view.part = parts_.next();
  const Stopwatch stopwatch;
  blend(content, drawn_->look, view, drawn_->way);
  if (waits_) gl_.Finish();
  parts_.took(stopwatch.milliseconds());
  drawn_->is_under_way = !view.part.ends;
  return view.part.ends;
}

void BlendPass::bind_block(const FrameBlock& values) const {
  gl_.NamedBufferSubData(block_.name(), 0, sizeof values, &values);
  gl_.BindBufferBase(GL_UNIFORM_BUFFER, 0, block_.name());
}

}  // namespace farfirst::app
