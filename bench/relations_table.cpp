// See relations_table.h.
#include "relations_table.h"

#include <algorithm>

namespace farfirst::bench {

namespace {

constexpr std::uint32_t k = 1024, M = 1024 * 1024;

// ---- The entries, as the papers set them up and as they are today
const std::string hybrid = "cuda.hybrid";
const std::string hybrid_then =
    "cuda.hybrid:sublists=1024:histogram_bins=1024:refinements=1:block_counters=0:shared_merge=0";
const std::string bitonic = "cuda.bitonic";
const std::string bitonic_then = "cuda.bitonic:strides=1:tile=6";  // GPUSort: one pass over memory for each step
const std::string radix = "cuda.radix_split";                      // 4 bits a pass, as in 2007
const std::string quick = "cuda.quicksort";
const std::string sample = "cuda.sample_sort";
const std::string sample_then =
    "cuda.sample_sort:buckets=128:small=131072:oversampling=30:threads=256:elements=8:staged=0:cells=0";
const std::string merge = "cuda.merge_sort";
const std::string bbsort = "cuda.bbsort";

const std::vector<std::string> partition_passes = {"shuffle", "minimum and maximum", "histogram", "pivots",
                                                   "count",   "further rounds",      "clear",     "reposition"};
const std::vector<std::string> merge_passes = {"sort vectors", "merge in global memory"};
const std::vector<std::string> feedback_passes = {"samples", "partition", "join", "set sublists apart"};

// ---- Setups
Setup floats(const std::string& entry, const std::string& input, std::uint32_t n) {
  return {entry, Form::paper_keys, input, n};
}
Setup indices(const std::string& entry, const std::string& input, std::uint32_t n) {
  return {entry, Form::argsort, input, n};
}

// ---- Quantities
double sum_of(const Row& row, const std::vector<std::string>& passes) {
  double sum = 0;
  for (const PassRow& pass : row.passes) {
    if (std::find(passes.begin(), passes.end(), pass.name) != passes.end()) sum += pass.milliseconds;
  }
  return sum;
}
double sum_of_all(const Row& row) {
  double sum = 0;
  for (const PassRow& pass : row.passes) sum += pass.milliseconds;
  return sum;
}

/// How many times as long `slow` takes.
Quantity times_as_long(const Setup& slow, const Setup& fast) {
  return {{slow, fast}, [](std::span<const Row* const> rows) { return rows[0]->time.median / rows[1]->time.median; }};
}
/// What the first takes of both together.
Quantity share_of_both(const Setup& first, const Setup& second) {
  return {{first, second}, [](std::span<const Row* const> rows) {
            return rows[0]->time.median / (rows[0]->time.median + rows[1]->time.median);
          }};
}
/// How many times as long it is from the call until the host knows the result.
Quantity times_as_long_for_the_host(const Setup& slow, const Setup& fast) {
  return {{slow, fast}, [](std::span<const Row* const> rows) { return rows[0]->wall.median / rows[1]->wall.median; }};
}
/// The slowest of `setups` against the first.
Quantity worst_against_first(const std::vector<Setup>& setups) {
  return {setups, [](std::span<const Row* const> rows) {
            double worst = 0;
            for (const Row* row : rows) worst = std::max(worst, row->time.median);
            return worst / rows[0]->time.median;
          }};
}
/// The first against the fastest of the others.
Quantity first_against_best(const std::vector<Setup>& setups) {
  return {setups, [](std::span<const Row* const> rows) {
            double best = rows[1]->time.median;
            for (const Row* row : rows.subspan(1)) best = std::min(best, row->time.median);
            return rows[0]->time.median / best;
          }};
}
Quantity share_of_passes(const Setup& setup, const std::vector<std::string>& passes) {
  return {{setup},
          [passes](std::span<const Row* const> rows) { return sum_of(*rows[0], passes) / sum_of_all(*rows[0]); }};
}
Quantity passes_as_long(const Setup& slow, const std::vector<std::string>& slow_passes, const Setup& fast,
                        const std::vector<std::string>& fast_passes) {
  return {{slow, fast}, [slow_passes, fast_passes](std::span<const Row* const> rows) {
            return sum_of(*rows[0], slow_passes) / sum_of(*rows[1], fast_passes);
          }};
}
/// How many times as long as one set of passes of another a sort takes.
Quantity in_passes_of(const Setup& sort, const Setup& other, const std::vector<std::string>& passes) {
  return {{sort, other},
          [passes](std::span<const Row* const> rows) { return rows[0]->time.median / sum_of(*rows[1], passes); }};
}
std::vector<Setup> on_all(const std::string& entry, Form form, const std::vector<std::string>& inputs,
                          std::uint32_t n) {
  std::vector<Setup> setups;
  for (const std::string& input : inputs) setups.push_back({entry, form, input, n});
  return setups;
}

const std::string workshop = "Hybrid, 2007", journal = "Hybrid, 2008", quicksort_paper = "GPU-Quicksort",
                  sample_paper = "Sample sort", survey = "Misic, Tomasevic", own = "an aim of ours";

std::vector<Relation> hybrid_relations() {
  return {
      {"1a", workshop, "beats bitonic GPUSort above 512 k keys (both as published, 1 M)", "1.38 to 2.03 at 1.54 M",
       times_as_long(floats(bitonic_then, "uniform", M), floats(hybrid_then, "uniform", M)), 1, 0,
       "1,024 sublists leave most of today's multiprocessors without a merge to do"},
      {"1b", workshop, "more than twice as fast as GPUSort from 4 M (both as published, 8 M)", "1.77 to 3.14 at 5 M",
       times_as_long(floats(bitonic_then, "uniform", 8 * M), floats(hybrid_then, "uniform", 8 * M)), 2, 0,
       "1,024 sublists leave most of today's multiprocessors without a merge to do"},
      {"1c", workshop, "the same, both tuned for this GPU, with indices", "1.77 to 3.14 at 5 M",
       times_as_long(indices(bitonic, "uniform", 8 * M), indices(hybrid, "uniform", 8 * M)), 2, 0,
       "the network's steps in registers and shared memory save more passes over memory than the hybrid does"},
      {"2", workshop, "the radix sort of 2007 is up to 40 % slower at 8 M", "1.10 to 1.20",
       times_as_long(floats(radix, "uniform", 8 * M), floats(hybrid, "uniform", 8 * M)), 1, 0,
       "its scans were most of its time then; with today's shared memory and atomics a pass of 4 bits costs little "
       "more than a copy"},
      {"3", workshop, "6 to 14 times as fast as quicksort on one CPU core, 8 M", "6 to 14",
       times_as_long(floats("cpu.qsort", "uniform", 8 * M), floats(hybrid, "uniform", 8 * M)), 6, 0,
       "the GPU has outgrown the core by less than in 2007"},
      {"4", workshop, "the shuffle is about 10 % of the time (5 M distances)", "0.082 to 0.088",
       share_of_passes(indices(hybrid_then + ":shuffle=1", model_input, 5 * M), {"shuffle"}), 0.03, 0.2,
       "the other passes have become faster or slower than random access has"},
      {"5", workshop, "without the shuffle, distances of a model can be slow (5 M)", "0.94 to 2.7",
       times_as_long(indices(hybrid_then, model_input, 5 * M), indices(hybrid_then + ":shuffle=1", model_input, 5 * M)),
       1, 0, "neighbours increment the same counter, but atomics now meet in the cache, at little cost"},
      {"6", workshop, "below 512 k others win (256 k)", "",
       first_against_best({floats(hybrid, "uniform", 256 * k), floats(radix, "uniform", 256 * k),
                           floats(bitonic, "uniform", 256 * k)}),
       1, 0, "its few passes cost fewer launches than the others' many"},
      {"7a", journal, "2.5 times as fast as bitonic at 8 M (tuned)", "1.93 to 3.43",
       times_as_long(floats(bitonic, "uniform", 8 * M), floats(hybrid, "uniform", 8 * M)), 2.5, 0,
       "the network's steps in registers and shared memory save more passes over memory than the hybrid does"},
      {"7b", journal, "6 times as fast as the C++ library on one core at 8 M", "4.7 to 6.2",
       times_as_long(floats("cpu.std_sort", "uniform", 8 * M), floats(hybrid, "uniform", 8 * M)), 6, 0,
       "the GPU has outgrown the core by less than in 2008"},
      {"8a", journal,
       "the bucketsort partitions about 45 % faster than the quicksort of geometry shaders (1,024 parts, 1 M)", "1.45",
       passes_as_long(indices("cuda.hybrid_tf:sublists=1024", "uniform", M), feedback_passes,
                      indices(hybrid_then, "uniform", M), partition_passes),
       1.45, 0, "with all pivots chosen first, the quicksort takes few passes"},
      {"8b", journal, "the same at 8 M", "1.45",
       passes_as_long(indices("cuda.hybrid_tf:sublists=1024", "uniform", 8 * M), feedback_passes,
                      indices(hybrid_then, "uniform", 8 * M), partition_passes),
       1.45, 0, "with all pivots chosen first, the quicksort takes few passes"},
      {"8c", journal, "the same against GPU-Quicksort's first phase, which has no geometry shaders (8 M)", "1.45",
       passes_as_long(floats(quick + ":max_sequences=1024", "uniform", 8 * M), {"phase one"},
                      floats(hybrid_then, "uniform", 8 * M), partition_passes),
       1.45, 0, "its quicksort was one of geometry shaders; the one measured here is GPU-Quicksort's first phase"},
      {"9",
       journal,
       "two GPUs are 1.8 times as fast as one",
       "1.49 to 1.80",
       {},
       0,
       0,
       "not measured: the hybrid over several GPUs is not built yet"},
      {"10", journal, "the histogram is a small part of the time (8 M)", "0.029",
       share_of_passes(floats(hybrid_then, "uniform", 8 * M), {"histogram"}), 0, 0.06,
       "counting has not become faster as merging has"},
      {"11", journal, "bringing the keys to the GPU and back is about 10 % of the time (8 M)", "0.1",
       share_of_both(floats(transfer, "uniform", 8 * M), floats(hybrid, "uniform", 8 * M)), 0.05, 0.2,
       "sorting has become faster by far more than the way to the GPU has"},
      {"12a", journal, "merging vectors of 4 is about 4 times as fast as merging single floats (8 M)", "4",
       passes_as_long(floats(hybrid + ":shared_merge=0:vector=1", "uniform", 8 * M), merge_passes,
                      floats(hybrid + ":shared_merge=0", "uniform", 8 * M), merge_passes),
       2, 0, "caches now serve the single floats of neighbouring threads, which cost a transaction each in 2007"},
      {"12b", journal, "1,024 sublists were best on 32 processors; more processors need more (8 M: 16 k)", "",
       times_as_long(floats(hybrid + ":sublists=1024", "uniform", 8 * M),
                     floats(hybrid + ":sublists=16384", "uniform", 8 * M)),
       1, 0, "the last merges are not what limits it here"},
  };
}

std::vector<Relation> quicksort_relations() {
  const auto on = [](const std::string& input) { return floats(quick, input, 8 * M); };
  return {
      {"13", quicksort_paper, "up to 10 times as fast as introsort on one core (8 M)", "10",
       times_as_long(floats("cpu.std_sort", "uniform", 8 * M), on("uniform")), 10, 0,
       "the GPU has outgrown the core by less than then"},
      {"14a", quicksort_paper, "constant keys take two passes: under a fifth of the time of uniform ones (8 M)", "",
       times_as_long(on("zero"), on("uniform")), 0, 0.2, "what does not depend on the keys is most of the time"},
      {"14b", quicksort_paper, "no distribution is bad for it: none over 1.5 times the time of uniform keys (8 M)", "",
       worst_against_first(on_all(quick, Form::paper_keys,
                                  {"uniform", "gaussian", "zero", "bucket", "staggered", "sorted", "few_unique"},
                                  8 * M)),
       0, 1.5, "pivots between the smallest and the largest key halve uneven keys badly at first"},
      {"15a", quicksort_paper, "the hybrid is very good on uniform keys (8 M, tuned)", "",
       times_as_long(on("uniform"), floats(hybrid, "uniform", 8 * M)), 1, 0,
       "quicksort's second phase in shared memory is cheaper than merging lists in global memory"},
      {"15b", quicksort_paper, "the hybrid loses to quicksort on staggered keys (8 M, as published)", "",
       times_as_long(floats(hybrid_then, "staggered", 8 * M), on("staggered")), 1, 0,
       "its histogram sees the distribution, whatever the sequence"},
      {"15c", quicksort_paper, "the hybrid is immensely slow on constant keys (1 M, as published)", "",
       times_as_long(floats(hybrid_then, "zero", M), floats(hybrid_then, "uniform", M)), 10, 0,
       "wholly constant input is answered at once"},
      {"15d", quicksort_paper, "the hybrid is immensely slow on sorted keys (8 M, as published)", "",
       times_as_long(floats(hybrid_then, "sorted", 8 * M), floats(hybrid_then, "uniform", 8 * M)), 2, 0,
       "neighbours increment the same counter, but atomics now meet in the cache, at little cost"},
      {"15e", quicksort_paper, "shuffling does not help it on constant keys (1 M, as published)", "",
       times_as_long(floats(hybrid_then + ":shuffle=1", "zero", M), floats(hybrid_then, "zero", M)), 0.9, 0, ""},
      {"16a", quicksort_paper, "bitonic takes the same time for any keys (8 M: sorted against uniform)", "1",
       times_as_long(floats(bitonic, "sorted", 8 * M), floats(bitonic, "uniform", 8 * M)), 0.85, 1.15, ""},
      {"16b", quicksort_paper, "bitonic pays for the next power of two (4 M + 1 against 4 M)", "2",
       times_as_long(floats(bitonic, "uniform", 4 * M + 1), floats(bitonic, "uniform", 4 * M)), 1.7, 0, ""},
      {"17a", quicksort_paper, "quicksort gains on sorted keys (8 M: sorted against uniform)", "",
       times_as_long(on("sorted"), on("uniform")), 0, 1, ""},
      {"17b", quicksort_paper, "radix gains on sorted keys (8 M: sorted against uniform)", "",
       times_as_long(floats(radix, "sorted", 8 * M), floats(radix, "uniform", 8 * M)), 0, 1, ""},
      {"17c", quicksort_paper, "models' distances behave like synthetic keys (5 M, against uniform)", "",
       times_as_long(floats(quick, model_input, 5 * M), floats(quick, "uniform", 5 * M)), 0.67, 1.5, ""},
  };
}

std::vector<Relation> sample_sort_relations() {
  const auto on = [](const std::string& entry, const std::string& input) { return indices(entry, input, 8 * M); };
  const auto wide = [](const std::string& entry) { return Setup{entry, Form::argsort64, "uniform", 8 * M}; };
  return {
      {"18a", sample_paper, "faster than Thrust's merge sort, with values, uniform (8 M; CUB's merge sort)",
       "1.25 to 1.68", times_as_long(on("cuda.cub_merge", "uniform"), on(sample, "uniform")), 1.25, 0, ""},
      {"18b", sample_paper, "the same against the merge sort of 2009 (8 M)", "1.25 to 1.68",
       times_as_long(on(merge, "uniform"), on(sample, "uniform")), 1.25, 0, ""},
      {"18c", sample_paper, "the same with the paper's parameters (8 M; CUB's merge sort)", "1.25 to 1.68",
       times_as_long(on("cuda.cub_merge", "uniform"), on(sample_then, "uniform")), 1.25, 0,
       "its buckets of 131,072 go through many more passes of quicksort than fit today's shared memory needs"},
      {"18d", sample_paper, "never slower on sorted keys, its worst case (8 M; CUB's merge sort)", "1.3",
       times_as_long(on("cuda.cub_merge", "sorted"), on(sample, "sorted")), 1, 0, ""},
      {"19a", sample_paper, "more than twice as fast as GPU-Quicksort on uniform keys (8 M)", "2",
       times_as_long(on(quick, "uniform"), on(sample, "uniform")), 2, 0, ""},
      {"19b", sample_paper, "more than twice as fast as the hybrid on uniform keys (8 M)", "2",
       times_as_long(on(hybrid, "uniform"), on(sample, "uniform")), 2, 0,
       "the hybrid is tuned here; with its published 1,024 sublists see 19c"},
      {"19c", sample_paper, "the same, the hybrid as published (8 M)", "2",
       times_as_long(on(hybrid_then, "uniform"), on(sample, "uniform")), 2, 0, ""},
      {"20a", sample_paper, "radix is faster on 32-bit keys (8 M; radix of 2009 against sample sort)", "under 1",
       times_as_long(on(radix, "uniform"), on(sample, "uniform")), 0, 1,
       "8 passes of 4 bits move each element 8 times; sample sort moves it twice; today's radix sort is 20b"},
      {"20b", sample_paper, "the same with today's radix sort (8 M; CUB)", "under 1",
       times_as_long(on("cuda.cub_radix", "uniform"), on(sample, "uniform")), 0, 1, ""},
      {"20c", sample_paper, "radix loses on deterministic duplicates (8 M; CUB)", "over 1",
       times_as_long(on("cuda.cub_radix", "duplicates"), on(sample, "duplicates")), 1, 0,
       "onesweep copies a tile whose keys share a digit, and sweeps but once a pass"},
      {"20d", sample_paper, "on 64-bit keys at least 63 % faster than Thrust's radix sort (8 M)", "1.63 to 2",
       times_as_long(wide("cuda.thrust"), wide(sample)), 1.63, 0,
       "onesweep reads and writes each element once a pass, half of what the radix sort of 2009 did"},
      {"21a", sample_paper, "bbsort is competitive on uniform keys (8 M; against sample sort)", "",
       times_as_long(on(bbsort, "uniform"), on(sample, "uniform")), 0, 1.5,
       "its scatter writes single elements all over memory"},
      {"21b", sample_paper, "bbsort degrades on staggered keys (8 M, against uniform)", "",
       times_as_long(on(bbsort, "staggered"), on(bbsort, "uniform")), 1.1, 0,
       "its buckets are of equal width, and staggered keys are uniform as a whole; only their sequence differs"},
      {"21c", sample_paper, "bbsort collapses on duplicates (8 M, against uniform)", "",
       times_as_long(on(bbsort, "duplicates"), on(bbsort, "uniform")), 3, 0, ""},
      {"22",
       sample_paper,
       "a card of 1.7 times the bandwidth speeds radix by 25 to 30 %, merge and sample by 18 %",
       "1.18 to 1.30",
       {},
       0,
       0,
       "needs another card"},
  };
}

std::vector<Relation> survey_relations() {
  const auto on = [](const std::string& entry, const std::string& input) { return floats(entry, input, 8 * M); };
  return {
      {"23a", survey, "radix is the fastest (8 M; the best of quicksort and merge sort against it)", "over 1",
       first_against_best({on(radix, "uniform"), on(quick, "uniform"), on(merge, "uniform")}), 0, 1,
       "4 bits a pass are eight passes; today's radix sort is 20b"},
      {"23b", survey, "radix is the most stable: no distribution over 1.3 times uniform (8 M)", "",
       worst_against_first(on_all(radix, Form::paper_keys,
                                  {"uniform", "gaussian", "zero", "sorted", "reverse", "nearly_sorted", "few_unique"},
                                  8 * M)),
       0, 1.3, ""},
      {"23c", survey, "quicksort and merge sort are about as fast as each other (8 M)", "1",
       times_as_long(on(quick, "uniform"), on(merge, "uniform")), 0.67, 1.5, ""},
      {"23d", survey, "few different keys hurt quicksort (8 M, against uniform)", "over 1",
       times_as_long(on(quick, "few_unique"), on(quick, "uniform")), 1, 0,
       "pivots that are keys take all of their equals out"},
      {"23e", survey, "3 to 5 times as fast as the C library's quicksort (8 M; merge sort)", "3 to 5",
       times_as_long(on("cpu.qsort", "uniform"), on(merge, "uniform")), 3, 0, ""},
      {"23f", survey, "below 10 k elements the C library's quicksort wins (1 k; quicksort, time of the host)",
       "under 1", times_as_long_for_the_host(floats("cpu.qsort", "uniform", k), floats(quick, "uniform", k)), 0, 1,
       "launching has become cheaper than 1,000 elements are to sort"},
  };
}

std::vector<Relation> opengl_relations() {
  const std::string form_of_paper = "gl.quicksort_tf:form=1";
  return {
      {"G1", own, "OpenGL's radix sort has at least 0.6 of the speed of CUB's (8 M)", "",
       times_as_long(indices("cuda.cub_radix", "uniform", 8 * M), indices("gl.radix", "uniform", 8 * M)), 0.6, 0, ""},
      {"G2", own, "quicksort by transform feedback gains twice or more by choosing all pivots first (1 M)", "",
       times_as_long(indices(form_of_paper, "uniform", M), indices("gl.quicksort_tf", "uniform", M)), 2, 0, ""},
      {"G3", own, "64 k elements are sorted in the time of 25 passes of a partition or less", "",
       in_passes_of(indices("gl.quicksort_tf", "uniform", 64 * k),
                    indices("gl.quicksort_tf:levels=1", "uniform", 64 * k), {"partition"}),
       0, 25, ""},
  };
}

}  // namespace

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all = [] {
    std::vector<Relation> list;
    for (const auto& part :
         {hybrid_relations(), quicksort_relations(), sample_sort_relations(), survey_relations(), opengl_relations()}) {
      list.insert(list.end(), part.begin(), part.end());
    }
    return list;
  }();
  return all;
}

}  // namespace farfirst::bench
