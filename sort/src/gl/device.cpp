// See device.h.
#include "gl/device.h"

#include <farfirst/keys.h>

#include "gl/launch.h"
#include "gl/prim/check_order.h"
#include "gl/prim/elements.h"
#include "gl/tracer.h"

namespace farfirst::gl {

std::span<const ShaderFile> sort_shaders() noexcept;  // written by CMake from shaders/

namespace {

constexpr std::size_t threads = 256;  // work-group size of the small kernels here

/// Loads the functions of the current context. Throws Error if there is none, or if it is too old.
GladGLContext loaded(const DeviceOptions& options) {
  if (options.gl_proc == nullptr) {
    throw Error(
        "OpenGL: DeviceOptions::gl_proc is null; give it a function that finds OpenGL's, like glfwGetProcAddress");
  }
  GladGLContext gl{};
  // glad expects the same function type under another name.
  const auto find = reinterpret_cast<GLADloadfunc>(options.gl_proc);
  if (gladLoadGLContext(&gl, find) == 0) throw Error("OpenGL: no context is current on this thread");
  GLint major = 0, minor = 0;
  gl.GetIntegerv(GL_MAJOR_VERSION, &major);
  gl.GetIntegerv(GL_MINOR_VERSION, &minor);
  if (major < 4 || (major == 4 && minor < 5)) {
    throw Error("OpenGL: version 4.5 is needed, this context has " + std::to_string(major) + "." +
                std::to_string(minor));
  }
  return gl;
}

std::string described(const GladGLContext& gl) {
  const auto* renderer = reinterpret_cast<const char*>(gl.GetString(GL_RENDERER));
  return renderer == nullptr ? "OpenGL" : renderer;
}

::farfirst::Buffer words_of(const ::farfirst::Buffer& buffer, std::size_t count) {
  return core::part(buffer, 0, count * sizeof(std::uint32_t));
}

}  // namespace

GlDevice::GlDevice(const DeviceOptions& options)
    : DeviceCore(options),
      gl_(loaded(options)),
      proc_(options.gl_proc),
      limits_(limits_of(gl_)),
      description_(described(gl_)),
      library_(sort_shaders()),
      parallel_compile_(options.gl_parallel_compile),
      nothing_(Framebuffer::without_attachment(gl_)) {}

GlDevice::~GlDevice() = default;

::farfirst::Buffer GlDevice::allocate(std::size_t bytes) {
  Buffer buffer(gl_, bytes);
  const std::uintptr_t name = buffer.name();
  buffers_.emplace(name, std::move(buffer));
  return {Backend::gl, name, 0, bytes};
}

void GlDevice::release(const ::farfirst::Buffer& buffer) noexcept { buffers_.erase(buffer.handle); }

void GlDevice::upload(const ::farfirst::Buffer& to, const void* from, std::size_t bytes) {
  require(bytes <= to.bytes, "an upload is larger than its buffer");
  if (bytes == 0) return;
  // A staging buffer is needed, since the storage may not be writable from here.
  const Buffer staging(gl_, bytes, from);
  barrier(*this, GL_BUFFER_UPDATE_BARRIER_BIT);
  gl_.CopyNamedBufferSubData(staging.name(), static_cast<GLuint>(to.handle), 0, static_cast<GLintptr>(to.offset),
                             static_cast<GLsizeiptr>(bytes));
}

void GlDevice::download(void* to, const ::farfirst::Buffer& from, std::size_t bytes) {
  require(bytes <= from.bytes, "a download is larger than its buffer");
  if (bytes == 0) return;
  barrier(*this, GL_BUFFER_UPDATE_BARRIER_BIT);
  gl_.GetNamedBufferSubData(static_cast<GLuint>(from.handle), static_cast<GLintptr>(from.offset),
                            static_cast<GLsizeiptr>(bytes), to);
}

void GlDevice::enqueue_keys(const DistanceJob& job) {
  if (job.n == 0) return;
  const core::CallScope scope(*this);             // callers call this one without the core
  barrier(*this, GL_SHADER_STORAGE_BARRIER_BIT);  // positions, triangles, ids, the count and the eye
  if (core::is_plain(job) && !job.count) {
    make_plain_keys(job);
  } else {
    make_any_keys(job);
  }
}

void GlDevice::make_plain_keys(const DistanceJob& job) {
  const Kernel kernel(*this, own(Own::plain_keys));
  set_elements(*this, kernel.program(), job);
  kernel.set(0, job.n).set(1, bind(*this, 0, words_of(job.keys, job.n)));
  kernel.dispatch(groups_for(job.n, threads));
}

void GlDevice::set_steps(GLuint program, const KeyPrecision& precision) const {
  const keys::Steps steps = keys::prepared(precision);
  gl_.ProgramUniform1ui(program, 6, precision.is_full() ? 0 : 1);
  gl_.ProgramUniform2ui(program, 7, steps.shift, steps.linear ? 1 : 0);
  gl_.ProgramUniform3ui(program, 8, keys::bits(steps.farthest), keys::bits(steps.scale), keys::bits(steps.last));
}

/// Dispatches once per source to make the keys of its elements. With ids each dispatch reads all of them.
void GlDevice::make_any_keys(const DistanceJob& job) {
  const Kernel kernel(*this, own(Own::any_keys));
  kernel.set(1, bind(*this, 0, words_of(job.keys, job.n)));
  kernel.set(2, job.ids ? bind(*this, 1, words_of(job.ids, job.n)) : absent);
  kernel.set(5, job.n).set_count(job.count);
  set_steps(kernel.program().name(), job.precision);
  std::uint32_t first = 0;
  for (const Source& source : job.sources) {
    const std::uint32_t places = job.ids ? job.n : source.n;
    set_any_elements(*this, kernel.program(), job, source);
    kernel.set(0, places).set(3, first).set(4, source.n).dispatch(groups_for(places, threads));
    first += source.n;
  }
}

void GlDevice::gather(const ::farfirst::Buffer& from, const ::farfirst::Buffer& order, const ::farfirst::Buffer& to,
                      const core::Counted& elements) {
  if (elements.n == 0) return;
  const Kernel kernel(*this, own(Own::gather));
  kernel.set(0, elements.n).set_count(elements.count);
  kernel.set(1, bind(*this, 0, from)).set(2, bind(*this, 1, order)).set(3, bind(*this, 2, words_of(to, elements.n)));
  barrier(*this, GL_SHADER_STORAGE_BARRIER_BIT);  // the order, the gathered words, and the count
  kernel.dispatch(groups_for(elements.n, threads));
}

void GlDevice::reverse(const ::farfirst::Buffer& words, std::size_t word_bytes, const core::Counted& elements) {
  if (elements.n < 2) return;
  const std::size_t width = word_bytes / sizeof(std::uint32_t);
  const Kernel kernel(*this, own(Own::reverse));
  kernel.set(0, elements.n).set(1, static_cast<std::uint32_t>(width)).set_count(elements.count);
  kernel.set(2, bind(*this, 0, words_of(words, elements.n * width)));
  barrier(*this, GL_SHADER_STORAGE_BARRIER_BIT);  // the words and the count
  kernel.dispatch(groups_for(elements.n / 2 * width, threads));
}

void GlDevice::pad(const ::farfirst::Buffer& from, const ::farfirst::Buffer& to, std::size_t word_bytes,
                   std::uint32_t padding, const core::Counted& elements) {
  if (elements.n == 0) return;
  const std::size_t width = word_bytes / sizeof(std::uint32_t), count = elements.n * width;
  const Kernel kernel(*this, own(Own::pad));
  kernel.set(0, elements.n).set(1, static_cast<std::uint32_t>(width)).set_count(elements.count);
  kernel.set(2, width == 1 ? padding : 0xFFFFFFFFu);
  kernel.set(3, bind(*this, 0, words_of(from, count))).set(4, bind(*this, 1, words_of(to, count)));
  barrier(*this, GL_SHADER_STORAGE_BARRIER_BIT);  // the copied words, and the count
  kernel.dispatch(groups_for(count, threads));
}

void GlDevice::expand(const ::farfirst::Buffer& order, const ::farfirst::Buffer& corners,
                      const ::farfirst::Buffer& elements, const core::Counted& triangles) {
  if (triangles.n == 0) return;
  const std::size_t count = std::size_t{3} * triangles.n;
  const Kernel kernel(*this, own(Own::expand));
  kernel.set(0, triangles.n)
      .set_count(triangles.count)
      .set(1, bind(*this, 0, order))
      .set(2, bind(*this, 1, corners))
      .set(3, bind(*this, 2, words_of(elements, count)));
  barrier(*this, GL_SHADER_STORAGE_BARRIER_BIT);  // the order and the count
  kernel.dispatch(groups_for(count, threads));
}

OrderCheck GlDevice::check_order(const OrderToCheck& order) {
  OrderChecker checker(*this, order.n, order.ids ? order.elements : 0);
  {
    const core::CallScope scope(*this);
    checker.enqueue(order);
  }
  finish();
  return *checker.take();
}

void GlDevice::finish() { gl_.Finish(); }

void GlDevice::begin_draws() {
  if (framebuffer_before_ >= 0) return;
  gl_.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_before_);
  gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, nothing_.name());
  restart_before_ = gl_.IsEnabled(GL_PRIMITIVE_RESTART) == GL_TRUE;
  if (restart_before_) gl_.Disable(GL_PRIMITIVE_RESTART);
}

