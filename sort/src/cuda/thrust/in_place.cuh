#pragma once
// The call of Thrust, for any type of keys.
//
// Thrust allocates inside its sorts. Its allocator here provides the sorter's scratch. To find the required size, the
// allocator refuses Thrust's first request.

#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/system/system_error.h>

#include <new>

#include "calls.h"

namespace farfirst::cuda::thrust {

/// Thrown by an allocator without memory: it reports the size that Thrust requested.
struct Asked {};

/// Provides one piece of memory, once; Thrust makes one request per sort.
class Allocator {
 public:
  using value_type = char;
  Allocator(void* memory, std::size_t& bytes) : memory_(static_cast<char*>(memory)), bytes_(bytes) {}
  char* allocate(std::ptrdiff_t wanted) {
    if (memory_ == nullptr) {
      bytes_ = static_cast<std::size_t>(wanted);
      throw Asked();
    }
    if (static_cast<std::size_t>(wanted) > bytes_) throw std::bad_alloc();
    return memory_;
  }
  void deallocate(char*, std::size_t) {}

 private:
  char* memory_;
  std::size_t& bytes_;
};

template <class Key>
void sort_in_place(Allocator& allocator, const LibraryArrays& arrays, cudaStream_t stream) {
  const auto policy = ::thrust::cuda::par_nosync(allocator).on(stream);
  Key* keys = static_cast<Key*>(arrays.sorted_keys);
  if (arrays.sorted_values == nullptr) {
    ::thrust::stable_sort(policy, keys, keys + arrays.n);
  } else {
    ::thrust::stable_sort_by_key(policy, keys, keys + arrays.n, arrays.sorted_values);
  }
}

template <class Key>
cudaError_t sort(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  if (temporary != nullptr) {
    cudaMemcpyAsync(arrays.sorted_keys, arrays.keys, arrays.n * sizeof(Key), cudaMemcpyDeviceToDevice, stream);
    if (arrays.values != nullptr) {
      cudaMemcpyAsync(arrays.sorted_values, arrays.values, arrays.n * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice,
                      stream);
    }
  }
  Allocator allocator(temporary, bytes);
  try {
    sort_in_place<Key>(allocator, arrays, stream);
  } catch (const Asked&) {
  } catch (const ::thrust::system_error& error) {
    return static_cast<cudaError_t>(error.code().value());
  }
  return cudaSuccess;
}

}  // namespace farfirst::cuda::thrust
