#include "scene_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <vector>

#include "context.h"
#include "object/context.h"
#include "object/debug.h"
#include "object/program.h"
#include "scene/particles.h"
#include "view_pipeline.h"

namespace farfirst::app {

struct SceneRenderer::Parts {
  Parts(const GladGLContext& context, VertexFetch vertex_fetch, GlProc proc, OrderHooks hooks, DrawHooks draw_hooks)
      : gl(context),
        software(gl::is_software(context)),
        log(context),
        gpu(context, proc),
        making{.gpu = gpu,
               .scene = scene,
               .fetch = vertex_fetch,
               .turn = make_cpu_turn(),
               .order_hooks = std::move(hooks),
               .draw_hooks = std::move(draw_hooks)} {
    tune_memory(gl);
    compile_by_all_threads(gl);
    have_sides(1);
  }

  void set(const Scene& wanted);
  std::unique_ptr<GpuGeometry> make(std::optional<IndexLayout> layout);
  void release_scene();
  void add_step_time(FrameStats& report);
  void have_sides(std::size_t count);
  std::uint32_t refine(const SceneRenderer::Target& target, std::size_t side, bool in_parts);
  ViewPipeline& side(std::size_t index) { return *sides.at(index); }

  template <class Call>
  void each_side(Call call) const {
    for (const auto& side : sides) call(*side);
    if (beside) call(*beside);
  }