void GlDevice::end_call() noexcept {
  gl_.UseProgram(0);
  gl_.BindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, 8, nullptr);
  gl_.BindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
  gl_.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  gl_.BindVertexArray(0);
  gl_.BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
  gl_.BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
  gl_.Disable(GL_RASTERIZER_DISCARD);
  if (framebuffer_before_ < 0) return;
  gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer_before_));
  framebuffer_before_ = -1;
  if (restart_before_) gl_.Enable(GL_PRIMITIVE_RESTART);
}

const Program& GlDevice::program(std::initializer_list<std::string_view> files, const Defines& defines) {
  const Program& program = *programs_.emplace(gl_, library_, files, defines).first;
  if (!program.is_finished()) requested_.push_back(&program);
  return program;
}

const Program& GlDevice::own(Own which) {
  const Program*& program = own_[static_cast<std::size_t>(which)];
  if (program != nullptr) return *program;
  constexpr std::array<std::string_view, static_cast<std::size_t>(Own::count)> files{
      "sort/prim/make_keys.comp", "sort/prim/make_keys.comp", "sort/prim/gather.comp",
      "sort/prim/reverse.comp",   "sort/prim/pad.comp",       "sort/prim/expand.comp"};
  const Defines defines = which == Own::any_keys ? Defines{{"ANY_SOURCE", "1"}} : Defines{};
  return *(program = &this->program({files[static_cast<std::size_t>(which)]}, defines));
}

