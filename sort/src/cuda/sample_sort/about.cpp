// cuda.sample_sort: what it is.
#include <farfirst/forms.h>

namespace farfirst::cuda::sample_sort {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "buckets",
       .meaning =
           "k, the number of buckets of a distribution: a power of two from 16 (the paper: 128); 0 = chosen from n",
       .maximum = 1024},
      {.name = "small",
       .meaning = "M, buckets of up to so many elements are not distributed further (the paper: 131072); 0 = as many "
                  "as fit into the shared memory of a block",
       .maximum = 1 << 24},
      {.name = "oversampling",
       .meaning = "a, samples per splitter (the paper: 30; 15 with 64-bit keys); 0 = as many as a block sorts",
       .maximum = 256},
      {.name = "threads", .meaning = "t, threads of a tile (the paper: 256); 0 = chosen", .maximum = 1024},
      {.name = "elements", .meaning = "l, elements of a thread: 4, 8 or 16 (the paper: 8); 0 = chosen", .maximum = 16},
      {.name = "counters",
       .meaning = "counter arrays of a tile (the paper: 8)",
       .minimum = 1,
       .maximum = 8,
       .default_value = 8},
      {.name = "staged",
       .meaning = "1 = the bucket numbers found for counting are kept, and a tile is sorted in shared memory before it "
                  "is written; 0 = as in the paper",
       .maximum = 1,
       .default_value = 1},
      {.name = "cells",
       .meaning = "1 = a block distributes its bucket once more, in shared memory; 0 = it sorts the whole bucket by a "
                  "network, as in the paper",
       .maximum = 1,
       .default_value = 1},
      {.name = "equality",
       .meaning =
           "1 = keys that make up whole buckets get buckets of their own, which are done; 0 = they do not, as in "
           "the paper",
       .maximum = 1,
       .default_value = 1},
      {.name = "strict",
       .meaning = "1 = M elements are distributed too, as in the paper (n < M is not); 0 = they are not",
       .maximum = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.sample_sort",
      .title = "Sample sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::argsort64, Form::pairs64, Form::keys, Form::keys64, Form::paper_keys,
                Form::paper_pairs},
      .deterministic = false,  // items of a bucket come in the sequence in which threads counted them
      .cost = "O(n log n) expected, log_k(n / M) distributions",
      .source = "Leischner, Osipov, Sanders: GPU sample sort, 2009 (IPDPS 2010)",
      .notes =
          "No input is known for which it is slow: equal keys get buckets of their own, and a random sample gives good "
          "splitters. Distributions are enqueued for the expected number of levels. If, by very bad luck, a bucket is "
          "still too large after them, one block sorts it by quicksort, which is slow: 131072 elements take 4.5 ms on "
          "an "
          "H200, and a distribution of as many 0.13. The paper's values: buckets=128 small=131072 oversampling=30 "
          "threads=256 elements=8 staged=0 cells=0 equality=0 strict=1.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::sample_sort