  const GladGLContext& gl;
  const bool software;
  gl::DebugLog log;
  GpuContext gpu;
  FrameScene scene;
  const ViewPipelineContext making;
  // After the scene: sides release its buffers before they are deleted.
  std::vector<std::unique_ptr<ViewPipeline>> sides;
  std::unique_ptr<ViewPipeline> beside;  // draw_beside()
  std::uint64_t frame = 0;
  std::uint64_t frame_beside = 0;
  double shared = 0;  // milliseconds of the frame that all sides share
  bool paused = false;
  std::uint32_t steps = 1;  // of a frame
  bool between_steps = false;
  std::optional<gl::GpuTimer::Time> step_time;
  bool may_measure = true;
  std::function<void()> before_elements_go;
};

SceneRenderer::SceneRenderer(const GladGLContext& gl, VertexFetch fetch, GlProc proc, OrderHooks hooks,
                             DrawHooks draw_hooks)
    : parts_(std::make_unique<Parts>(gl, fetch, proc, std::move(hooks), std::move(draw_hooks))) {}
SceneRenderer::~SceneRenderer() = default;

void FrameStats::set_order(const Order& order, const OrderRequest& now) {
  if (sorted) {
    static_cast<SortTimings&>(*this) = order.timings;
    order_of = number;
  }
  wanted = order.wanted;
  elements = order.wanted.n;
  order_age = order.wanted == now ? 0 : static_cast<std::uint32_t>(number - order.frame);
  algorithm = order.algorithm;
  if (message.empty()) message = order.message;
}

// ---- the scene

void SceneRenderer::Parts::set(const Scene& wanted) {
  ++scene.number;
  release_scene();
  scene.shown = wanted;
  scene.contents = wanted.contents();
  try {
    const std::optional<IndexLayout> layout = side(0).prepare_scene();
    scene.elements = make(layout);
    each_side([](ViewPipeline& side) {
      side.prepare_scene();
      side.bind_scene();
    });
  } catch (...) {
    release_scene();
    throw;
  }
}

std::unique_ptr<GpuGeometry> SceneRenderer::Parts::make(std::optional<IndexLayout> layout) {
  const Object* const alone = scene.shown.alone();
  if (alone == nullptr) return make_multi_object_elements(gpu, scene.shown, between_steps);
  if (const auto files = alone->sequence()) return make_elements(gpu, files, {});
  if (const auto particles = alone->particles()) return make_elements(gpu, particles, between_steps, {});
  return alone->has_splats() ? make_splat_elements(gpu, alone->model(), layout)
                             : make_elements(gl, alone->model(), layout);
}

/// The steps of all sides are one.
void SceneRenderer::Parts::add_step_time(FrameStats& report) {
  if (!scene.elements) return;
  if (const auto newest = scene.elements->take_step_time()) step_time = newest;
  if (!step_time || step_time->tag + 8 < frame) return;
  report.simulate = step_time->milliseconds;
  report.simulate_of = step_time->tag;
  if (report.host >= 0) report.host = std::max(report.host - report.simulate, 0.0);
}

/// The scene's arrays are gone before the next ones ask for memory.
void SceneRenderer::Parts::release_scene() {
  if (before_elements_go) before_elements_go();
  each_side([](ViewPipeline& side) { side.release_scene(); });
  scene.elements.reset();
  step_time.reset();
}

void SceneRenderer::Parts::have_sides(std::size_t count) {
  while (sides.size() > count) sides.pop_back();
  while (sides.size() < count) {
    sides.push_back(std::make_unique<ViewPipeline>(making));
    sides.back()->set_measuring(may_measure);
  }
}

std::uint32_t SceneRenderer::Parts::refine(const SceneRenderer::Target& target, std::size_t index, bool in_parts) {
  if (index >= sides.size() || !side(index).can_be_refined()) return 1;
  const std::uint32_t pictures = side(index).refine(target, in_parts);
  log.check();
  return pictures;
}

void SceneRenderer::set_scene(const Scene& scene) { parts_->set(scene); }

void SceneRenderer::place(const Scene& scene) {
  Parts& p = *parts_;
  if (!p.scene.contents.objects && scene.alone() == nullptr) return p.set(scene);
  p.scene.shown = scene;
  if (!p.scene.elements || !p.scene.elements->place(scene)) return;
  if (p.before_elements_go) p.before_elements_go();  // races hold orders too
  p.each_side([](ViewPipeline& side) { side.renumber(); });
}

void SceneRenderer::set_paused(bool paused) { parts_->paused = paused; }

void SceneRenderer::set_steps(std::uint32_t steps) { parts_->steps = steps; }

void SceneRenderer::draw_between_steps(bool wanted) { parts_->between_steps = wanted; }

void SceneRenderer::set_measuring(bool allowed) {
  parts_->may_measure = allowed;
  for (const auto& side : parts_->sides) side->set_measuring(allowed);
}

// ---- frames

FrameStats SceneRenderer::draw(const Camera& camera, const Look& look, const SortChoice& choice, const Target& target,
                               bool wait) {
  begin(1);
  return draw_side(0, camera, look, choice, target, wait);
}

void SceneRenderer::begin(std::size_t sides) {
  Parts& p = *parts_;
  p.have_sides(sides);
  const Stopwatch stopwatch;
  ++p.frame;
  if (p.scene.elements && !p.paused && p.steps > 0) p.scene.elements->step(p.frame, p.steps);
  if (p.scene.elements && p.scene.elements->is_outgrown()) p.set(Scene(p.scene.shown));
  p.shared = stopwatch.milliseconds();
}

FrameStats SceneRenderer::draw_side(std::size_t side, const Camera& camera, const Look& look, const SortChoice& choice,
                                    const Target& target, bool wait) {
  Parts& p = *parts_;
  FrameStats report =
      p.side(side).draw(camera, look, choice, target, wait, p.frame, p.shared, side > 0 ? &p.side(0) : nullptr);
  if (p.side(side).orders().current() != nullptr) p.gpu.complete_a_program();  // the first picture does not wait for it
  p.add_step_time(report);
  p.log.check();
  return report;
}

FrameStats SceneRenderer::draw_beside(const Camera& camera, const Look& look, const SortChoice& choice,
                                      const Target& target) {
  Parts& p = *parts_;
  if (!p.beside) {
    p.beside = std::make_unique<ViewPipeline>(p.making);
    p.beside->set_measuring(false);
  }
  FrameStats report = p.beside->draw(camera, look, choice, target, /*wait=*/true, ++p.frame_beside, 0);
  p.log.check();
  return report;
}

void SceneRenderer::forget_beside() { parts_->beside.reset(); }

bool SceneRenderer::can_be_refined(std::size_t side) const {
  return side < parts_->sides.size() && parts_->side(side).can_be_refined();
}

std::uint32_t SceneRenderer::refine(const Target& target, std::size_t side) {
  return parts_->refine(target, side, /*in_parts=*/false);
}

std::uint32_t SceneRenderer::refine_in_parts(const Target& target, std::size_t side) {
  return parts_->refine(target, side, /*in_parts=*/true);
}

SceneRenderer::Sorting SceneRenderer::sorting(const Camera& camera, const SortChoice& choice) const {
  Parts& p = *parts_;
  if (!p.scene.elements) return {};
  return {p.side(0).wanted(camera, choice), p.scene.number, p.scene.elements.get()};
}

GpuContext& SceneRenderer::gpu() { return parts_->gpu; }

void SceneRenderer::before_elements_go(std::function<void()> call) { parts_->before_elements_go = std::move(call); }

std::string SceneRenderer::reload_shaders() {
  try {
    gl::reload_programs(parts_->gpu.library);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// ---- queries

std::size_t SceneRenderer::gpu_bytes() const {
  std::size_t bytes = scene_bytes();
  parts_->each_side([&](const ViewPipeline& side) { bytes += side.gpu_bytes(); });
  return bytes;
}

std::size_t SceneRenderer::scene_bytes() const {
  return parts_->scene.elements ? parts_->scene.elements->gpu_bytes() : 0;
}

std::size_t SceneRenderer::host_bytes() const {
  std::size_t bytes = 0;
  parts_->each_side([&](const ViewPipeline& side) { bytes += side.orders().host_bytes(); });
  return bytes;
}

std::string SceneRenderer::sorts_on(std::size_t side) const {
  return side < parts_->sides.size() ? parts_->side(side).orders().description() : std::string();
}

std::string SceneRenderer::why_auto() const { return parts_->side(0).orders().why_auto(); }

bool SceneRenderer::checks(const SortChoice& choice) const { return choice.check_order.value_or(!parts_->software); }

SceneBounds SceneRenderer::bounds() const {
  return parts_->scene.elements ? parts_->scene.elements->bounds() : SceneBounds{};
}

}  // namespace farfirst::app