/// An entry that ignores the count ignores the number of ids too, and the end of the order.
void GlDevice::prepare(Form form, const Algorithm& entry) {
  if (!parallel_compile_) requested_.clear();  // an entry that could not be made had asked for them
  const auto begin = [this](std::initializer_list<Own> programs) {
    for (const Own which : programs) own(which);
  };
  if (form == Form::distance) begin({Own::plain_keys, Own::any_keys});
  if (!entry.forms.has(form)) begin({Own::gather});
  for (const Feature feature : {Feature::count, Feature::ids, Feature::direction}) {
    if (!entry.features.has(feature)) begin({Own::gather, Own::reverse, Own::pad});
  }
}

void GlDevice::finish_preparing() {
  if (parallel_compile_) return;
  for (const Program* program : std::exchange(requested_, {})) program->finish();
}

bool GlDevice::is_compiling() {
  std::erase_if(requested_, [](const Program* program) { return program->is_ready(); });
  return !requested_.empty();
}

std::unique_ptr<core::Tracer> GlDevice::make_tracer() {
  return limits_.software ? make_clock_tracer(gl_) : make_timestamp_tracer(gl_);
}

/// The caller decides whether there is a context and what it can do: see open().
std::string why_unavailable() { return {}; }

std::unique_ptr<Device> open(const DeviceOptions& options) { return std::make_unique<GlDevice>(options); }

}  // namespace farfirst::gl
