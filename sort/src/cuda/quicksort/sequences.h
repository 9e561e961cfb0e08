#pragma once
// The data that host and kernels exchange: sequences that many blocks partition (phase one), the section of these for a
// block, and pieces that a block sorts alone (phase two).

#include <farfirst/keys.h>

#include <cstdint>

#include "pivot.h"

namespace farfirst::cuda::quicksort {

/// The location of elements: in the input, or as words in one of the two buffers, which swap roles.
enum class Side : std::uint32_t { first, second, input };
FARFIRST_HOST_DEVICE constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

/// A sequence of phase one: from `begin` up to `end`. In the paper its blocks share `parent`.
template <class Word>
struct Sequence {
  Word smallest, largest;  // elements of it
  // Results of its blocks:
  Word pivot;
  Word lower_largest;        // of those below the pivot; 0 if there is none
  Word upper_smallest;       // of those above the pivot; all ones if there is none
  unsigned long long taken;  // reserved places: below the pivot in the low half, above it in the high
  std::uint32_t begin, end;
  Pivot rule;
};

template <class Word>
constexpr Sequence<Word> sequence_of(std::uint32_t begin, std::uint32_t end, Word smallest, Word largest, Pivot rule) {
  return {smallest, largest, 0, 0, static_cast<Word>(~Word{0}), 0, begin, end, rule};
}
template <class Word>
constexpr std::uint32_t lower_count(const Sequence<Word>& sequence) {
  return static_cast<std::uint32_t>(sequence.taken);
}
template <class Word>
constexpr std::uint32_t upper_count(const Sequence<Word>& sequence) {
  return static_cast<std::uint32_t>(sequence.taken >> 32);
}

/// The part of a sequence for one block: the paper's block.
struct Section {
  std::uint32_t begin, end;
  std::uint32_t sequence;
};

/// The counts of a section: kernel split only.
template <class Word>
struct SectionCount {
  Word lower_largest, upper_smallest;
  std::uint32_t lower, upper;
};

/// Places in the target: the first for elements below the pivot and the first for those above it.
struct Room {
  std::uint32_t lower, upper;
};

/// Space that one block reserves for itself: from both ends towards the middle.
struct OwnRoom {
  std::uint32_t lower;  // the next place for elements below the pivot
  std::uint32_t upper;  // after the next place for those above it

  FARFIRST_HOST_DEVICE constexpr Room take(std::uint32_t lower_count, std::uint32_t upper_count) {
    upper -= upper_count;
    const Room room{lower, upper};
    lower += lower_count;
    return room;
  }
};

/// A sequence of phase two. All its elements lie in the range from `smallest` to `largest`; if the two are equal, the
/// elements need not be read.
template <class Word>
struct Piece {
  Word smallest, largest;
  std::uint32_t begin, end;
  Side side;
  std::uint32_t medians;  // medians of three that may still be tried
};

template <class Word>
FARFIRST_HOST_DEVICE constexpr std::uint32_t length_of(const Piece<Word>& piece) {
  return piece.end - piece.begin;
}

/// The two sequences that a partition makes; the elements between them are in place.
template <class Word>
struct Parts {
  Piece<Word> shorter, longer;
};

/// Algorithm 3: the remaining parts of `piece` after `lower` elements went below the pivot and `upper` above it.
template <class Word>
FARFIRST_HOST_DEVICE constexpr Parts<Word> parts_of(const Piece<Word>& piece, Word pivot, std::uint32_t lower,
                                                    std::uint32_t upper) {
  const Side side = other(piece.side);
  const std::uint32_t medians = piece.medians == 0 ? 0 : piece.medians - 1;
  // The range of an empty part means nothing.
  const Piece<Word> below{piece.smallest, static_cast<Word>(pivot - 1), piece.begin, piece.begin + lower, side,
                          medians};
  const Piece<Word> above{static_cast<Word>(pivot + 1), piece.largest, piece.end - upper, piece.end, side, medians};
  return lower < upper ? Parts<Word>{below, above} : Parts<Word>{above, below};
}

/// Each piece on the stack is at least as long as those above it together, so lengths at least double downwards.
inline constexpr unsigned stack_size = 32;

}  // namespace farfirst::cuda::quicksort
