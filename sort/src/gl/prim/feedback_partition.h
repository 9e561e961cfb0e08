#pragma once
// Splits elements into ascending sublists by transform feedback, as quicksort's partition of the hybrid sort does
// (Sintorn & Assarsson, "Fast parallel GPU-sorting using a hybrid algorithm", 2008, section 5.2): elements stream as
// points through a geometry shader, and feedback captures what belongs to one side. Unlike there, the host never learns
// how many those are: see feedback_partition.cpp.

#include <farfirst/sort.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/implementation.h"
#include "gl/launch.h"
#include "object/query.h"
#include "object/transform_feedback.h"
#include "object/vertex_array.h"

namespace farfirst::gl {

/// What a partition is made for.
struct PartitionOptions {
  std::string_view id;              // the entry's, for sentences
  Form form = Form::argsort;        // argsort: of a SortJob's keys; distance: of a DistanceJob's elements
  std::uint32_t max_n = 0;
  unsigned most_bits = 0;           // up to 2^most_bits sublists
  unsigned oversampling = 8;        // samples for each sublist
};

/// Made with a sorter; compiles its programs and owns queries and vertex arrays.
class FeedbackPartition {
 public:
  static constexpr unsigned most_bits = 16;

  /// Throws Error with a sentence if this context lacks what it takes.
  FeedbackPartition(GlDevice& device, const PartitionOptions& options);

  /// Bytes of the pieces of scratch that it takes, each a buffer object of its own: a buffer that feedback writes to
  /// may not be bound to anything else meanwhile. All of them are free again when the commands are done.
  const std::vector<std::size_t>& scratch() const noexcept { return scratch_; }

  /// Enqueues: all n elements of the job as words in `words`, so that the words of sublist l are at
  /// offsets[l] .. offsets[l + 1] - 1, and all words of l are less than all of l + 1; within a sublist they ascend by
  /// index. There are 2^bits sublists (bits up to the options' most_bits), some of them perhaps empty, and
  /// 2^bits + 1 offsets: uint32 of words, offsets[0] = 0, offsets[2^bits] = n. A word is key << 32 | index in memory
  /// (uint64 of little-endian machines; uvec2(index, key) in shaders). How even the sublists are depends on the
  /// samples; words are distinct, so that equal keys are split like others.
  /// `words` (8 n bytes, at a multiple of 8) and `offsets` are neither scratch() nor part of the job. They are written
  /// by shaders: who reads them issues the barrier. Elements: keys of `job.keys`, or distances made on the way.
  void enqueue(const SortJob& job, unsigned bits, std::span<const farfirst::Buffer> scratch,
               const farfirst::Buffer& words, const farfirst::Buffer& offsets, const core::Passes& passes) const;
  void enqueue(const DistanceJob& job, unsigned bits, std::span<const farfirst::Buffer> scratch,
               const farfirst::Buffer& words, const farfirst::Buffer& offsets, const core::Passes& passes) const;
};

}  // namespace farfirst::gl
