#include "counts.h"

#include <cstring>

namespace farfirst::app::tiles {

PairCounts::PairCounts(const GladGLContext& gl)
    : gl_(gl), words_(gl::Buffer::read_back(gl, slots * sizeof(std::uint32_t))) {}

PairCounts::Foresight PairCounts::foresee(const Subject& subject) {
  while (taken_ < enqueued_ && fences_[taken_ % slots].signalled()) take_oldest();
  const auto found = known_.find(key_of(subject));
  if (found == known_.end()) return {};
  const Count& known = found->second;
  if (known.subject == subject) return {Foresight::Of::same_frame, known.pairs};
  if (known.subject.is_near(subject)) return {Foresight::Of::frame_near, known.pairs};
  if (known.subject.content == subject.content) return {Foresight::Of::frame_far, known.pairs};
  return {};
}

std::uint32_t PairCounts::next_place() {
  if (enqueued_ - taken_ == slots) take_oldest();
  return enqueued_ % slots;
}

void PairCounts::enqueue(const Subject& subject, std::uint64_t room) {
  const std::uint32_t slot = enqueued_ % slots;
  gl_.MemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  fences_[slot] = gl::Fence(gl_);
  on_their_way_[slot] = {.subject = subject, .room = room};
  ++enqueued_;
}

std::uint32_t PairCounts::wait() {
  while (taken_ < enqueued_) take_oldest();
  return *newest_;
}

void PairCounts::take_oldest() {
  const std::uint32_t slot = taken_++ % slots;
  if (!fences_[slot].signalled()) fences_[slot].wait();
  Count& count = on_their_way_[slot];
  std::memcpy(&count.pairs, words_.memory() + slot * sizeof count.pairs, sizeof count.pairs);
  if (count.room > 0 && count.pairs > count.room) ++shortages_;
  known_[key_of(count.subject)] = count;
  newest_ = count.pairs;
}

}  // namespace farfirst::app::tiles
