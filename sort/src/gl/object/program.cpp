#include "object/program.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>
#include <vector>

#include "object/context.h"
#include "object/program_cache.h"

namespace farfirst::gl {

namespace {

struct ShaderKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl, GLenum stage) { return gl.CreateShader(stage); }
  static void destroy(const GladGLContext& gl, Name name) { gl.DeleteShader(name); }
};
using Shader = Object<ShaderKind>;

struct Stage {
  std::string file;
  ShaderSource source;
  Shader shader{};
};

GLenum stage_of(std::string_view file) {
  const std::string_view ending = file.substr(std::min(file.rfind('.'), file.size()));
  if (ending == ".vert") return GL_VERTEX_SHADER;
  if (ending == ".geom") return GL_GEOMETRY_SHADER;
  if (ending == ".frag") return GL_FRAGMENT_SHADER;
  if (ending == ".comp") return GL_COMPUTE_SHADER;
  throw Error("the shader " + std::string(file) + " must end in .vert, .geom, .frag or .comp");
}

Shader compiling(const GladGLContext& gl, const Stage& stage) {
  Shader shader(gl, stage_of(stage.file));
  const GLchar* text = stage.source.text.data();
  const auto length = static_cast<GLint>(stage.source.text.size());
  gl.ShaderSource(shader.name(), 1, &text, &length);
  gl.CompileShader(shader.name());
  return shader;
}

/// Of a shader or of a program.
template <class Get, class GetLog>
std::string log_of(GLuint name, Get get, GetLog get_log) {
  GLint bytes = 0;
  get(name, GL_INFO_LOG_LENGTH, &bytes);
  std::string log(static_cast<std::size_t>(bytes) + 1, '\0');
  get_log(name, bytes, &bytes, log.data());
  log.resize(static_cast<std::size_t>(bytes));
  return log;
}

std::string why_not(const GladGLContext& gl, GLuint program, const std::vector<Stage>& stages) {
  std::string names;
  for (const auto& [file, source, shader] : stages) {
    GLint good = 0;
    gl.GetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
    if (good == 0) {
      const std::string log = log_of(shader.name(), gl.GetShaderiv, gl.GetShaderInfoLog);
      return "the shader " + file + " does not compile:\n" + map_log(log, source.files);
    }
    names += (names.empty() ? "" : " + ") + file;
  }
  return "the shaders " + names + " do not link:\n" + log_of(program, gl.GetProgramiv, gl.GetProgramInfoLog);
}

}  // namespace

/// What is needed until it is known whether it links.
struct Program::Pending {
  std::vector<Stage> stages;
  std::shared_ptr<const ProgramCache> cache;
  std::uint64_t key = 0;
};

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
    : object_(gl), pending_(std::make_shared<Pending>()) {
  std::vector<Stage>& stages = pending_->stages;
  for (const std::string_view file : files) stages.push_back({std::string(file), library.source(file, defines)});
  if (const auto& cache = pending_->cache = library.cache()) {
    std::uint64_t& key = pending_->key = cache->driver();
    for (const Stage& stage : stages) key = hashed(stage.source.text, hashed(stage.file, key));
    if (cache->load(gl, object_.name(), key)) {
      pending_.reset();
      return;
    }
    gl.ProgramParameteri(object_.name(), GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
  }
  for (Stage& stage : stages) {
    stage.shader = compiling(gl, stage);
    gl.AttachShader(object_.name(), stage.shader.name());
  }
  gl.LinkProgram(object_.name());
  if (library.waits()) finish();
}

bool Program::is_ready() const {
  if (!pending_ || !compiles_beside(object_.gl())) return true;
  GLint done = 0;
  object_.gl().GetProgramiv(object_.name(), GL_COMPLETION_STATUS_KHR, &done);
  return done != 0;
}

void Program::wait() const {
  const GladGLContext& gl = object_.gl();
  GLint good = 0;
  gl.GetProgramiv(object_.name(), GL_LINK_STATUS, &good);
  if (good == 0) throw Error(why_not(gl, object_.name(), pending_->stages));
  for (const Stage& stage : pending_->stages) gl.DetachShader(object_.name(), stage.shader.name());
  if (pending_->cache) pending_->cache->store(gl, object_.name(), pending_->key);
  pending_.reset();
}

}  // namespace farfirst::gl
