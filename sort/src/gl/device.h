#pragma once
// A device on an OpenGL context of the caller's. It has a function table of its own, compiles programs once, and times
// passes by timestamps. Everything is enqueued as OpenGL commands. farfirst/gl.h lists the state that a call may
// change.

#include <glad/gl.h>

#include <array>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/implementation.h"
#include "gl/context_limits.h"
#include "object/buffer.h"
#include "object/framebuffer.h"
#include "object/program.h"
#include "object/shader.h"

namespace farfirst::gl {

class GlDevice final : public core::DeviceCore {
 public:
  explicit GlDevice(const DeviceOptions& options);
  ~GlDevice() override;

  Backend backend() const noexcept override { return Backend::gl; }
  std::string description() const override { return description_; }
  ::farfirst::Buffer allocate(std::size_t bytes) override;
  void release(const ::farfirst::Buffer& buffer) noexcept override;
  void upload(const ::farfirst::Buffer& to, const void* from, std::size_t bytes) override;
  void download(void* to, const ::farfirst::Buffer& from, std::size_t bytes) override;
  OrderCheck check_order(const OrderToCheck& order) override;
  using Device::check_order;
  void finish() override;

  void end_call() noexcept override;
  void prepare(Form form, const Algorithm& entry) override;
  void finish_preparing() override;
  std::unique_ptr<core::Tracer> make_tracer() override;
  void enqueue_keys(const DistanceJob& job) override;
  void gather(const ::farfirst::Buffer& from, const ::farfirst::Buffer& order, const ::farfirst::Buffer& to,
              const core::Counted& elements) override;
  void reverse(const ::farfirst::Buffer& words, std::size_t word_bytes, const core::Counted& elements) override;
  void pad(const ::farfirst::Buffer& from, const ::farfirst::Buffer& to, std::size_t word_bytes, std::uint32_t padding,
           const core::Counted& elements) override;
  void expand(const ::farfirst::Buffer& order, const ::farfirst::Buffer& corners, const ::farfirst::Buffer& elements,
              const core::Counted& triangles) override;

  const GladGLContext& gl() const noexcept { return gl_; }
  const Limits& limits() const noexcept { return limits_; }
  /// The caller's loader of OpenGL functions.
  using Proc = void* (*)(const char*);
  Proc proc() const noexcept { return proc_; }
  /// The program of these files, whose compilation starts with the first request. When a sorter is made, its entry
  /// requests all programs before it uses one; sort() never does.
  const Program& program(std::initializer_list<std::string_view> files, const Defines& defines = {});
  // Functions of farfirst/gl.h.
  bool is_compiling();
  bool complete_a_program() { return complete_one(library_); }
  /// Prepares for draws without visible output. It binds a complete framebuffer without attachments, since surfaceless
  /// contexts refuse draws without one. It switches primitive restart off, since NVIDIA's driver applies it to draws
  /// without indices too, and loses the vertex of that number. end_call() restores the caller's state.
  void begin_draws();

 private:
  /// The kernels that the core needs of every device.
  enum class Own : std::uint8_t { plain_keys, any_keys, gather, reverse, pad, expand, count };
  const Program& own(Own which);
  void make_plain_keys(const DistanceJob& job);
  void make_any_keys(const DistanceJob& job);
  void set_steps(GLuint program, const KeyPrecision& precision) const;

  GladGLContext gl_{};
  Proc proc_ = nullptr;
  Limits limits_;
  std::string description_;
  ShaderLibrary library_;
  const bool parallel_compile_;
  std::set<Program> programs_;                                              // those requested so far
  std::array<const Program*, static_cast<std::size_t>(Own::count)> own_{};  // of those; null: not requested yet
  std::vector<const Program*> requested_;                                   // perhaps not compiled yet
  std::map<std::uintptr_t, Buffer> buffers_;                                // allocated and not released, by name
  Framebuffer nothing_;
  GLint framebuffer_before_ = -1;  // the caller's, while ours is bound
  bool restart_before_ = false;    // primitive restart was on before it was switched off
};

inline GlDevice& gl_device(core::DeviceCore& device) { return static_cast<GlDevice&>(device); }

}  // namespace farfirst::gl
