#include "frame.h"

#include <glad/gl.h>

#include <algorithm>

#include "auto_cull.h"
#include "context.h"
#include "culling.h"
#include "object/context.h"
#include "object/debug.h"
#include "order/inspector.h"
#include "picture.h"
#include "renderer_pool.h"
#include "scene/particles.h"

namespace farfirst::gl {
std::span<const ShaderFile> viewer_shaders() noexcept;
}

namespace farfirst::app {

namespace {

Viewpoint viewpoint(const Camera& camera, Metric metric) {
  Viewpoint view{{camera.eye.x, camera.eye.y, camera.eye.z}, {0, 0, 0}};
  if (metric == Metric::view_depth) {
    const glm::vec3 axis = camera.direction();
    view = {{camera.eye.x, camera.eye.y, camera.eye.z}, {axis.x, axis.y, axis.z}};
  }
  return view;
}

CullView cull_view(const Camera& camera, bool triangles, const Look& look, const Frame::Target& target) {
  const float aspect = static_cast<float>(target.width) / static_cast<float>(target.height);
  return {.view = camera.view(),
          .projection = camera.projection(aspect),
          .pixels = {target.width, target.height},
          .point_size = triangles ? 0 : look.point_size * target.pixel_scale};
}

}  // namespace

struct Frame::Parts {
  Parts(const GladGLContext& context, VertexFetch vertex_fetch, GlProc proc, OrderHooks hooks, DrawHooks draw_hooks)
      : gl(context),
        software(gl::is_software(context)),
        log(context),
        library(gl::viewer_shaders()),
        whole(context),
        auto_cull(context, draw_hooks),
        opengl(proc),
        renderers({context, library, opengl, vertex_fetch}, /*all=*/draw_hooks.cost != nullptr),
        picture(context, library, std::move(draw_hooks)),
        inspector(context, opengl),
        culling(context, library),
        orders(context, opengl, culling, std::move(hooks)) {
    tune_memory(gl);
  }

  void set(std::shared_ptr<const Model> new_model, std::shared_ptr<ParticleSystem> new_particles);
  void show(std::shared_ptr<const Model> new_model, std::shared_ptr<ParticleSystem> new_particles);
  void use_renderer(const std::string& name);
  Wanted wanted(const Camera& camera, const SortChoice& choice) const;
  bool culls(const Wanted& wanted, const CullView& view, const SortChoice& choice);
  void order(const Wanted& wanted, const Orders::When& when, FrameReport& report);
  void inspect(const Wanted& wanted, bool fresh);
  void take_check_results(FrameReport& report);
  void take_culling(FrameReport& report);
  Picture::Content content() { return {scene, *elements, orders, renderers}; }

  const GladGLContext& gl;
  const bool software;
  gl::DebugLog log;
  gl::ShaderLibrary library;
  GlTimer whole;  // from the first command of a frame to the last
  AutoCull auto_cull;
  OpenGlDevice opengl;
  RendererPool renderers;
  Picture picture;

  // The scene: one of the two, and what OpenGL has of it.
  std::shared_ptr<const Model> model;
  std::shared_ptr<ParticleSystem> particles;
  OrderWords words = OrderWords::elements;
  std::unique_ptr<SceneElements> elements;
  std::uint64_t scene = 0;       // so many were set,
  std::uint64_t generation = 0;  // and made, for this renderer or another
  std::uint64_t frame = 0;
  bool paused = false;

