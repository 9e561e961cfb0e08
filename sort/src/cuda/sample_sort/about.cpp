// Description of cuda.sample_sort.
#include <farfirst/forms.h>

namespace farfirst::cuda::sample_sort {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "buckets",
       .meaning =
           "k, the number of buckets of a distribution: a power of two from 16 (the paper: 128); 0 = chosen from n",
       .maximum = 1024},
      {.name = "small",
       .meaning = "M, the largest bucket that is not distributed further, in elements (the paper: 131072); 0 = as many "
                  "as fit into the shared memory of a block",
       .maximum = 1 << 24},
      {.name = "oversampling",
       .meaning = "a, samples per splitter (the paper: 30; 15 with 64-bit keys); 0 = as many as a block sorts",
       .maximum = 256},
      {.name = "threads", .meaning = "t, threads of a tile (the paper: 256); 0 = chosen", .maximum = 1024},
      {.name = "elements", .meaning = "l, elements of a thread: 4, 8 or 16 (the paper: 8); 0 = chosen", .maximum = 16},
      {.name = "counters",
       .meaning = "counter arrays per tile (the paper: 8)",
       .minimum = 1,
       .maximum = 8,
       .default_value = 8},
      {.name = "staged",
       .meaning = "1 = bucket numbers are kept from counting, and a tile is sorted in shared memory before it is "
                  "written; 0 = neither, as in the paper",
       .maximum = 1,
       .default_value = 1},
      {.name = "cells",
       .meaning = "1 = a block first distributes its bucket into cells, in shared memory; 0 = it sorts the bucket as a "
                  "whole by a network, as in the paper",
       .maximum = 1,
       .default_value = 1},
      {.name = "equality",
       .meaning =
           "1 = frequent keys get buckets of their own, which need no more sorting; 0 = they do not get them, as in "
           "the paper",
       .maximum = 1,
       .default_value = 1},
      {.name = "strict",
       .meaning = "1 = M elements are distributed, as in the paper, and only fewer are not; 0 = M are not either",
       .maximum = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.sample_sort",
      .title = "Sample sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::argsort64, Form::pairs64, Form::keys, Form::keys64, Form::paper_keys,
                Form::paper_pairs},
      .deterministic = false,  // items of a bucket keep the sequence in which threads counted them
      .cost = "O(n log n) expected, log_k(n / M) distributions",
      .source = "Leischner, Osipov, Sanders: GPU sample sort, 2009 (IPDPS 2010)",
      .notes =
          "Distributes elements into buckets by splitters from a random sample, until a block can sort each bucket. "
          "Equal keys get buckets of their own, so duplicates do not slow it down; no slow input is known. The host "
          "enqueues the expected number of distributions. In the unlikely case that a bucket is still too large, one "
          "block sorts it by quicksort. That is slow: on an H200, 131072 elements take 4.5 ms instead of 0.13 ms for "
          "another distribution. The paper's values: buckets=128 small=131072 oversampling=30 threads=256 elements=8 "
          "staged=0 cells=0 equality=0 strict=1.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::sample_sort
