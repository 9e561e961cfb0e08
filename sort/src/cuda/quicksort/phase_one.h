#pragma once
// The host's part of phase one (Algorithm 1): it decides which sequences are partitioned next, by how many blocks, and
// when there are enough of them. Plain C++.
//
// Two tasks that the paper leaves to the last block of a sequence are done here, from totals that the host reads
// anyway: it enters the new sequences, and makes the elements equal to the pivot a piece of their own, which phase two
// writes without reading it. So no block has to fill a gap that may be as long as the input.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "sequences.h"

namespace farfirst::cuda::quicksort {

/// The parameters of one call.
struct Plan {
  std::uint32_t n = 0;
  std::uint32_t threads = 0;        // of a block
  std::uint32_t max_sequences = 0;  // phase one ends at this number
  std::uint32_t min_size = 0;       // sequences up to this are sorted by the bitonic network
  std::uint32_t tile = 0;           // elements per block at once
  std::uint32_t tiles = 0;          // maximum of a section
  std::uint32_t line = 0;           // elements per line of memory
  bool stops_as_published = false;

  /// The longest sequence that phase one leaves to phase two. Algorithm 1 partitions sequences not shorter than n /
  /// max_sequences; those that the bitonic sort takes need not be partitioned.
  std::uint32_t longest_done() const {
    const std::uint32_t share = n / max_sequences;
    return stops_as_published ? share - std::min(share, 1u) : std::max(share, min_size);
  }
};

/// The mean of smallest and largest fails only on inputs that were made for it, or on infinities; even then this number
/// of rounds is enough.
inline constexpr unsigned most_rounds = 64;

constexpr std::size_t divided_up(std::size_t n, std::size_t by) { return (n + by - 1) / by; }

/// Elements of a section. In the paper all sections together are max_sequences. If a plan of few tiles would make
/// sections long, there are more of them, so that they end at about the same time.
constexpr std::uint32_t section_length(const Plan& plan, std::uint32_t elements) {
  const std::size_t tiles = divided_up(divided_up(elements, plan.max_sequences), plan.tile);
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(tiles, 1, plan.tiles) * plan.tile);
}

template <class Word>
class PhaseOne {
 public:
  /// The maximum of entries in each list for any call with this plan or a smaller n.
  static std::size_t most_work(const Plan& plan) { return 2 * std::size_t{plan.max_sequences}; }
  static std::size_t most_sections(const Plan& plan) {
    const std::size_t long_sections = divided_up(plan.n, std::size_t{plan.tile} * plan.tiles);
    return std::max<std::size_t>(plan.max_sequences, long_sections) + 2 * most_work(plan);
  }
  static std::size_t most_pieces(const Plan& plan) { return 8 * std::size_t{plan.max_sequences}; }

  explicit PhaseOne(const Plan& largest) {
    work_.reserve(most_work(largest));
    pieces_.reserve(most_pieces(largest));
  }

  void begin(const Plan& plan);
  /// Algorithm 1's condition, and a limit that ensures an end.
  bool goes_on() const;
  bool has_begun() const { return rounds_ != 0; }
  std::span<const Sequence<Word>> work() const { return work_; }
  Side side() const { return side_; }           // the buffer of the work
  Side target() const { return other(side_); }  // the buffer of its results
  /// Divides all work into sections, in its sequence. Returns their number.
  std::size_t divide(std::span<Section> sections) const;
  /// Enters the results of a round.
  void take(std::span<const Sequence<Word>> results);
  /// Writes the pieces for phase two, largest first. Returns their number.
  std::size_t finish(std::span<Piece<Word>> pieces);

 private:
  void add_part(std::uint32_t begin, std::uint32_t end, Word smallest, Word largest, std::uint32_t parent);
  void add_gap(std::uint32_t begin, std::uint32_t end, Word value);
  void add_piece(const Sequence<Word>& sequence, Side side) {
    pieces_.push_back({sequence.smallest, sequence.largest, sequence.begin, sequence.end, side,
                       medians_for(sequence.end - sequence.begin)});
  }

  Plan plan_;
  Side side_ = Side::input;
  unsigned rounds_ = 0;
  std::size_t done_ = 0;  // sequences among the pieces
  std::vector<Sequence<Word>> work_;
  std::vector<Piece<Word>> pieces_;
};

template <class Word>
void PhaseOne<Word>::begin(const Plan& plan) {
  plan_ = plan;
  side_ = Side::input;
  rounds_ = 0;
  done_ = 0;
  work_.clear();
  pieces_.clear();
  work_.push_back(sequence_of<Word>(0, plan.n, 0, static_cast<Word>(~Word{0}), Pivot::mean));
}

