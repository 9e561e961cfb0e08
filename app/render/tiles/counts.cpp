#include "counts.h"

#include <cstring>

namespace farfirst::app::tiles {

PairCounts::PairCounts(const GladGLContext& gl)
    : gl_(gl), words_(gl::Buffer::read_back(gl, slots * sizeof(std::uint32_t))) {}

void PairCounts::enqueue(GLuint buffer, GLintptr offset) {
  const std::uint32_t slot = enqueued_ % slots;
  if (enqueued_ - taken_ == slots) {  // the oldest was never asked for
    fences_[slot].wait();
    ++taken_;
  }
  gl_.CopyNamedBufferSubData(buffer, words_.name(), offset, static_cast<GLintptr>(slot * sizeof(std::uint32_t)),
                             sizeof(std::uint32_t));
  fences_[slot] = gl::Fence(gl_);
  ++enqueued_;
}

std::optional<std::uint32_t> PairCounts::take() {
  std::optional<std::uint32_t> newest;
  for (; taken_ < enqueued_ && fences_[taken_ % slots].signalled(); ++taken_) newest = value(taken_);
  return newest;
}

std::uint32_t PairCounts::wait() {
  fences_[(enqueued_ - 1) % slots].wait();
  taken_ = enqueued_;
  return value(enqueued_ - 1);
}

std::uint32_t PairCounts::value(std::uint32_t number) const {
  std::uint32_t word = 0;
  std::memcpy(&word, words_.memory() + number % slots * sizeof word, sizeof word);
  return word;
}

}  // namespace farfirst::app::tiles
