#include "counts.h"

#include <cstring>

namespace farfirst::app::tiles {

PairCounts::PairCounts(const GladGLContext& gl)
    : gl_(gl), words_(gl::Buffer::read_back(gl, slots * sizeof(std::uint32_t))) {}

PairCounts::PairEstimate PairCounts::estimate_pairs(const CountedFrame& frame) {
  while (taken_ < enqueued_ && fences_[taken_ % slots].signalled()) take_oldest();
  const auto found = known_.find(key_of(frame));
  if (found == known_.end()) return {};
  const Count& known = found->second;
  if (known.frame == frame) return {PairEstimate::Of::same_frame, known.pairs};
  if (known.frame.is_near(frame)) return {PairEstimate::Of::frame_near, known.pairs};
  if (known.frame.content == frame.content) return {PairEstimate::Of::frame_far, known.pairs};
  return {};
}

std::uint32_t PairCounts::next_place() {
  if (enqueued_ - taken_ == slots) take_oldest();
  return enqueued_ % slots;
}

void PairCounts::enqueue(const CountedFrame& frame, std::uint64_t room) {
  const std::uint32_t slot = enqueued_ % slots;
  gl_.MemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
  fences_[slot] = gl::Fence(gl_);
  on_their_way_[slot] = {.frame = frame, .room = room};
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
  known_[key_of(count.frame)] = count;
  newest_ = count.pairs;
}

}  // namespace farfirst::app::tiles
