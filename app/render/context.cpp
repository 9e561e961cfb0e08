#include "context.h"

#include <algorithm>
#include <array>

#include "object/context.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace farfirst::app {

std::string max_point_size(const GladGLContext& gl) {
  std::array<GLfloat, 2> range{1.0f, 1.0f};
  gl.GetFloatv(GL_POINT_SIZE_RANGE, range.data());
  return std::to_string(static_cast<int>(range[1])) + ".0";
}

std::vector<int> sample_counts(const GladGLContext& gl) {
  constexpr GLenum format = GL_RGBA16F;
  GLint number = 0;
  gl.GetInternalformativ(GL_RENDERBUFFER, format, GL_NUM_SAMPLE_COUNTS, 1, &number);
  std::vector<GLint> counts(static_cast<std::size_t>(std::max(number, 0)));
  gl.GetInternalformativ(GL_RENDERBUFFER, format, GL_SAMPLES, number, counts.data());
  counts.push_back(1);
  std::ranges::sort(counts);
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::string why_too_few_blocks(const GladGLContext& gl, int blocks, int bindings) {
  GLint its_blocks = 0, its_bindings = 0;
  gl.GetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &its_blocks);
  gl.GetIntegerv(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &its_bindings);
  if (its_blocks >= blocks && its_bindings >= bindings) return {};
  return "it needs " + std::to_string(blocks) + " storage blocks in a compute shader and " + std::to_string(bindings) +
         " bindings of them, and this context has " + std::to_string(its_blocks) + " and " +
         std::to_string(its_bindings);
}

void require_block(std::size_t bytes, std::size_t most, const std::string& renderer) {
  if (bytes <= most) return;
  throw Error("the renderer " + renderer + " would need a storage block of " + std::to_string(bytes) +
              " bytes for this scene, and this context allows " + std::to_string(most));
}

void compile_by_all_threads(const GladGLContext& gl) {
  constexpr GLuint all = 0xFFFFFFFFu;
  if (gl.KHR_parallel_shader_compile != 0)
    gl.MaxShaderCompilerThreadsKHR(all);
  else if (gl.ARB_parallel_shader_compile != 0)
    gl.MaxShaderCompilerThreadsARB(all);
}

// llvmpipe allocates the memory of a picture in blocks small enough to come from the heap, and frees them all when the
// picture is done. The GNU C library then returns the top of the heap to the kernel, which hands it out again for
// the next picture, page by page and cleared: measured, a sixth of all time with 70 k triangles. So it may keep 128
// MiB. (Blocks of 128 KiB and more, such as a model's arrays, are still returned at once.)
void tune_memory([[maybe_unused]] const GladGLContext& gl) {
#if defined(__GLIBC__)
  if (gl::is_software(gl)) mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}

}  // namespace farfirst::app
