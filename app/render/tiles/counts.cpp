#include "counts.h"

#include <bit>
#include <cstring>

namespace farfirst::app::tiles {

PairCounts::PairCounts(const GladGLContext& gl)
    : gl_(gl), words_(gl::Buffer::read_back(gl, slots * sizeof(std::uint32_t))) {}

PairCounts::Foresight PairCounts::foresee(const Subject& subject) {
  while (taken_ < enqueued_ && fences_[taken_ % slots].signalled()) take_oldest();
  const std::optional<Count>& known = known_of(subject);
  if (!known) return {};
  if (known->subject == subject) return {Foresight::Of::same_frame, known->pairs};
  if (known->subject.is_near(subject)) return {Foresight::Of::frame_near, known->pairs};
  if (known->subject.is_of_the_same(subject)) return {Foresight::Of::frame_far, known->pairs};
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
  known_of(count.subject) = count;
  newest_ = count.pairs;
}

std::optional<PairCounts::Count>& PairCounts::known_of(const Subject& subject) {
  return known_[static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(subject.samples)) - 1)];
}

}  // namespace farfirst::app::tiles
