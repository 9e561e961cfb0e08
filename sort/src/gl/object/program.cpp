#include "object/program.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>
#include <vector>

#include "object/context.h"

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

/// Gets the log of a shader or of a program.
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

std::string key_of(std::initializer_list<std::string_view> files, const Defines& defines) {
  std::string key;
  for (const std::string_view file : files) key.append(file).append("\n");
  for (const auto& [name, value] : defines) key.append(name).append("=").append(value).append("\n");
  return key;
}

}  // namespace

struct SharedProgram {
  SharedProgram(const GladGLContext& gl, const ShaderLibrary& library, std::vector<std::string> its_files,
                const Defines& its_defines);

  std::vector<std::string> files;
  Defines defines;
  Object<ProgramKind> object;
  std::vector<Stage> stages;  // until it is known that the program links
  bool failed = false;        // it did not link
};

/// OpenGL deletes a program in use only when another one is used. Code that restores the program in use afterwards, as
/// Dear ImGui does, would then cause an error.
void ProgramKind::destroy(const GladGLContext& gl, Name name) {
  GLint used = 0;
  gl.GetIntegerv(GL_CURRENT_PROGRAM, &used);
  if (static_cast<Name>(used) == name) gl.UseProgram(0);
  gl.DeleteProgram(name);
}

SharedProgram::SharedProgram(const GladGLContext& gl, const ShaderLibrary& library, std::vector<std::string> its_files,
                             const Defines& its_defines)
    : files(std::move(its_files)), defines(its_defines), object(gl) {
  for (const std::string& file : files) stages.push_back({file, library.source(file, defines)});
  for (Stage& stage : stages) {
    stage.shader = compiling(gl, stage);
    gl.AttachShader(object.name(), stage.shader.name());
  }
  gl.LinkProgram(object.name());
}

namespace {

void wait_for(SharedProgram& program) {
  if (program.stages.empty()) return;
  const GladGLContext& gl = program.object.gl();
  const GLuint name = program.object.name();
  GLint good = 0;
  gl.GetProgramiv(name, GL_LINK_STATUS, &good);
  program.failed = good == 0;
  if (program.failed) throw Error(why_not(gl, name, program.stages));
  for (const Stage& stage : program.stages) gl.DetachShader(name, stage.shader.name());
  program.stages.clear();
}

bool is_compiled(const SharedProgram& program) {
  GLint done = 0;
  program.object.gl().GetProgramiv(program.object.name(), GL_COMPLETION_STATUS_KHR, &done);
  return done != 0;
}

}  // namespace

Program::Program(const GladGLContext& gl, const ShaderLibrary& library, std::initializer_list<std::string_view> files,
                 const Defines& defines) {
  const std::string key = key_of(files, defines);
  if (const auto known = library.programs().find(key); known != library.programs().end())
    shared_ = known->second.lock();
  if (shared_) return;
  shared_ = std::make_shared<SharedProgram>(gl, library, std::vector<std::string>(files.begin(), files.end()), defines);
  std::erase_if(library.programs(), [](const auto& program) { return program.second.expired(); });
  library.programs()[key] = shared_;
  if (compiles_in_parallel(gl)) library.compiling().push_back(shared_);
}

bool Program::is_ready() const {
  return is_finished() || shared_->failed || !compiles_in_parallel(shared_->object.gl());
}

bool Program::is_finished() const noexcept { return shared_->stages.empty(); }

void Program::finish() const { wait_for(*shared_); }

GLuint Program::name() const {
  finish();
  return shared_->object.name();
}

void Program::use() const { shared_->object.gl().UseProgram(name()); }

bool complete_one(const ShaderLibrary& library) {
  std::erase_if(library.compiling(), [](const auto& program) {
    const auto known = program.lock();
    return !known || known->stages.empty() || known->failed;
  });
  for (const auto& compiling : library.compiling()) {
    const auto program = compiling.lock();
    if (!is_compiled(*program)) continue;
    try {
      wait_for(*program);
    } catch (const Error&) {}
    return true;
  }
  return false;
}

void reload_programs(const ShaderLibrary& library) {
  std::vector<std::pair<std::shared_ptr<SharedProgram>, SharedProgram>> again;
  for (const auto& [key, known] : library.programs())
    if (const auto program = known.lock())
      again.emplace_back(program, SharedProgram(program->object.gl(), library, program->files, program->defines));
  for (auto& [program, made] : again) wait_for(made);
  for (auto& [program, made] : again) *program = std::move(made);
}

}  // namespace farfirst::gl
