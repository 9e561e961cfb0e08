// Linked into programs with emulated CUDA: the emulation finds OpenGL through EGL, has FARFIRST_EMULATED_MEMORY bytes
// of memory, and with FARFIRST_EMULATED_MISMATCH is another GPU than OpenGL's.
#include <EGL/egl.h>
#include <cuda_runtime.h>

#include <cstdlib>

namespace {

const bool is_set_up = [] {
  cuda_emulation::gl_proc = [](const char* name) { return reinterpret_cast<void*>(eglGetProcAddress(name)); };
  if (const char* bytes = std::getenv("FARFIRST_EMULATED_MEMORY"))
    cuda_emulation::memory_limit = std::strtoull(bytes, nullptr, 10);
  cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = std::getenv("FARFIRST_EMULATED_MISMATCH") == nullptr;
  return true;
}();

}  // namespace
