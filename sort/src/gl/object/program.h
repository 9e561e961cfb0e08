#pragma once
// Programs made of shader files.

#include <compare>
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
/// Copies share one program, as do programs made from one library with the same files and defines while one of them
/// lives. So every user sets all of its uniforms each time.
///
/// If the driver can, it compiles and links in parallel with the caller: make all required programs before the first is
/// used.
class Program {
 public:
  Program() = default;
  /// Begins to compile and link. Throws Error if a file cannot be read.
  Program(const GladGLContext& gl, const ShaderLibrary& library, std::initializer_list<std::string_view> files,
          const Defines& defines = {});

  /// True if the calls below can run without waiting for the compiler. With parallel compilation this is false until
  /// they have run or complete_one() has completed this program.
  bool is_ready() const;
  /// Is it known to be linked?
  bool is_finished() const noexcept;
  /// Waits until it is linked. Throws Error with the compiler's log, which names file and line, in every call.
  void finish() const;
  GLuint name() const;
  void use() const;
  explicit operator bool() const noexcept { return shared_ != nullptr; }
  auto operator<=>(const Program&) const = default;

 private:
  std::shared_ptr<SharedProgram> shared_;
};

/// Completes one of the programs of this library that the driver has compiled in parallel; false if there is none.
/// NVIDIA's driver generates machine code only in that call, which takes up to 0.3 s. A program that does not link
/// throws when it is used.
bool complete_one(const ShaderLibrary& library);

/// Compiles all live programs of this library again, and waits. Throws Error as Program does; then all of them stay as
/// they were.
void reload_programs(const ShaderLibrary& library);

}  // namespace farfirst::gl
