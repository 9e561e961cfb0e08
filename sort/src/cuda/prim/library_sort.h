#pragma once
// An entry made from a library sort of the toolkit. The library's calls sort keys, with values or without, from arrays
// to other arrays, with temporary memory whose size they report. This adds the rest of an entry: the indices as values,
// and memory for sorted keys that the job does not request. Calls with values must be stable.

#include <memory>

#include "cuda/device.h"
#include "cuda/prim/key_bits.h"

namespace farfirst::cuda {

/// The arrays of a call. The keys are of the form's type; without values both are null.
struct LibraryArrays {
  const void* keys = nullptr;
  void* sorted_keys = nullptr;
  const std::uint32_t* values = nullptr;
  std::uint32_t* sorted_values = nullptr;
  std::uint32_t n = 0;
  SortedBits bits{};  // those by which a radix sort may sort
};

/// With `temporary` null it returns the bytes that it needs, and does nothing; otherwise it enqueues the sort.
using LibraryCall = cudaError_t (*)(void* temporary, std::size_t& bytes, const LibraryArrays& arrays,
                                    cudaStream_t stream);

/// `pass` names the one pass of the sort; a literal.
std::unique_ptr<core::Implementation> make_library_sort(CudaDevice& device, const core::MakeOptions& options,
                                                        LibraryCall call, std::string_view pass);

}  // namespace farfirst::cuda