  Inspector inspector;
  Culling culling;
  Orders orders;                      // after the elements: it lets go of their buffers before they are deleted
  std::optional<Culling::Kept> kept;  // the newest that is known
  CheckResult check;                  // the newest
  std::uint64_t check_about = 0;      // the frame in which that order was first drawn
};

Frame::Frame(const GladGLContext& gl, VertexFetch fetch, void* (*proc)(const char*), OrderHooks hooks,
             DrawHooks draw_hooks)
    : parts_(std::make_unique<Parts>(gl, fetch, proc, std::move(hooks), std::move(draw_hooks))) {}
Frame::~Frame() = default;

void Frame::Parts::set(std::shared_ptr<const Model> new_model, std::shared_ptr<ParticleSystem> new_particles) {
  ++scene;
  renderers.set_scene(new_model ? std::optional(largest_array(*new_model)) : std::nullopt);
  show(std::move(new_model), std::move(new_particles));
}

void Frame::Parts::show(std::shared_ptr<const Model> new_model, std::shared_ptr<ParticleSystem> new_particles) {
  ++generation;
  inspector.clear();
  check = {};
  picture.forget();
  orders.set_scene(generation, nullptr);  // CUDA gives its buffers back before they are deleted
  culling.set_scene(nullptr);
  elements.reset();  // before the next ones ask for memory
  model = std::move(new_model);
  particles = std::move(new_particles);
  if (model) words = renderers.renderer().order_words(largest_array(*model));
  std::unique_ptr<SceneElements> next = model ? make_elements(gl, model, words) : make_elements(gl, particles);
  orders.set_scene(generation, next.get());
  culling.set_scene(next.get());
  elements = std::move(next);
}

/// A scene whose order another renderer reads in another way is made anew.
void Frame::Parts::use_renderer(const std::string& name) {
  renderers.use(name);
  if (elements && model && renderers.renderer().order_words(largest_array(*model)) != words) show(model, nullptr);
}

void Frame::set_scene(std::shared_ptr<const Model> model) { parts_->set(std::move(model), nullptr); }

void Frame::set_scene(std::shared_ptr<ParticleSystem> particles) { parts_->set(nullptr, std::move(particles)); }

void Frame::set_scene(const SceneSource& scene) { parts_->set(scene.model, scene.particles); }

void Frame::set_paused(bool paused) { parts_->paused = paused; }

void Frame::set_measuring(bool allowed) {
  parts_->picture.set_measuring(allowed);
  parts_->auto_cull.set_measuring(allowed);
}

FrameReport Frame::draw(const Camera& camera, const Look& look, const SortChoice& choice, const Target& target,
                        bool wait) {
  const Stopwatch stopwatch;
  Parts& p = *parts_;
  FrameReport report;
  report.number = ++p.frame;
  p.picture.forget();
  report.scene = p.scene;
  p.use_renderer(look.renderer);
  report.renderer = p.renderers.id();
  if (p.elements && !p.paused) p.elements->step();
  const bool times_host = wait && !p.software;
  if (times_host) p.whole.begin(p.frame);
  if (p.elements) {
    Wanted wanted = p.wanted(camera, choice);
    const CullView view = cull_view(camera, wanted.are_triangles, look, target);
    if (p.culls(wanted, view, choice)) wanted.cull = view;
    p.order(wanted, {p.frame, choice.resort == Resort::always, wait}, report);
  }

  const FrameBlock block = frame_block(camera, look, bounds(), {target.width, target.height}, target.pixel_scale);
  if (report.elements > 0)
    p.picture.draw(p.content(), look, block, target, report);
  else
    p.picture.draw_background(block, target, report);
  p.auto_cull.end();
  if (times_host) p.whole.end();
  if (wait) p.gl.Finish();

  // If the frame waited, the GPU's times and what the check found are known by now.
  p.picture.take_times(report);
  p.renderers.renderer().take_steps(report.draw_steps);
  report.renderer_remark = p.renderers.renderer().remark();
  if (report.message.empty()) report.message = p.renderers.message();
  p.orders.take_cost(report);
  p.take_culling(report);
  p.take_check_results(report);
  p.log.check();
  report.total = stopwatch.milliseconds();
  if (const auto time = p.whole.take_newest()) report.host = report.total - time->milliseconds;
  return report;
}

Wanted Frame::Parts::wanted(const Camera& camera, const SortChoice& choice) const {
  const Elements now = elements->elements(choice.primitive);
  Wanted result;
  result.scene = generation;
  result.n = now.count();
  result.are_triangles = now.are_triangles;
  result.draw_order = choice.draw_order;
  if (choice.draw_order == DrawOrder::shuffled) result.seed = choice.seed;
  if (!result.is_sorted()) return result;
  result.version = elements->version();
  result.algorithm = choice.algorithm;
  result.parameters = choice.parameters;
  result.metric = choice.metric;
  if (now.are_triangles) result.sort_point = choice.sort_point;
  result.check = choice.check_order.value_or(!software);
  result.view = viewpoint(camera, choice.metric);
  result.cuda_device = choice.cuda_device;
  result.interop = choice.interop;
  return result;
}

/// May count how many elements could be left out.
bool Frame::Parts::culls(const Wanted& wanted, const CullView& view, const SortChoice& choice) {
  if (!wanted.is_sorted() || !orders.can_cull() || !culling.failure().empty()) return false;
  if (choice.cull) return *choice.cull;
  const CullChoice::Plan plan = auto_cull.begin(wanted, view, renderers.id(), choice.resort == Resort::always, frame);
  if (plan.count) culling.count(wanted, view, frame);
  return plan.cull;
}

/// Takes the newest order into use, and reports.
void Frame::Parts::order(const Wanted& wanted, const Orders::When& when, FrameReport& report) {
  report.sorted = orders.update(wanted, when);
  if (!software) gl.Flush();  // the GPU begins while the host enqueues the rest
  report.message = orders.failure();
  inspect(wanted, report.sorted);

  const Order* current = orders.current();
  if (current == nullptr) return;
  if (report.sorted) {
    static_cast<Cost&>(report) = current->cost;
    report.order_of = frame;
  }
  report.wanted = current->wanted;
  report.elements = current->wanted.n;
  report.order_age = current->wanted == wanted ? 0 : static_cast<std::uint32_t>(frame - current->frame);
  report.algorithm = current->algorithm;
  if (report.message.empty()) report.message = current->message;
}

/// An order that is new in this frame. If nothing is to be checked, nothing is known.
void Frame::Parts::inspect(const Wanted& wanted, bool fresh) {
  if (!wanted.check) {
    inspector.clear();
    check = {};
  } else if (fresh && orders.current() != nullptr) {
    inspector.inspect(*orders.current(), *elements, frame);
  }
}

void Frame::Parts::take_culling(FrameReport& report) {
  if (const auto time = culling.take_time()) {
    report.cull = time->milliseconds;
    report.cull_of = time->tag;
  }
  auto_cull.take_times(report);
  if (const auto newest = culling.take_kept()) {
    kept = newest;
    auto_cull.add_outside(1 - static_cast<double>(kept->count) / std::max(kept->of, 1u));
  }
  const Order* current = orders.current();
  if (current != nullptr && current->wanted.cull && kept) {
    report.kept = kept->count;
    report.kept_of = kept->frame;
  }
}

void Frame::Parts::take_check_results(FrameReport& report) {
  if (const auto time = inspector.take_time()) {
    report.check = time->milliseconds;
    report.check_of = time->tag;
  }
  while (const std::optional<Inspector::Finding> finding = inspector.take()) {
    check.known = true;
    check.order = finding->check;
    check.algorithm = finding->algorithm;
    check_about = finding->frame;
    ++(finding->check.ok() ? check.right : check.wrong);
    if (!finding->check.ok()) orders.reject(finding->algorithm, finding->check.sentence());
  }
  report.check_result = check;
  report.check_result.age = static_cast<std::uint32_t>(frame - check_about);
  report.check_result.awaited = inspector.awaits() || (check.is_wrong() && orders.is_due());
  report.check_result.trouble = inspector.failure();
}

bool Frame::can_be_refined() const { return parts_->picture.can_be_refined(); }

std::uint32_t Frame::refine(const Target& target) {
  Parts& p = *parts_;
  const std::uint32_t pictures = can_be_refined() ? p.picture.refine(p.content(), target) : 1;
  p.log.check();
  return pictures;
}

std::string Frame::reload_shaders() {
  Parts& p = *parts_;
  try {
    p.renderers.reload(p.library);
    p.culling.reload(p.library);
    p.picture.reload(p.library);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

std::size_t Frame::gpu_bytes() const {
  const Parts& p = *parts_;
  return p.picture.gpu_bytes() + p.renderers.gpu_bytes() + p.inspector.gpu_bytes() + p.culling.gpu_bytes() +
         p.orders.gpu_bytes() + (p.elements ? p.elements->gpu_bytes() : 0);
}

std::size_t Frame::host_bytes() const { return parts_->orders.host_bytes(); }

std::string Frame::sorts_on() const { return parts_->orders.description(); }

std::string Frame::why_auto() const { return parts_->orders.why_auto(); }

bool Frame::checks(const SortChoice& choice) const { return choice.check_order.value_or(!parts_->software); }

Bounds Frame::bounds() const { return parts_->elements ? parts_->elements->bounds() : Bounds{}; }

}  // namespace farfirst::app
