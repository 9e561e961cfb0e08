// Description of cuda.radix_merge.
#include <farfirst/forms.h>

namespace farfirst::cuda::radix_merge {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "tile",
       .meaning = "items that a block sorts by radix, rounded down to a power of two",
       .minimum = 1024,
       .maximum = 4096,
       .default_value = 4096},
      {.name = "distance",
       .meaning = "items of the result that a block merges",
       .minimum = 256,
       .maximum = 8192,
       .default_value = 4096},
      {.name = "ranks",
       .meaning = "how items are merged: 0 = a thread merges 16 items one by one; 1 = a binary search per item",
       .maximum = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.radix_merge",
      .title = "Radix sort of blocks, then merges",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::pairs, Form::keys, Form::keys64, Form::paper_keys, Form::paper_pairs},
      .features = {Feature::key_bits},
      .stable = true,
      .cost = "O(n * (key bits + log(n / tile)))",
      .source =
          "Harris et al., Parallel prefix sum with CUDA, GPU Gems 3, 2007, as the baseline Radix-Merge of Cederman & "
          "Tsigas, section 5.2",
      .notes =
          "Takes the same steps for any keys. The papers at hand say only that blocks are sorted by radix and then "
          "merged; the merges are those of cuda.merge_sort.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::radix_merge
