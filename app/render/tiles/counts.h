#pragma once
// How many pairs of element and tile frames had, known to the host a few frames later.

#include <array>
#include <cstdint>
#include <optional>

#include "object/buffer.h"
#include "object/fence.h"

namespace farfirst::app::tiles {

class PairCounts {
 public:
  explicit PairCounts(const GladGLContext& gl);

  /// Enqueues a copy of the word at this place.
  void enqueue(GLuint buffer, GLintptr offset);
  /// The newest that is known; forgets those before. Nothing if none came since the last call. Never waits.
  std::optional<std::uint32_t> take();
  /// The last one enqueued. Waits.
  std::uint32_t wait();

 private:
  static constexpr std::uint32_t slots = 4;
  std::uint32_t value(std::uint32_t number) const;

  const GladGLContext& gl_;
  gl::Buffer words_;
  std::array<gl::Fence, slots> fences_;
  std::uint32_t enqueued_ = 0, taken_ = 0;
};

}  // namespace farfirst::app::tiles
