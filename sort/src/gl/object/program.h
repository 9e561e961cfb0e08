#pragma once
// Programs made of shader files.

#include <initializer_list>
#include <string_view>

#include "object/object.h"
#include "object/shader.h"

namespace farfirst::gl {

struct ProgramKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl) { return gl.CreateProgram(); }
  static void destroy(const GladGLContext& gl, Name name);
};

/// A linked program. The ending of a file gives its stage: .vert .geom .frag .comp
class Program {
 public:
  Program() = default;
  /// Compiles and links. Throws one Error with the compiler's log, which names file and line.
  Program(const GladGLContext& gl, const ShaderLibrary& library, std::initializer_list<std::string_view> files,
          const Defines& defines = {});

  GLuint name() const noexcept { return object_.name(); }
  void use() const { object_.gl().UseProgram(object_.name()); }
  explicit operator bool() const noexcept { return static_cast<bool>(object_); }

 private:
  Object<ProgramKind> object_;
};

}  // namespace farfirst::gl
