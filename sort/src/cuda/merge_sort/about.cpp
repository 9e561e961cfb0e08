// Description of cuda.merge_sort.
#include <farfirst/forms.h>

namespace farfirst::cuda::merge_sort {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "tile",
       .meaning = "items that a block sorts, rounded down to a power of two; published: 256",
       .minimum = 256,
       .maximum = 8192,
       .default_value = 8192},
      {.name = "network",
       .meaning = "how a block sorts: 0 = an odd-even network in registers, then merges in shared memory; 1 = an "
                  "odd-even network throughout, as published",
       .maximum = 1},
      {.name = "distance",
       .meaning = "distance of splitters, in items; published: 256",
       .minimum = 256,
       .maximum = 8192,
       .default_value = 4096},
      {.name = "samples",
       .meaning = "splitters lie at equal distances: 0 = in the result; 1 = in both runs, at most 4096, as published",
       .maximum = 1},
      {.name = "ranks",
       .meaning = "how items are merged: 0 = a thread merges 16 items one by one; 1 = a binary search per item, as "
                  "published",
       .maximum = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.merge_sort",
      .title = "Merge sort, merges cut by splitters",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::keys, Form::keys64, Form::paper_keys, Form::paper_pairs},
      .cost = "O(n log n)",
      .source =
          "Satish, Harris, Garland, Designing efficient sorting algorithms for manycore GPUs, IPDPS "
          "2009, as described by Misic & Tomasevic, section IV.B, and Leischner, Osipov, Sanders, "
          "section 3",
      .notes =
          "Takes the same steps for any keys. The defaults suit today's GPUs; "
          "network=1 tile=256 samples=1 distance=256 ranks=1 is the published "
          "sort.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::merge_sort
