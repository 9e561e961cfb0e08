#pragma once
// Programs made of shader files.

#include <initializer_list>
#include <memory>
#include <string_view>

#include "object/object.h"
#include "object/shader.h"

namespace farfirst::gl {

struct ProgramKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl) { return gl.CreateProgram(); }
  static void destroy(const GladGLContext& gl, Name name);
};

/// A program. The ending of a file gives its stage: .vert .geom .frag .comp
///
/// Where the driver can, it compiles and links in parallel with the caller: make all programs that are needed before
/// the first is used. A binary from the library's cache is used if there is one.
class Program {
 public:
  Program() = default;
  /// Begins to compile and link. Throws Error if a file cannot be read.
  Program(const GladGLContext& gl, const ShaderLibrary& library, std::initializer_list<std::string_view> files,
          const Defines& defines = {});

  /// Can the calls below run without waiting for the compiler?
  bool is_ready() const;
  /// Has it been found to be linked?
  bool is_finished() const noexcept { return !pending_; }
  /// Waits until it is linked. Throws one Error with the compiler's log, which names file and line; every time.
  void finish() const {
    if (pending_) wait();
  }
  GLuint name() const {
    finish();
    return object_.name();
  }
  void use() const { object_.gl().UseProgram(name()); }
  explicit operator bool() const noexcept { return static_cast<bool>(object_); }

 private:
  struct Pending;
  void wait() const;

  Object<ProgramKind> object_;
  mutable std::shared_ptr<Pending> pending_;  // null: it is linked
};

}  // namespace farfirst::gl
