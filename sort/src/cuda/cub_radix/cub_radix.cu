// cuda.cub_radix: CUB's DeviceRadixSort, today's reference. Stable, so that indices as values give the one total order.
#include "radix.cuh"

namespace farfirst::cuda::cub_radix {

cudaError_t sort_words(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<std::uint32_t>(temporary, bytes, arrays, stream);
}

cudaError_t sort_floats(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<float>(temporary, bytes, arrays, stream);
}

namespace {

LibraryCall call_for(Form form) {
  switch (form) {
    case Form::argsort64:
    case Form::pairs64:
    case Form::keys64:
      return sort_wide;
    case Form::paper_keys:
    case Form::paper_pairs:
      return sort_floats;
    default:
      return sort_words;
  }
}

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return make_library_sort(cuda_device(device), options, call_for(options.form), "radix sort");
}

}  // namespace farfirst::cuda::cub_radix
