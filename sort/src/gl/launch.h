#pragma once
// Launches compute shaders: programs with their arguments, storage blocks, barriers.

#include "gl/device.h"

namespace farfirst::gl {

/// A compute program. Cheap to copy; lives as long as its device. Made with the sorter, never in sort().
class Kernel {
 public:
  Kernel() = default;
  /// `file` is relative to shaders/. Throws Error with the compiler's log.
  Kernel(GlDevice& device, std::string_view file, const Defines& defines = {});
  Kernel(const GlDevice& device, const Program& program) : device_(&device), program_(&program) {}

  /// The uniform at this location, of type uint.
  const Kernel& set(GLint location, std::uint32_t value) const;
  /// The inputs of sort/prim/counted.glsl: storage block 3 and the uniform at location 15.
  const Kernel& set_count(const ::farfirst::Buffer& count) const;
  /// Runs this many work groups, split over x and y if there are too many for one axis. The shader gets its number from
  /// farfirst_group() (sort/prim/group.glsl); a few groups at the end may have no work.
  void dispatch(std::size_t groups) const;
  /// The same, with the numbers of groups read from a buffer: issue GL_COMMAND_BARRIER_BIT first.
  void dispatch_indirect(const ::farfirst::Buffer& three_words) const;

  const Program& program() const noexcept { return *program_; }

 private:
  const GlDevice* device_ = nullptr;
  const Program* program_ = nullptr;
};

/// An offset in a storage block that marks a missing array.
inline constexpr std::uint32_t absent = 0xFFFFFFFFu;

/// Binds `buffer` to storage block `block`, 0 to 7. Returns the number of 32-bit words that the shader has to add to
/// its index: a job's buffers may begin at any multiple of 4 bytes, blocks only at the alignment of the context. 0 for
/// scratch.
std::uint32_t bind(const GlDevice& device, GLuint block, const ::farfirst::Buffer& buffer);

/// Makes earlier writes of shaders visible to later reads of these kinds.
inline void barrier(const GlDevice& device, GLbitfield bits) { device.gl().MemoryBarrier(bits); }

/// Sets every 32-bit word of `buffer` to `word` (enqueues). Includes the barrier after writes of shaders.
void clear(const GlDevice& device, const ::farfirst::Buffer& buffer, std::uint32_t word = 0);

/// Throws Error if a storage block of this context cannot have this many bytes. `id` is the entry's.
void require_storage(const GlDevice& device, std::string_view id, std::size_t bytes);

/// The number of work groups of `per_group` elements for n elements.
constexpr std::size_t groups_for(std::size_t n, std::size_t per_group) { return (n + per_group - 1) / per_group; }

}  // namespace farfirst::gl
