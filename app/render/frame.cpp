#include "frame.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "context.h"
#include "object/context.h"
#include "object/debug.h"
#include "object/framebuffer.h"
#include "object/program.h"
#include "object/texture.h"
#include "object/vertex_array.h"
#include "order/inspector.h"
#include "order/router.h"
#include "order/timer.h"
#include "scene/drawable.h"
#include "scene/particles.h"

namespace farfirst::gl {
std::span<const ShaderFile> viewer_shaders() noexcept;
}

namespace farfirst::app {

namespace {

glm::vec4 linear(const glm::vec3& srgb) {
  const auto channel = [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); };
  return {channel(srgb.r), channel(srgb.g), channel(srgb.b), 1.0f};
}

FrameBlock frame_block(const Camera& camera, const Look& look, const Frame::Target& target, const Bounds& bounds) {
  FrameBlock block;
  block.view = camera.view();
  block.projection = camera.projection(static_cast<float>(target.width) / static_cast<float>(target.height));
  block.base_color = linear(look.color);
  block.background_top = linear(look.background_top);
  block.background_bottom = linear(look.background_bottom);
  block.viewport = {target.width, target.height};
  const float middle = glm::dot(bounds.center() - camera.eye, camera.direction());
  const glm::vec3 extent = bounds.empty() ? glm::vec3(1.0f) : bounds.maximum - bounds.minimum;
  const float half = 0.5f * glm::dot(extent, glm::abs(camera.direction()));
  block.depth_range = {middle - half, middle + std::max(half, 1e-6f * std::abs(middle))};
  block.opacity = look.opacity;
  block.fresnel = look.fresnel;
  block.point_size = look.point_size * target.pixel_scale;
  block.background = look.background ? 1.0f : 0.0f;
  return block;
}

Viewpoint viewpoint(const Camera& camera, Metric metric) {
  Viewpoint view{{camera.eye.x, camera.eye.y, camera.eye.z}, {0, 0, 0}};
  if (metric == Metric::view_depth) {
    const glm::vec3 axis = camera.direction();
    view = {{camera.eye.x, camera.eye.y, camera.eye.z}, {axis.x, axis.y, axis.z}};
  }
  return view;
}

}  // namespace

