#pragma once
// What the last kernel of the hybrid path does for the radix passes in calls that do not try the path. Keys that have
// few distinct values are encoded, so that only one digit is left to sort: dictionary.cuh. Or memory is cleared for
// passes without a histogram: no_histogram.cuh.

#include <cuda_runtime.h>

#include <cstdint>

#include "dictionary.cuh"
#include "extent.cuh"
#include "hybrid/memory.h"
#include "no_histogram.cuh"

namespace farfirst::cuda::farfirst {

/// What is done for the radix passes if the path was not tried.
struct UntriedJob {
  DictionaryJob dictionary;
  bool encodes;  // keys that may have few values
  Regions regions;
  std::uint32_t* cleared;  // words of the first pass
};

/// Clears memory for passes without a histogram, if they are possible.
__device__ __forceinline__ void clear_memory(const UntriedJob& given, std::uint32_t n) {
  Counted counted = given.dictionary.counted;
  counted.n = n;
  counted.cleared = given.cleared;
  clear_for_no_histogram(counted, given.regions);
}

/// Encodes keys that may have few distinct values; one pass is left to do if they have.
template <bool plain>
__device__ __forceinline__ void encode_if_few_values(const UntriedJob& given, std::uint32_t n, const Ids& ids) {
  if constexpr (plain) {
    encode_keys<true>(given.dictionary);
  } else {
    encode_keys<false>(changed_copy(given.dictionary, [&](DictionaryJob& copy) {
      copy.counted.n = n;
      copy.counted.source.elements = with_view(copy.counted.source.elements);
      copy.ids = ids_of_elements(ids);
    }));
  }
}

}  // namespace farfirst::cuda::farfirst
