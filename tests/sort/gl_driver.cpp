// See gl_driver.h.
#include "gl_driver.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string_view>

#include "offscreen/context.h"

namespace farfirst::test {
namespace {

void* real(const char* name) { return app::HeadlessContext::proc()(name); }

template <class Function>
Function real_as(const char* name) {
  return reinterpret_cast<Function>(real(name));
}

// ---- Counting: a function of the same type that counts and calls the driver's

using Count = int GlDriver::Counts::*;

void count(Count kind, const char* name) {
  ++(GlDriver::get().counts.*kind);
  GlDriver::get().counts.names.emplace_back(name);
}

struct Wrapped {
  const char* name;
  void* function;
};

/// `index` distinguishes functions of one type.
template <int index, class Function>
struct Counted;
template <int index, class Result, class... Arguments>
struct Counted<index, Result (*)(Arguments...)> {
  static inline const char* name = nullptr;
  static inline Count kind = nullptr;
  static Result call(Arguments... arguments) {
    count(kind, name);
    return real_as<Result (*)(Arguments...)>(name)(arguments...);
  }
};

template <int index, class Function>
Wrapped counted(const char* name, Count kind) {
  Counted<index, Function>::name = name;
  Counted<index, Function>::kind = kind;
  return {name, reinterpret_cast<void*>(&Counted<index, Function>::call)};
}

#define FARFIRST_COUNTED(name, kind) \
  counted<__COUNTER__, decltype(GladGLContext::name)>("gl" #name, &GlDriver::Counts::kind)

// ---- Simulated limits

/// The value to report for a limit; otherwise the driver's.
template <class Value>
void report(GLenum name, Value* value) {
  const auto& limits = GlDriver::get().limits;
  if (const auto found = limits.find(name); found != limits.end()) *value = static_cast<Value>(found->second);
}

void get_integer(GLenum name, GLint* value) {
  const bool framebuffer = name == GL_DRAW_FRAMEBUFFER_BINDING;
  count(framebuffer ? &GlDriver::Counts::draw_states : &GlDriver::Counts::questions, "glGetIntegerv");
  real_as<decltype(GladGLContext::GetIntegerv)>("glGetIntegerv")(name, value);
  if (name == GL_NUM_EXTENSIONS) return;
  report(name, value);
}
GLboolean is_enabled(GLenum name) {
  const bool restart = name == GL_PRIMITIVE_RESTART;
  count(restart ? &GlDriver::Counts::draw_states : &GlDriver::Counts::questions, "glIsEnabled");
  return real_as<decltype(GladGLContext::IsEnabled)>("glIsEnabled")(name);
}
void get_integer64(GLenum name, GLint64* value) {
  count(&GlDriver::Counts::questions, "glGetInteger64v");
  real_as<decltype(GladGLContext::GetInteger64v)>("glGetInteger64v")(name, value);
  report(name, value);
}
void get_integer_indexed(GLenum name, GLuint index, GLint* value) {
  count(&GlDriver::Counts::questions, "glGetIntegeri_v");
  real_as<decltype(GladGLContext::GetIntegeri_v)>("glGetIntegeri_v")(name, index, value);
  report(name, value);
}
const GLubyte* get_string(GLenum name) {
  count(&GlDriver::Counts::questions, "glGetString");
  const std::string& version = GlDriver::get().version;
  if (name == GL_VERSION && !version.empty()) return reinterpret_cast<const GLubyte*>(version.c_str());
  return real_as<decltype(GladGLContext::GetString)>("glGetString")(name);
}
const GLubyte* get_string_indexed(GLenum name, GLuint index) {
  count(&GlDriver::Counts::questions, "glGetStringi");
  const GLubyte* text = real_as<decltype(GladGLContext::GetStringi)>("glGetStringi")(name, index);
  const bool hidden = name == GL_EXTENSIONS && text != nullptr &&
                      GlDriver::get().hidden_extensions.contains(reinterpret_cast<const char*>(text));
  return hidden ? reinterpret_cast<const GLubyte*>("GL_hidden") : text;
}

/// Reading a result is a wait; asking for its availability is a query.
template <int index, class Value>
struct QueryResult {
  static inline const char* name = nullptr;
  static void call(GLuint query, GLenum what, Value* value) {
    count(what == GL_QUERY_RESULT ? &GlDriver::Counts::waits : &GlDriver::Counts::questions, name);
    real_as<void (*)(GLuint, GLenum, Value*)>(name)(query, what, value);
  }
};
template <int index, class Value>
Wrapped query_result(const char* name) {
  QueryResult<index, Value>::name = name;
  return {name, reinterpret_cast<void*>(&QueryResult<index, Value>::call)};
}

// ---- Commands beyond the limits

void exceeds(const std::string& sentence) { GlDriver::get().excesses.push_back(sentence); }

GLint64 reported(GLenum name, GLint64 otherwise) {
  const auto& limits = GlDriver::get().limits;
  const auto found = limits.find(name);
  return found == limits.end() ? otherwise : found->second;
}

void bind_range(GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr bytes) {
  if (target == GL_SHADER_STORAGE_BUFFER) {
    if (bytes > reported(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, bytes)) {
      exceeds("a storage block of " + std::to_string(bytes) + " bytes");
    }
    if (offset % reported(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, 1) != 0) {
      exceeds("a storage block at offset " + std::to_string(offset));
    }
    if (index >= reported(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, GLint64{index} + 1)) {
      exceeds("storage block number " + std::to_string(index));
    }
  }
  real_as<decltype(GladGLContext::BindBufferRange)>("glBindBufferRange")(target, index, buffer, offset, bytes);
}

std::string heading;
std::chrono::steady_clock::time_point compilation_began;

void shader_source(GLuint shader, GLsizei count, const GLchar* const* texts, const GLint* lengths) {
  const std::string text(texts[0], static_cast<std::size_t>(lengths[0]));
  heading.clear();
  for (std::size_t line = 0; line < text.size() && heading.find("//") == std::string::npos;) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    for (const std::string_view start : {"#define ", "//"}) {
      if (text.compare(line, start.size(), start) != 0) continue;
      const std::size_t skipped = start == "//" ? 0 : start.size();
      heading += text.substr(line + skipped, end - line - skipped) + " ";
    }
    line = end + 1;
  }
  real_as<decltype(GladGLContext::ShaderSource)>("glShaderSource")(shader, count, texts, lengths);
}

void compile_shader(GLuint shader) {
  count(&GlDriver::Counts::compilations, "glCompileShader");
  compilation_began = std::chrono::steady_clock::now();
  real_as<decltype(GladGLContext::CompileShader)>("glCompileShader")(shader);
}

void link_program(GLuint program) {
  count(&GlDriver::Counts::compilations, "glLinkProgram");
  real_as<decltype(GladGLContext::LinkProgram)>("glLinkProgram")(program);
  const auto get = real_as<decltype(GladGLContext::GetProgramiv)>("glGetProgramiv");
  const auto get_interface = real_as<decltype(GladGLContext::GetProgramInterfaceiv)>("glGetProgramInterfaceiv");
  GLint stages = 0, size[3] = {1, 1, 1}, feedback_buffers = 0;
  get(program, GL_ATTACHED_SHADERS, &stages);
  GLuint shader = 0;
  real_as<decltype(GladGLContext::GetAttachedShaders)>("glGetAttachedShaders")(program, 1, nullptr, &shader);
  GLint type = 0;
  if (stages > 0) real_as<decltype(GladGLContext::GetShaderiv)>("glGetShaderiv")(shader, GL_SHADER_TYPE, &type);
  if (type == GL_COMPUTE_SHADER) {
    get(program, GL_COMPUTE_WORK_GROUP_SIZE, size);
    const GLint64 invocations = GLint64{size[0]} * size[1] * size[2];
    if (invocations > reported(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, invocations)) {
      exceeds("a work group of " + std::to_string(invocations) + " invocations");
    }
  }
  get_interface(program, GL_TRANSFORM_FEEDBACK_BUFFER, GL_ACTIVE_RESOURCES, &feedback_buffers);
  if (feedback_buffers > reported(GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, feedback_buffers)) {
    exceeds(std::to_string(feedback_buffers) + " feedback buffers");
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - compilation_began;
  GlDriver::get().programs.push_back({heading, time.count()});
}

// ---- All functions

std::vector<Wrapped> wrapped_functions() {
  return {
      // waits
      FARFIRST_COUNTED(Finish, waits),
      FARFIRST_COUNTED(ClientWaitSync, waits),
      FARFIRST_COUNTED(GetBufferSubData, waits),
      FARFIRST_COUNTED(GetNamedBufferSubData, waits),
      FARFIRST_COUNTED(ReadPixels, waits),
      FARFIRST_COUNTED(ReadnPixels, waits),
      FARFIRST_COUNTED(GetTexImage, waits),
      FARFIRST_COUNTED(GetTextureImage, waits),
      FARFIRST_COUNTED(GetTextureSubImage, waits),
      FARFIRST_COUNTED(MapBuffer, waits),
      FARFIRST_COUNTED(MapBufferRange, waits),
      FARFIRST_COUNTED(MapNamedBuffer, waits),
      FARFIRST_COUNTED(MapNamedBufferRange, waits),
      FARFIRST_COUNTED(BeginConditionalRender, waits),
      query_result<0, GLint>("glGetQueryObjectiv"),
      query_result<1, GLuint>("glGetQueryObjectuiv"),
      query_result<2, GLint64>("glGetQueryObjecti64v"),
      query_result<3, GLuint64>("glGetQueryObjectui64v"),
      // allocations
      FARFIRST_COUNTED(GenBuffers, allocations),
      FARFIRST_COUNTED(CreateBuffers, allocations),
      FARFIRST_COUNTED(BufferData, allocations),
      FARFIRST_COUNTED(BufferStorage, allocations),
      FARFIRST_COUNTED(NamedBufferData, allocations),
      FARFIRST_COUNTED(NamedBufferStorage, allocations),
      FARFIRST_COUNTED(GenQueries, allocations),
      FARFIRST_COUNTED(CreateQueries, allocations),
      FARFIRST_COUNTED(GenVertexArrays, allocations),
      FARFIRST_COUNTED(CreateVertexArrays, allocations),
      FARFIRST_COUNTED(GenTransformFeedbacks, allocations),
      FARFIRST_COUNTED(CreateTransformFeedbacks, allocations),
      FARFIRST_COUNTED(GenFramebuffers, allocations),
      FARFIRST_COUNTED(CreateFramebuffers, allocations),
      FARFIRST_COUNTED(GenTextures, allocations),
      FARFIRST_COUNTED(CreateTextures, allocations),
      FARFIRST_COUNTED(TexStorage1D, allocations),
      FARFIRST_COUNTED(TexStorage2D, allocations),
      FARFIRST_COUNTED(TextureStorage1D, allocations),
      FARFIRST_COUNTED(TextureStorage2D, allocations),
      FARFIRST_COUNTED(DeleteBuffers, allocations),
      FARFIRST_COUNTED(DeleteQueries, allocations),
      FARFIRST_COUNTED(DeleteVertexArrays, allocations),
      FARFIRST_COUNTED(DeleteTransformFeedbacks, allocations),
      // compilations
      FARFIRST_COUNTED(CreateShader, compilations),
      FARFIRST_COUNTED(CreateProgram, compilations),
      {"glCompileShader", reinterpret_cast<void*>(&compile_shader)},
      {"glLinkProgram", reinterpret_cast<void*>(&link_program)},
      // questions
      {"glGetIntegerv", reinterpret_cast<void*>(&get_integer)},
      {"glGetInteger64v", reinterpret_cast<void*>(&get_integer64)},
      {"glGetIntegeri_v", reinterpret_cast<void*>(&get_integer_indexed)},
      {"glGetString", reinterpret_cast<void*>(&get_string)},
      {"glGetStringi", reinterpret_cast<void*>(&get_string_indexed)},
      FARFIRST_COUNTED(GetInteger64i_v, questions),
      FARFIRST_COUNTED(GetBooleanv, questions),
      FARFIRST_COUNTED(GetFloatv, questions),
      FARFIRST_COUNTED(GetDoublev, questions),
      FARFIRST_COUNTED(GetError, questions),
      {"glIsEnabled", reinterpret_cast<void*>(&is_enabled)},
      FARFIRST_COUNTED(GetProgramiv, questions),
      FARFIRST_COUNTED(GetProgramInterfaceiv, questions),
      FARFIRST_COUNTED(GetProgramResourceIndex, questions),
      FARFIRST_COUNTED(GetProgramResourceiv, questions),
      FARFIRST_COUNTED(GetUniformLocation, questions),
      FARFIRST_COUNTED(GetAttribLocation, questions),
      FARFIRST_COUNTED(GetUniformuiv, questions),
      FARFIRST_COUNTED(GetShaderiv, questions),
      FARFIRST_COUNTED(GetBufferParameteriv, questions),
      FARFIRST_COUNTED(GetNamedBufferParameteriv, questions),
      FARFIRST_COUNTED(GetNamedBufferParameteri64v, questions),
      FARFIRST_COUNTED(GetTransformFeedbackiv, questions),
      FARFIRST_COUNTED(GetTransformFeedbacki_v, questions),
      FARFIRST_COUNTED(GetSynciv, questions),
      // noticed
      {"glShaderSource", reinterpret_cast<void*>(&shader_source)},
      {"glBindBufferRange", reinterpret_cast<void*>(&bind_range)},
  };
}

void* wrapped_or_real(const char* name) {
  static const std::vector<Wrapped> wrapped = wrapped_functions();
  if (GlDriver::get().hidden_functions.contains(name)) return nullptr;
  for (const Wrapped& each : wrapped) {
    if (std::strcmp(each.name, name) == 0) return each.function;
  }
  return real(name);
}

}  // namespace

GlDriver& GlDriver::get() {
  static GlDriver driver;
  return driver;
}

void* (*GlDriver::proc())(const char*) { return &wrapped_or_real; }

}  // namespace farfirst::test
