#pragma once
// Splits elements into ascending sublists by transform feedback, as the quicksort of the hybrid sort does (Sintorn &
// Assarsson, "Fast parallel GPU-sorting using a hybrid algorithm", 2008, section 5.2). Elements stream as points
// through a geometry shader, and feedback captures those on one side of a pivot. In the paper the host reads each count
// before it goes on; here it never does, see feedback_partition.cpp.

#include <farfirst/sort.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gl/launch.h"
#include "gl/prim/sort_lists.h"
#include "object/query.h"
#include "object/transform_feedback.h"
#include "object/vertex_array.h"

namespace farfirst::gl {

/// The properties of a partition.
struct PartitionOptions {
  std::string_view id;               // the entry's, for messages
  Form form = Form::argsort;         // argsort: of a FormJob's keys; distance: also of a plain DistanceJob's elements
  std::uint32_t max_n = 0;           // at least 1
  unsigned most_bits = 0;            // up to 2^most_bits sublists
  unsigned oversampling = 16;        // samples per sublist: more samples make sublists more equal
  unsigned per_point = 6;            // elements per point
  std::uint32_t sample_tile = 1024;  // samples sorted in shared memory: a threshold of ListSorter
};

/// The outputs of one call. The buffers are objects of their own, not part of the scratch or of the job, since captures
/// pass through `words` too. Shaders write them last: the caller issues the barrier for its way of reading.
struct Sublists {
  unsigned bits = 0;  // 2^bits sublists: up to the options' most_bits, and at most n
  /// uint64 x n, at a multiple of 8: key << 32 | index; uvec2(index, key) for shaders. Sublist l is the words
  /// offsets[l] .. offsets[l + 1] - 1. All its words are less than those of sublist l + 1; within it they ascend by
  /// index. The samples decide how even sublists are. Words are distinct: equal keys are split like others.
  ::farfirst::Buffer words;
  ::farfirst::Buffer offsets;  // uint32 x (2^bits + 1): from 0 to n
};

/// Made with a sorter; enqueues only.
class FeedbackPartition {
 public:
  static constexpr unsigned most_bits = 16;

  /// Throws Error if this context lacks a required feature.
  FeedbackPartition(GlDevice& device, const PartitionOptions& options);

  /// Sizes in bytes of the pieces of scratch, each a buffer object of its own: a target of feedback may not be bound to
  /// anything else.
  const std::vector<std::size_t>& scratch() const noexcept { return scratch_; }

  /// The place in scratch for the keys of distance jobs. A FormJob's keys may be there too.
  ::farfirst::Buffer place_for_keys(std::span<const ::farfirst::Buffer> scratch, std::uint32_t n) const {
    return core::part(scratch[0], parts_.made_keys, n * std::size_t{4});
  }

  /// Enqueues the partition of the job's elements, n at least 1. Traced as "samples", "partition" and "join".
  void enqueue(const FormJob& job, std::span<const ::farfirst::Buffer> scratch, const Sublists& to,
               const core::PassTrace& trace) const;
  /// The same for distances of a plain job (core::is_plain). The first pass's vertex shader makes the keys, and writes
  /// them in input order to job.keys, if given. `scratch` is this argument, not the job's.
  void enqueue(const DistanceJob& job, std::span<const ::farfirst::Buffer> scratch, const Sublists& to,
               const core::PassTrace& trace) const;

 private:
  static constexpr unsigned streams = 4;
  static constexpr unsigned passes(unsigned bits) noexcept { return (bits + 1) / 2; }
  struct Parts {  // of the first piece of scratch
    std::size_t samples = 0, bounds = 0, indices = 0, keys = 0, tree = 0, counts = 0, sublists = 0, made_keys = 0,
                bytes = 0;
  };
  struct Work;
  /// The programs that read a job's elements.
  struct Readers {
    Kernel pick_samples;
    const Program* first = nullptr;  // of the first pass
  };

  void require(const PartitionOptions& options) const;
  void lay_out(const PartitionOptions& options);
  Work work_for(std::uint32_t n, std::span<const ::farfirst::Buffer> scratch, const Sublists& to) const;
  void set_captures(const Work& work) const;
  Readers make_readers(const PartitionOptions& options, Form form) const;
  const Readers& readers(const FormJob&) const { return of_keys_; }
  const Readers& readers(const DistanceJob&) const { return of_positions_; }
  template <class Job>
  void find_pivots(const Job& job, const Work& work) const;
  template <class Job>
  void split(const Job& job, const Work& work) const;
  void capture(const Work& work, unsigned pass, const Program& program) const;
  void bind_captures(const Work& work, unsigned pass) const;
  void join(const Work& work, const ::farfirst::Buffer& keys) const;

  GlDevice* device_;
  unsigned oversampling_, per_point_;
  ListSorter sample_sorter_;
  Readers of_keys_, of_positions_;
  Kernel place_pivots_, join_, find_offsets_;
  const Program* again_;
  VertexArray nothing_;
  std::array<TransformFeedback, 2> sides_;  // a pass reads the captures of one and fills the other
  std::array<Query, streams> counts_;
  Parts parts_;
  std::vector<std::size_t> scratch_;
};

}  // namespace farfirst::gl
