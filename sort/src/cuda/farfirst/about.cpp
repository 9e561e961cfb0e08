// cuda.farfirst: what it is.
#include <farfirst/sort.h>

namespace farfirst::cuda::farfirst {

const Algorithm& about() noexcept {
  static constexpr Parameter parameters[] = {
      {.name = "rank",
       .meaning =
           "how a warp ranks equal digits: 1 = by documented operations; 2 = by shared atomics whose results come "
           "in the order of lanes, where the GPU passes a test of that, else 1; one tile of 16 is checked, and all "
           "from the first on that is not in order; 3 = so without a test, all tiles checked; 0 = 2",
       .maximum = 3},
      {.name = "tile",
       .meaning = "threads and items of a tile: 0 = by n and GPU; 1 = 512 x 16, 2 = 512 x 8, 3 = 256 x 8",
       .maximum = 3},
      {.name = "bounds",
       .meaning = "the range of keys: 1 = from the bounds of a distance job that has them, 0 = always from the keys",
       .maximum = 1,
       .default_value = 1},
      {.name = "launches",
       .meaning = "the passes behind a sweep: 1 = all in one launch, 2 = one for each stage, as in calls that are "
                  "traced, 0 = 1",
       .maximum = 2},
      {.name = "sweep",
       .meaning =
           "a sweep before the passes counts digits: 1 = always; 2 = not where the digits of the call before tell "
           "about how many there will be; 0 = 2 for more than 16 million elements, else 1",
       .maximum = 2},
      {.name = "hybrid",
       .meaning =
           "1 = up to 16 million elements by the hybrid path, where the pivots of the call before fit; 0 = by the "
           "passes alone, which the parameters above are for",
       .maximum = 1,
       .default_value = 1},
      {.name = "bucket",
       .meaning = "elements of a bucket of the hybrid path are 2 to this on the average: 9 to 13; 0 = by n",
       .maximum = 13},
      {.name = "scatter",
       .meaning =
           "tile of the distribution: 0 = by n; 1 = 256 x 4, 2 = 512 x 4, 3 = 512 x 8, 4 = 1024 x 8, 5 = 1024 x 16",
       .maximum = 5},
      {.name = "values",
       .meaning = "1 = where the hybrid path rests and keys have up to 512 values, numbers of these are sorted; 0 = "
                  "digits always",
       .maximum = 1,
       .default_value = 1},
  };
  static constexpr Algorithm algorithm{
      .id = "cuda.farfirst",
      .title = "Farfirst's own sort",
      .backend = Backend::cuda,
      .needs = {Backend::cuda},
      .forms = {Form::argsort, Form::distance},
      .stable = true,
      .max_n = (1u << 30) - 1,
      .auto_rank = 60,
      .cost = "O(n); where the hybrid path cannot be gone O(n * bits that differ / 9)",
      .source =
          "own; one distribution and a sort on chip after Sintorn, Assarsson 2007; passes as in Adinets, Merrill: "
          "Onesweep, 2022, with the look-back of Merrill, Garland 2016",
      .notes =
          "Up to 16 million elements go into buckets by pivots that the call before left in `state`, and each bucket "
          "is sorted on chip, in parts if it has become too large; the first call, and those whose keys have become "
          "others or are too much alike, are sorted by passes, least significant digit first, over the bits that "
          "differ, or, from 384 k on where keys have up to 512 values, by one pass over the numbers of these. Which it "
          "is is decided on the device. Scratch: 32 to 35 bytes an element up to 16 million; beyond, "
          "as much as for these, but at least 18 bytes an element; for distance jobs 4 more up to 16 million, where "
          "keys "
          "of triangles lie. Bounds of a distance job that do not hold cost milliseconds, never the order.",
      .parameters = parameters,
  };
  return algorithm;
}

}  // namespace farfirst::cuda::farfirst
