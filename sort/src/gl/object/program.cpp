#include "object/program.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>
#include <vector>

namespace farfirst::gl {

namespace {

struct ShaderKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl, GLenum stage) { return gl.CreateShader(stage); }
  static void destroy(const GladGLContext& gl, Name name) { gl.DeleteShader(name); }
};
using Shader = Object<ShaderKind>;

GLenum stage_of(std::string_view file) {
  const std::string_view ending = file.substr(std::min(file.rfind('.'), file.size()));
  if (ending == ".vert") return GL_VERTEX_SHADER;
  if (ending == ".geom") return GL_GEOMETRY_SHADER;
  if (ending == ".frag") return GL_FRAGMENT_SHADER;
  if (ending == ".comp") return GL_COMPUTE_SHADER;
  throw Error("the shader " + std::string(file) + " must end in .vert, .geom, .frag or .comp");
}

Shader compiled(const GladGLContext& gl, const ShaderLibrary& library, std::string_view file, const Defines& defines) {
  const ShaderSource source = library.source(file, defines);
  Shader shader(gl, stage_of(file));
  const GLchar* text = source.text.data();
  const auto length = static_cast<GLint>(source.text.size());
  gl.ShaderSource(shader.name(), 1, &text, &length);
  gl.CompileShader(shader.name());

  GLint good = 0;
  gl.GetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
  if (good != 0) return shader;
  GLint bytes = 0;
  gl.GetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &bytes);
  std::string log(static_cast<std::size_t>(bytes) + 1, '\0');
  gl.GetShaderInfoLog(shader.name(), bytes, &bytes, log.data());
  log.resize(static_cast<std::size_t>(bytes));
  throw Error("the shader " + std::string(file) + " does not compile:\n" + map_log(log, source.files));
}

}  // namespace

/// A program that is in use would go only when another one is used. Whoever puts back afterwards what was in use, as
/// Dear ImGui does, would then cause an error.
void ProgramKind::destroy(const GladGLContext& gl, Name name) {
  GLint used = 0;
  gl.GetIntegerv(GL_CURRENT_PROGRAM, &used);
  if (static_cast<Name>(used) == name) gl.UseProgram(0);
  gl.DeleteProgram(name);
}

Program::Program(const GladGLContext& gl, const ShaderLibrary& library, std::initializer_list<std::string_view> files,
                 const Defines& defines)
    : object_(gl) {
  std::vector<Shader> shaders;
  std::string names;
  for (const std::string_view file : files) {
    shaders.push_back(compiled(gl, library, file, defines));
    gl.AttachShader(object_.name(), shaders.back().name());
    names += (names.empty() ? "" : " + ") + std::string(file);
  }
  gl.LinkProgram(object_.name());
  for (const Shader& shader : shaders) gl.DetachShader(object_.name(), shader.name());

  GLint good = 0;
  gl.GetProgramiv(object_.name(), GL_LINK_STATUS, &good);
  if (good != 0) return;
  GLint bytes = 0;
  gl.GetProgramiv(object_.name(), GL_INFO_LOG_LENGTH, &bytes);
  std::string log(static_cast<std::size_t>(bytes) + 1, '\0');
  gl.GetProgramInfoLog(object_.name(), bytes, &bytes, log.data());
  log.resize(static_cast<std::size_t>(bytes));
  throw Error("the shaders " + names + " do not link:\n" + log);
}

}  // namespace farfirst::gl
