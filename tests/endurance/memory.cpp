#include "memory.h"

#include <malloc.h>
#include <unistd.h>

#include <fstream>

#if defined(__SANITIZE_ADDRESS__)
// From the sanitizer's run time; g++ on Debian brings no header that declares it.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace farfirst::app {

#if defined(__SANITIZE_ADDRESS__)
std::int64_t heap_bytes() { return static_cast<std::int64_t>(__sanitizer_get_current_allocated_bytes()); }
std::int64_t resident_bytes() { return 0; }
#else
std::int64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}
std::int64_t resident_bytes() {
  std::int64_t whole = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}
#endif

namespace {

std::map<std::string, std::int64_t> counts;
GladGLContext original;

// Names that come and go in arrays: glCreateX(n, names), glDeleteX(n, names).
#define FARFIRST_COUNT(kind)                                        \
  void GLAD_API_PTR create_##kind(GLsizei n, GLuint* names) {       \
    original.Create##kind(n, names);                                \
    counts[#kind] += n;                                             \
  }                                                                 \
  void GLAD_API_PTR gen_##kind(GLsizei n, GLuint* names) {          \
    original.Gen##kind(n, names);                                   \
    counts[#kind] += n;                                             \
  }                                                                 \
  void GLAD_API_PTR delete_##kind(GLsizei n, const GLuint* names) { \
    original.Delete##kind(n, names);                                \
    for (GLsizei i = 0; i < n; ++i) counts[#kind] -= names[i] != 0; \
  }
FARFIRST_COUNT(Buffers)
FARFIRST_COUNT(Framebuffers)
FARFIRST_COUNT(VertexArrays)
FARFIRST_COUNT(Samplers)
#undef FARFIRST_COUNT

void GLAD_API_PTR create_textures(GLenum target, GLsizei n, GLuint* names) {
  original.CreateTextures(target, n, names);
  counts["Textures"] += n;
}
void GLAD_API_PTR delete_textures(GLsizei n, const GLuint* names) {
  original.DeleteTextures(n, names);
  for (GLsizei i = 0; i < n; ++i) counts["Textures"] -= names[i] != 0;
}
void GLAD_API_PTR create_queries(GLenum target, GLsizei n, GLuint* names) {
  original.CreateQueries(target, n, names);
  counts["Queries"] += n;
}
void GLAD_API_PTR delete_queries(GLsizei n, const GLuint* names) {
  original.DeleteQueries(n, names);
  for (GLsizei i = 0; i < n; ++i) counts["Queries"] -= names[i] != 0;
}
GLsync GLAD_API_PTR fence_sync(GLenum condition, GLbitfield flags) {
  ++counts["Fences"];
  return original.FenceSync(condition, flags);
}
void GLAD_API_PTR delete_sync(GLsync sync) {
  counts["Fences"] -= sync != nullptr;
  original.DeleteSync(sync);
}
GLuint GLAD_API_PTR create_program() {
  ++counts["Programs"];
  return original.CreateProgram();
}
void GLAD_API_PTR delete_program(GLuint name) {
  counts["Programs"] -= name != 0;
  original.DeleteProgram(name);
}
GLuint GLAD_API_PTR create_shader(GLenum stage) {
  ++counts["Shaders"];
  return original.CreateShader(stage);
}
void GLAD_API_PTR delete_shader(GLuint name) {
  counts["Shaders"] -= name != 0;
  original.DeleteShader(name);
}

}  // namespace

CountingGl::CountingGl(const GladGLContext& gl) : counted_(gl) {
  original = gl;
  counts.clear();
#define FARFIRST_COUNT(kind)             \
  counted_.Create##kind = create_##kind; \
  counted_.Gen##kind = gen_##kind;       \
  counted_.Delete##kind = delete_##kind;
  FARFIRST_COUNT(Buffers)
  FARFIRST_COUNT(Framebuffers)
  FARFIRST_COUNT(VertexArrays)
  FARFIRST_COUNT(Samplers)
#undef FARFIRST_COUNT
  counted_.CreateTextures = create_textures;
  counted_.DeleteTextures = delete_textures;
  counted_.CreateQueries = create_queries;
  counted_.DeleteQueries = delete_queries;
  counted_.FenceSync = fence_sync;
  counted_.DeleteSync = delete_sync;
  counted_.CreateProgram = create_program;
  counted_.DeleteProgram = delete_program;
  counted_.CreateShader = create_shader;
  counted_.DeleteShader = delete_shader;
}

CountingGl::~CountingGl() { counts.clear(); }

std::map<std::string, std::int64_t> CountingGl::alive() const { return counts; }

}  // namespace farfirst::app
