#pragma once
// The choice of pivots (section 5.2 of the paper). For host and device.
//
// The paper takes the mean of smallest and largest element in phase one and the median of three in phase two. Both can
// fail: the mean because of outliers, the median on sequences made for that. So each falls back to another choice, and
// every sequence shrinks: see Pivot.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::quicksort {

enum class Pivot : std::uint32_t {
  mean,    // of the smallest and the largest element: between them, so what is
           // below and what is above is less
  median,  // of the first, the middle and the last element: it is one of them,
           // so what is below and above is less
  middle,  // of the range in which the elements lie: halves that range, so it
           // ends after as many steps as a word has bits
};

template <class Word>
FARFIRST_HOST_DEVICE constexpr Word median_of_three(Word a, Word b, Word c) {
  const Word low = a < b ? a : b;
  const Word high = a < b ? b : a;
  return c < low ? low : c < high ? c : high;
}

/// The pivot of the elements from `begin` up to `end`, at least one. They lie in the range from `smallest` to
/// `largest`, which for the mean are elements.
template <class Form, class Source>
FARFIRST_HOST_DEVICE typename Form::Word pivot_of(const Source& source, std::uint32_t begin, std::uint32_t end,
                                                  typename Form::Word smallest, typename Form::Word largest,
                                                  Pivot pivot) {
  switch (pivot) {
    case Pivot::mean:
      return Form::mean(smallest, largest);
    case Pivot::median:
      return median_of_three(source[begin], source[begin + (end - begin) / 2], source[end - 1]);
    case Pivot::middle:
      break;
  }
  return middle(smallest, largest);
}

/// Phase one: if a part has most of its parent's elements, the mean was a bad pivot.
constexpr Pivot pivot_for_part(std::uint32_t part, std::uint32_t parent) {
  return part > parent - parent / 8 ? Pivot::median : Pivot::mean;
}

/// Phase two: the maximum of medians of three in a row; a random sequence needs far fewer.
constexpr std::uint32_t medians_for(std::uint32_t elements) {
  std::uint32_t levels = 0;
  for (; elements != 0; elements /= 2) ++levels;
  return 2 * levels;
}

}  // namespace farfirst::cuda::quicksort
