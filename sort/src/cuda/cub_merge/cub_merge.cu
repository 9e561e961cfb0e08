// cuda.cub_merge: CUB's DeviceMergeSort, the reference among comparison sorts.
#include "cuda/launch.h"
#include "cuda/prim/pack.h"
#include "merge.cuh"

namespace farfirst::cuda::cub_merge {

cudaError_t sort_words(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<std::uint32_t>(temporary, bytes, arrays, stream);
}

cudaError_t sort_floats(void* temporary, std::size_t& bytes, const LibraryArrays& arrays, cudaStream_t stream) {
  return sort<float>(temporary, bytes, arrays, stream);
}

namespace {

/// The argsort by packed words.
class PackedSort final : public core::Implementation {
 public:
  PackedSort(CudaDevice& device, const core::MakeOptions& options)
      : device_(device), words_bytes_(core::aligned(options.max_n * sizeof(Word))) {
    if (options.max_n == 0) return;
    FARFIRST_CUDA(sort_packed(nullptr, temporary_bytes_, nullptr, nullptr, options.max_n, device_.stream()));
    requirements_.scratch = {words_bytes_ + temporary_bytes_};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    Word* words = data<Word>(job.scratch[0]);
    std::byte* temporary = data<std::byte>(job.scratch[0]) + words_bytes_;
    call.passes.begin("merge sort");
    std::size_t bytes = temporary_bytes_;
    FARFIRST_CUDA(sort_packed(temporary, bytes, data<const std::uint32_t>(job.keys), words, job.n, device_.stream()));
    device_.after_launch();
    call.passes.begin("unpack");
    unpack_words(device_, words, job.n, data<std::uint32_t>(job.order),
                 job.sorted_keys ? data<std::uint32_t>(job.sorted_keys) : nullptr);
  }

 private:
  CudaDevice& device_;
  const std::size_t words_bytes_;
  std::size_t temporary_bytes_ = 0;
};

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
  CudaDevice& cuda = cuda_device(device);
  if (options.form == Form::argsort && options["packed"] == 1) return std::make_unique<PackedSort>(cuda, options);
  return make_library_sort(cuda, options, call_for(options.form), "merge sort");
}

}  // namespace farfirst::cuda::cub_merge