template <class Word>
bool PhaseOne<Word>::goes_on() const {
  const std::size_t new_pieces = 3 * work_.size() + plan_.max_sequences;
  return !work_.empty() && work_.size() + done_ < plan_.max_sequences && rounds_ < most_rounds &&
         pieces_.size() + new_pieces <= most_pieces(plan_);
}

template <class Word>
std::size_t PhaseOne<Word>::divide(std::span<Section> sections) const {
  std::uint32_t elements = 0;
  for (const Sequence<Word>& sequence : work_) elements += sequence.end - sequence.begin;
  const std::uint32_t length = section_length(plan_, elements);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < work_.size(); ++i) {
    const Sequence<Word>& sequence = work_[i];
    std::uint32_t begin = sequence.begin;
    while (begin < sequence.end) {
      // All but the first section of a sequence begin at a line of memory.
      const std::uint32_t next = begin / plan_.line * plan_.line + length;
      assert(count < sections.size());
      sections[count++] = {begin, std::min(next, sequence.end), i};
      begin = next;
    }
  }
  return count;
}

template <class Word>
void PhaseOne<Word>::take(std::span<const Sequence<Word>> results) {
  assert(results.size() == work_.size());
  side_ = target();
  ++rounds_;
  work_.clear();
  for (const Sequence<Word>& parent : results) {
    const std::uint32_t gap_begin = parent.begin + lower_count(parent);
    const std::uint32_t gap_end = parent.end - upper_count(parent);
    const std::uint32_t length = parent.end - parent.begin;
    add_part(parent.begin, gap_begin, parent.smallest, parent.lower_largest, length);
    add_gap(gap_begin, gap_end, parent.pivot);
    add_part(gap_end, parent.end, parent.upper_smallest, parent.largest, length);
  }
}

template <class Word>
void PhaseOne<Word>::add_part(std::uint32_t begin, std::uint32_t end, Word smallest, Word largest,
                              std::uint32_t parent) {
  if (begin == end) return;
  const std::uint32_t length = end - begin;
  const auto sequence = sequence_of<Word>(begin, end, smallest, largest, pivot_for_part(length, parent));
  if (length <= plan_.longest_done()) {
    ++done_;
    add_piece(sequence, side_);
  } else {
    work_.push_back(sequence);
  }
}

/// Cuts a piece, so that many blocks write a long one.
template <class Word>
void PhaseOne<Word>::add_gap(std::uint32_t begin, std::uint32_t end, Word value) {
  const std::uint32_t longest = std::max(plan_.n / plan_.max_sequences, plan_.tile) + 1;
  while (begin < end) {
    const std::uint32_t next = end - begin > longest ? begin + longest : end;
    add_piece(sequence_of<Word>(begin, next, value, value, Pivot::mean), side_);
    begin = next;
  }
}

template <class Word>
std::size_t PhaseOne<Word>::finish(std::span<Piece<Word>> pieces) {
  for (const Sequence<Word>& sequence : work_) add_piece(sequence, side_);
  work_.clear();
  // The longest pieces begin first, so that the others do not wait for one of them at the end. Lengths that differ by
  // less than a quarter count as equal.
  constexpr std::size_t classes = 4 * 33;
  const auto class_of = [](const Piece<Word>& piece) {
    const std::uint32_t length = piece.end - piece.begin;
    const int bits = std::bit_width(length);
    const std::uint32_t quarter = bits < 3 ? 0 : (length >> (bits - 3)) & 3;
    return classes - 1 - (4 * static_cast<std::size_t>(bits) + quarter);
  };
  std::array<std::size_t, classes> places{};
  for (const Piece<Word>& piece : pieces_) ++places[class_of(piece)];
  std::exclusive_scan(places.begin(), places.end(), places.begin(), std::size_t{0});
  assert(pieces_.size() <= pieces.size());
  for (const Piece<Word>& piece : pieces_) pieces[places[class_of(piece)]++] = piece;
  return pieces_.size();
}

/// The places of a sequence's sections, by the cumulative sum of their counts, and the sequence as its blocks would
/// have left it with shared counters. For the kernel split.
template <class Word>
void share_out(Sequence<Word>& sequence, std::span<const SectionCount<Word>> counts, std::span<OwnRoom> rooms) {
  OwnRoom all{sequence.begin, sequence.end};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint32_t behind = all.upper;
    const Room first = all.take(counts[i].lower, counts[i].upper);
    rooms[i] = {first.lower, behind};
    sequence.lower_largest = std::max(sequence.lower_largest, counts[i].lower_largest);
    sequence.upper_smallest = std::min(sequence.upper_smallest, counts[i].upper_smallest);
  }
  sequence.taken = std::uint64_t{sequence.end - all.upper} << 32 | (all.lower - sequence.begin);
}

}  // namespace farfirst::cuda::quicksort