struct Frame::Parts {
  Parts(const GladGLContext& context, VertexFetch vertex_fetch, GlProc proc, const MakeOrders& make_orders)
      : gl(context),
        fetch(vertex_fetch),
        software(gl::is_software(context)),
        log(context),
        library(gl::viewer_shaders()),
        resolve(make_resolve()),
        no_vertices(context),
        block(context, sizeof(FrameBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
        timer(context),
        opengl(proc),
        inspector(context, opengl),
        orders(make_orders(opengl)) {
    tune_memory(gl);
  }

  gl::Program make_resolve() const { return {gl, library, {"draw/resolve.vert", "draw/resolve.frag"}}; }

  template <class Make>
  void set_scene(Make make);
  void order(const Camera& camera, const SortChoice& choice, bool wait, FrameReport& report);
  OrderSpec spec(const Camera& camera, const SortChoice& choice, const Elements& elements) const;
  void inspect(bool sorted);
  void take_times(FrameReport& report);
  void take_verdicts(FrameReport& report);
  void resize(const Target& target);
  void blend(const Look& look, FrameReport& report);
  void resolve_to(const Target& target);

  const GladGLContext& gl;
  const VertexFetch fetch;
  const bool software;
  gl::DebugLog log;
  gl::ShaderLibrary library;
  gl::Program resolve;
  gl::VertexArray no_vertices;
  gl::Buffer block;
  gl::Texture blended;
  gl::Framebuffer blending;
  GlTimer timer;
  OpenGlDevice opengl;

  std::unique_ptr<Drawable> drawable;
  OrderInspector inspector;
  std::unique_ptr<OrderSource> orders;
  Verdict verdict;                  // the newest
  std::uint64_t verdict_about = 0;  // the frame in which that order was first drawn
  std::uint64_t scene = 0;
  std::uint64_t frame = 0;
  std::optional<OrderSpec> requested;  // the newest
  bool requested_strictly = false;
  bool requested_interop = true;
  std::string failure;  // why there is no order for it
  bool paused = false;
};

Frame::Frame(const GladGLContext& gl, VertexFetch fetch, void* (*proc)(const char*))
    : Frame(gl, fetch, proc, [&](OpenGlDevice& opengl) { return std::make_unique<OrderRouter>(gl, opengl); }) {}
Frame::Frame(const GladGLContext& gl, VertexFetch fetch, void* (*proc)(const char*), const MakeOrders& make_orders)
    : parts_(std::make_unique<Parts>(gl, fetch, proc, make_orders)) {}
Frame::~Frame() = default;

template <class Make>
void Frame::Parts::set_scene(Make make) {
  ++scene;
  requested.reset();
  failure.clear();
  inspector.clear();
  verdict = {};
  orders->set_scene(scene, 0);  // CUDA gives its buffers back before they are deleted
  drawable.reset();             // before the next one asks for memory
  std::unique_ptr<Drawable> next = make();
  orders->set_scene(scene, next->max_order_words());
  drawable = std::move(next);
}

void Frame::set_scene(std::shared_ptr<const Model> model) {
  Parts& p = *parts_;
  p.set_scene([&] { return make_drawable(p.gl, p.library, std::move(model), p.fetch); });
}

void Frame::set_scene(std::shared_ptr<ParticleSystem> particles) {
  Parts& p = *parts_;
  p.set_scene([&] { return make_drawable(p.gl, p.library, std::move(particles)); });
}

void Frame::set_scene(const SceneSource& scene) {
  if (scene.particles)
    set_scene(scene.particles);
  else
    set_scene(scene.model);
}

void Frame::set_paused(bool paused) { parts_->paused = paused; }

FrameReport Frame::draw(const Camera& camera, const Look& look, const SortChoice& choice, const Target& target,
                        bool wait) {
  const Stopwatch stopwatch;
  Parts& p = *parts_;
  FrameReport report;
  report.number = ++p.frame;
  if (p.drawable && !p.paused) p.drawable->step();
  if (p.drawable) p.order(camera, choice, wait, report);

  p.resize(target);
  const FrameBlock block = frame_block(camera, look, target, bounds());
  p.gl.NamedBufferSubData(p.block.name(), 0, sizeof block, &block);
  p.timer.begin(p.frame);
  p.blend(look, report);
  p.resolve_to(target);
  p.timer.end();
  if (wait) p.gl.Finish();
  if (const auto time = p.timer.take_newest()) {
    report.draw = time->milliseconds;
    report.draw_of = time->tag;
  }
  p.take_times(report);
  p.take_verdicts(report);
  p.log.check();
  report.total = stopwatch.milliseconds();
  return report;
}

OrderSpec Frame::Parts::spec(const Camera& camera, const SortChoice& choice, const Elements& elements) const {
  OrderSpec result;
  result.scene = scene;
  result.version = drawable->version();
  result.n = elements.count();
  result.are_triangles = elements.are_triangles;
  result.draw_order = choice.draw_order;
  if (choice.draw_order == DrawOrder::shuffled) result.seed = choice.seed;
  if (!result.is_sorted()) {
    result.version = 0;
    return result;
  }
  result.algorithm = choice.algorithm;
  result.parameters = choice.parameters;
  result.metric = choice.metric;
  if (elements.are_triangles) result.sort_point = choice.sort_point;
  result.check = choice.check_order.value_or(!software);
  result.view = viewpoint(camera, choice.metric);
  return result;
}

/// Asks for an order if one is due, takes the newest, and reports.
void Frame::Parts::order(const Camera& camera, const SortChoice& choice, bool wait, FrameReport& report) {
  Elements elements = drawable->elements(choice.primitive);
  OrderSpec wanted = spec(camera, choice, elements);
  // Where a frame waits, a failure is an exception: an order that another entry stepped in for does not do.
  const bool again = (choice.resort == Resort::always && wanted.is_sorted()) || (wait && !requested_strictly) ||
                     requested_interop != choice.interop;
  if (again || requested != wanted) {
    requested = wanted;
    requested_strictly = wait;
    requested_interop = choice.interop;
    failure.clear();
    orders->request({.spec = wanted,
                     .elements = std::move(elements),
                     .gpu_elements = [this, primitive = choice.primitive] { return drawable->gpu_elements(primitive); },
                     .frame = frame,
                     .strict = wait,
                     .cuda_device = choice.cuda_device,
                     .interop = choice.interop});
  }
  try {
    report.sorted = orders->update(wait);
  } catch (const std::exception& error) {
    if (wait) {
      requested.reset();
      throw;
    }
    failure = error.what();
  }
  report.message = failure;
  inspect(report.sorted);

  const CurrentOrder* current = orders->current();
  if (current == nullptr) return;
  const OrderResult& result = current->result;
  if (report.sorted) {
    static_cast<OrderTimes&>(report) = result;
    report.order_of = frame;
  }
  report.spec = result.spec;
  report.elements = result.spec.n;
  report.order_age = result.spec == wanted ? 0 : static_cast<std::uint32_t>(frame - result.frame);
  report.algorithm = result.algorithm;
  if (report.message.empty()) report.message = result.message;
}

/// An order that is new in this frame. Where nothing is to be checked, nothing is known.
void Frame::Parts::inspect(bool sorted) {
  const CurrentOrder* current = orders->current();
  if (!requested || !requested->check) {
    inspector.clear();
    verdict = {};
  } else if (sorted && current != nullptr) {
    inspector.inspect(*current, *drawable, frame);
  }
}

/// After the draw: where the frame waited, it is known by now what was found.
void Frame::Parts::take_verdicts(FrameReport& report) {
  if (const auto time = inspector.take_time()) {
    report.check = time->milliseconds;
    report.check_of = time->tag;
  }
  while (const std::optional<OrderInspector::Finding> finding = inspector.take()) {
    verdict.known = true;
    verdict.order = finding->check;
    verdict.algorithm = finding->algorithm;
    verdict_about = finding->frame;
    ++(finding->check.ok() ? verdict.right : verdict.wrong);
    if (finding->check.ok()) continue;
    orders->reject(finding->algorithm, finding->check.sentence());
    requested.reset();  // another entry makes the next one
  }
  report.verdict = verdict;
  report.verdict.age = static_cast<std::uint32_t>(frame - verdict_about);
  report.verdict.awaited = inspector.awaits() || (verdict.is_wrong() && !requested);
  report.verdict.trouble = inspector.failure();
}

/// After the draw: where the frame waited, the GPU's times are known by now.
void Frame::Parts::take_times(FrameReport& report) {
  try {
    orders->take_times(report);
  } catch (const Error&) {
    requested.reset();  // the sort itself failed: the next frame asks again
    throw;
  }
}

void Frame::Parts::resize(const Target& target) {
  if (blended.width() == target.width && blended.height() == target.height) return;
  blending = {};
  blended = gl::Texture(gl, GL_RGBA16F, target.width, target.height);
  blending = gl::Framebuffer(gl, blended);
}

/// Premultiplied "over" in linear light; nothing is culled, nothing hides anything.
void Frame::Parts::blend(const Look& look, FrameReport& report) {
  gl.BindFramebuffer(GL_FRAMEBUFFER, blending.name());
  gl.Viewport(0, 0, blended.width(), blended.height());
  constexpr float nothing[4] = {0, 0, 0, 0};
  gl.ClearBufferfv(GL_COLOR, 0, nothing);
  if (report.elements == 0) return;

  gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());
  gl.Disable(GL_DEPTH_TEST);
  gl.Disable(GL_CULL_FACE);
  gl.Disable(GL_SCISSOR_TEST);
  gl.Enable(GL_PROGRAM_POINT_SIZE);
  gl.Enable(GL_BLEND);
  gl.BlendEquation(GL_FUNC_ADD);
  gl.BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  drawable->draw(orders->current()->view, look);
  orders->drawn();
}

void Frame::Parts::resolve_to(const Target& target) {
  gl.BindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  gl.Viewport(0, 0, target.width, target.height);
  gl.Disable(GL_BLEND);
  gl.Disable(GL_FRAMEBUFFER_SRGB);
  gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());
  gl.BindTextureUnit(0, blended.name());
  resolve.use();
  gl.BindVertexArray(no_vertices.name());
  gl.DrawArrays(GL_TRIANGLES, 0, 3);
}

std::string Frame::reload_shaders() {
  Parts& p = *parts_;
  try {
    gl::Program resolve = p.make_resolve();
    if (p.drawable) p.drawable->reload(p.library);
    p.resolve = std::move(resolve);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

std::size_t Frame::gpu_bytes() const {
  const Parts& p = *parts_;
  const std::size_t target =
      8 * static_cast<std::size_t>(p.blended.width()) * static_cast<std::size_t>(p.blended.height());
  return target + p.inspector.gpu_bytes() + p.orders->gpu_bytes() + (p.drawable ? p.drawable->gpu_bytes() : 0);
}

std::size_t Frame::host_bytes() const { return parts_->orders->host_bytes(); }

std::string Frame::sorts_on() const { return parts_->orders->description(); }

std::string Frame::why_auto() const { return parts_->orders->why_auto(); }

bool Frame::checks(const SortChoice& choice) const { return choice.check_order.value_or(!parts_->software); }

Bounds Frame::bounds() const { return parts_->drawable ? parts_->drawable->bounds() : Bounds{}; }

}  // namespace farfirst::app
