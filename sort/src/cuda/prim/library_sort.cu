// See library_sort.h.
#include "cuda/prim/library_sort.h"

#include "cuda/launch.h"
#include "cuda/prim/indices.h"

namespace farfirst::cuda {
namespace {

bool is_argsort(Form form) { return form == Form::argsort || form == Form::argsort64; }
bool has_values(Form form) { return form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs; }
std::size_t key_bytes(Form form) {
  return form == Form::argsort64 || form == Form::pairs64 || form == Form::keys64 ? 8 : 4;
}

/// The library writes neither its keys nor its values.
class LibrarySort final : public core::Implementation {
 public:
  LibrarySort(CudaDevice& device, const core::MakeOptions& options, LibraryCall call, std::string_view pass)
      : device_(device), call_(call), pass_(pass), form_(options.form), max_n_(options.max_n) {
    if (max_n_ == 0) return;
    // The query gets addresses that belong to no array, since the library only checks whether there are values.
    static std::uint32_t somewhere = 0;
    LibraryArrays arrays{.keys = &somewhere,
                         .sorted_keys = &somewhere,
                         .n = max_n_,
                         .bits = sorted_bits({}, static_cast<unsigned>(8 * key_bytes(form_)))};
    if (is_argsort(form_) || has_values(form_)) arrays.values = arrays.sorted_values = &somewhere;
    FARFIRST_CUDA(call_(nullptr, temporary_bytes_, arrays, device_.stream()));
    std::size_t scratch = core::aligned(temporary_bytes_);
    if (is_argsort(form_)) {
      indices_ = Indices(device, max_n_);
      requirements_.own = indices_.bytes();
      scratch += max_n_ * key_bytes(form_);
    }
    requirements_.scratch = {scratch};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    LibraryArrays arrays{.keys = data<const void>(job.keys),
                         .sorted_keys = data<void>(job.sorted_keys),
                         .n = job.n,
                         .bits = sorted_bits(job.key_bits, static_cast<unsigned>(8 * key_bytes(form_)))};
    std::byte* scratch = data<std::byte>(job.scratch[0]);
    if (has_values(form_)) {
      arrays.values = data<const std::uint32_t>(job.values);
      arrays.sorted_values = data<std::uint32_t>(job.sorted_values);
    } else if (is_argsort(form_)) {
      if (!job.sorted_keys) arrays.sorted_keys = scratch + core::aligned(temporary_bytes_);
      arrays.values = indices_.data();
      arrays.sorted_values = data<std::uint32_t>(job.order);
    }
    call.passes.begin(pass_);
    std::size_t bytes = temporary_bytes_;
    FARFIRST_CUDA(call_(scratch, bytes, arrays, device_.stream()));
    device_.after_launch();
  }

 private:
  CudaDevice& device_;
  const LibraryCall call_;
  const std::string_view pass_;
  const Form form_;
  const std::uint32_t max_n_;
  std::size_t temporary_bytes_ = 0;
  Indices indices_;
};

}  // namespace

std::unique_ptr<core::Implementation> make_library_sort(CudaDevice& device, const core::MakeOptions& options,
                                                        LibraryCall call, std::string_view pass) {
  return std::make_unique<LibrarySort>(device, options, call, pass);
}

}  // namespace farfirst::cuda
