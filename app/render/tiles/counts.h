#pragma once
// The pair counts of past frames, known to the host a few frames later, and the forecast for the next.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "counted_frame.h"
#include "object/buffer.h"
#include "object/fence.h"

namespace farfirst::app::tiles {

class PairCounts {
 public:
  explicit PairCounts(const GladGLContext& gl);

  /// The forecast for a frame that is not drawn yet.
  struct PairEstimate {
    enum class Of : std::uint8_t { nothing, frame_far, frame_near, same_frame } of = Of::nothing;
    std::uint32_t pairs = 0;
  };
  /// Takes the counts that arrived since the last call.
  PairEstimate estimate_pairs(const CountedFrame& frame);

  /// Words that the host reads, and the one among them for the next frame's number.
  GLuint words() const { return words_.name(); }
  std::uint32_t next_place();
  /// Its writer is enqueued. `room`: the capacity that the host has provided; 0 if it waits for the count.
  void enqueue(const CountedFrame& frame, std::uint64_t room);
  /// The last one enqueued. Waits.
  std::uint32_t wait();

  std::optional<std::uint32_t> newest() const { return newest_; }
  std::uint64_t shortages() const { return shortages_; }  // how often the capacity was too small

 private:
  struct Count {
    CountedFrame frame;
    std::uint64_t room = 0;
    std::uint32_t pairs = 0;
  };
  void take_oldest();

  /// Samples and part: comparisons draw a frame with several numbers of samples, and parts
  /// of the elements are counted separately.
  using Key = std::pair<int, std::uint32_t>;
  static Key key_of(const CountedFrame& frame) { return {frame.content.samples, frame.content.part}; }

  static constexpr std::uint32_t slots = 128;  // a few frames, each of as many parts as 2^30 elements have
  const GladGLContext& gl_;
  gl::Buffer words_;
  std::array<gl::Fence, slots> fences_;
  std::array<Count, slots> on_their_way_{};
  std::uint32_t enqueued_ = 0, taken_ = 0;
  std::map<Key, Count> known_;  // the newest
  std::optional<std::uint32_t> newest_;
  std::uint64_t shortages_ = 0;
};

}  // namespace farfirst::app::tiles
