#pragma once
// Runs compute shaders for the OpenGL back end: programs with their arguments, storage blocks, barriers.

#include "gl/device.h"

namespace farfirst::gl {

/// A compute program. Cheap to copy; lives as long as its device. Made with the sorter, never in sort().
class Kernel {
 public:
  Kernel() = default;
  /// `file` below shaders/. Throws Error with the compiler's log.
  Kernel(GlDevice& device, std::string_view file, const Defines& defines = {});
  Kernel(const GlDevice& device, const Program& program) : device_(&device), program_(&program) {}

  /// The uniform at this location, of type uint.
  const Kernel& set(GLint location, std::uint32_t value) const;
  /// What sort/prim/counted.glsl reads: storage block 3 and the uniform at location 15.
  const Kernel& set_count(const ::farfirst::Buffer& count) const;
  /// Runs this many work groups, split over x and y if there are too many for one axis: the shader calls
  /// farfirst_group() (sort/prim/group.glsl) for its number, and finds that a few at the end have nothing to do.
  void dispatch(std::size_t groups) const;
  /// The same, with the three numbers of groups read from a buffer: issue GL_COMMAND_BARRIER_BIT first.
  void dispatch_indirect(const ::farfirst::Buffer& three_words) const;

  const Program& program() const noexcept { return *program_; }

 private:
  const GlDevice* device_ = nullptr;
  const Program* program_ = nullptr;
};

/// In place of where something begins in a storage block: it is not there.
inline constexpr std::uint32_t absent = 0xFFFFFFFFu;

/// Makes `buffer` storage block `block`, 0 to 7. Gives the number of 32-bit words that the shader has to add to its
/// index: a job's buffers may begin at any multiple of 4 bytes, blocks only at the alignment of the context. 0 for
/// scratch.
std::uint32_t bind(const GlDevice& device, GLuint block, const ::farfirst::Buffer& buffer);

/// Makes earlier writes of shaders visible to later reads of these kinds.
inline void barrier(const GlDevice& device, GLbitfield bits) { device.gl().MemoryBarrier(bits); }

/// Enqueues: every 32-bit word of `buffer` becomes `word`. Orders itself after what shaders wrote.
void clear(const GlDevice& device, const ::farfirst::Buffer& buffer, std::uint32_t word = 0);

/// Throws Error if a storage block of this context cannot hold as many bytes. `id` is the entry's.
void require_storage(const GlDevice& device, std::string_view id, std::size_t bytes);

/// Work groups of `per_group` elements that hold n.
constexpr std::size_t groups_for(std::size_t n, std::size_t per_group) { return (n + per_group - 1) / per_group; }

}  // namespace farfirst::gl
