#pragma once
// Memory of a process: heap, resident memory and OpenGL objects.

#include <glad/gl.h>

#include <cstdint>
#include <map>
#include <string>

namespace farfirst::app {

/// Bytes that the process allocated and did not free.
std::int64_t heap_bytes();
/// Resident memory; 0 where it means nothing (AddressSanitizer keeps freed memory for a while).
std::int64_t resident_bytes();

/// A function table that counts what it makes and deletes. One at a time.
class CountingGl {
 public:
  explicit CountingGl(const GladGLContext& gl);
  ~CountingGl();
  CountingGl(const CountingGl&) = delete;
  CountingGl& operator=(const CountingGl&) = delete;

  const GladGLContext& gl() const { return counted_; }
  /// Alive now, by kind.
  std::map<std::string, std::int64_t> alive() const;

 private:
  GladGLContext counted_;
};

}  // namespace farfirst::app
