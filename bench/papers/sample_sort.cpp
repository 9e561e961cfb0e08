// N. Leischner, V. Osipov, P. Sanders: GPU sample sort, 2009 (IPDPS 2010).
#include <fmt/core.h>

#include <bit>

#include "entries.h"
#include "quantities.h"
#include "tables.h"

namespace farfirst::bench {

namespace {

using namespace entries;
using namespace words;

std::function<Setup(const std::string&, std::uint32_t)> form_of(Form form, const std::string& entry) {
  return [form, entry](const std::string& input, std::uint32_t n) { return Setup{entry, form, input, n}; };
}

std::vector<Competitor> with_values() {
  const auto of = [](const std::string& entry) { return form_of(Form::paper_pairs, entry); };
  return {{"sample", of(sample_then)},   {"Thrust merge", of(merge_then)}, {"CUDPP radix", of(radix_then)},
          {"sample, tuned", of(sample)}, {"merge, tuned", of(merge)},      {"merge today", of(cub_merge)},
          {"radix today", of(cub_radix)}};
}

std::vector<Competitor> wide() {
  const auto of = [](const std::string& entry) { return form_of(Form::keys64, entry); };
  return {{"sample", of(sample_then_wide)},
          {"Thrust radix", of(radix_then)},
          {"sample, tuned", of(sample)},
          {"radix today", of(thrust)}};
}

std::vector<Competitor> keys_alone() {
  const auto of = [](const std::string& entry) {
    return [entry](const std::string& input, std::uint32_t n) { return integers(entry, input, n); };
  };
  return {{"sample", of(sample_then)},
          {"CUDPP radix", of(radix_then)},
          {"quick", [](const std::string& input, std::uint32_t n) { return integers(quick_8800(n), input, n); }},
          {"bbsort", of(bbsort)},
          {"hybrid", of(hybrid_then)},
          {"sample, tuned", of(sample)},
          {"quick, tuned", of(quick)},
          {"hybrid, tuned", of(hybrid)},
          {"radix today", of(cub_radix)}};
}

/// What the published parameters cost today.
std::vector<Reason> large_buckets(const Setup& published) {
  Setup fitting = published;
  const std::string theirs = ":small=131072";
  fitting.entry.erase(fitting.entry.find(theirs), theirs.size());
  return {
      {"sorting buckets of up to 131,072 takes {} times as long as sorting "
       "those that fit shared memory",
       passes_as_long(published, {"sort buckets", "sort bucket"}, fitting, {"sort buckets", "sort bucket"}),
       at_least(2)}};
}

std::vector<Claim> claims_of_sample_sorts(bool published, std::uint32_t largest) {
  const std::vector<std::uint32_t> sizes = powers(19, 27, largest);
  const std::string& own = published ? sample_then : sample;
  const std::string& own_wide = published ? sample_then_wide : sample;
  const auto name = [&](const char* number) { return number + std::string(published ? "" : "t"); };
  const std::string era = published ? "" : ", tuned";
  const auto over = [&](const std::string& entry, Form form, const std::string& input) {
    return at_all(entry, form, input, sizes);
  };
  const auto as_published = [&](const Setup& setup) {
    return published ? large_buckets(setup) : std::vector<Reason>{};
  };
  /// Why a rival is not beaten over all sizes.
  const auto over_sizes_reasons = [&](const Setup& setup, const std::string& rival, const Bounds& bounds) {
    std::vector<Reason> reasons = as_published(setup);
    if (sizes.empty()) return reasons;
    Setup slow = setup, fast = setup;
    slow.entry = rival;
    slow.n = fast.n = sizes.back();
    reasons.push_back(
        {"it is so at the smaller sizes only: at the largest the ratio is {}", times_as_long(slow, fast), bounds});
    return reasons;
  };
  const Setup pairs8 = pairs(own, "uniform", 8 * M), sorted8 = pairs(own, "sorted", 8 * M),
              keys8 = integers(own, "uniform", 8 * M), wide8 = {own_wide, Form::keys64, "uniform", 8 * M};
  const std::string& merge_rival = published ? merge_then : merge;
  const std::string& hybrid_rival = published ? hybrid_then : hybrid;
  const Setup quick_rival =
      published ? integers(quick_8800(8 * M), "uniform", 8 * M) : integers(quick, "uniform", 8 * M);
  std::vector<Setup> robust;
  for (const char* input : {"uniform", "gaussian", "sorted", "staggered:p=240", "bucket:p=240", "duplicates:p=240"}) {
    robust.push_back(integers(own, input, 8 * M));
  }
  std::vector<Setup> rates;
  for (const std::uint32_t n : sizes) rates.push_back(integers(own, "uniform", n));
  const std::string over_sizes =
      sizes.empty() ? " (" : fmt::format(" (2^19 to 2^{}{}", std::bit_width(sizes.back()) - 1, era);
  return {
      {name("18a"), "6, Fig. 3", "with values at least 25 % faster than Thrust's merge sort" + over_sizes + ": least)",
       "1.25", least_of(over(merge_rival, Form::paper_pairs, "uniform"), over(own, Form::paper_pairs, "uniform")),
       at_least(1.25), over_sizes_reasons(pairs8, merge_rival, at_least(1.25))},
      {name("18b"), "6, Fig. 3", "and 68 % faster on average" + over_sizes + ": mean)", "1.68",
       mean_of(over(merge_rival, Form::paper_pairs, "uniform"), over(own, Form::paper_pairs, "uniform")),
       at_least(1.68), over_sizes_reasons(pairs8, merge_rival, at_least(1.68))},
      {name("18c"), "6, Fig. 3", "on sorted keys at least as fast" + over_sizes + ": least)", "1",
       least_of(over(merge_rival, Form::paper_pairs, "sorted"), over(own, Form::paper_pairs, "sorted")), faster,
       over_sizes_reasons(sorted8, merge_rival, faster)},
      {name("18d"), "6, Fig. 3", "and 30 % faster on average" + over_sizes + ": mean)", "1.3",
       mean_of(over(merge_rival, Form::paper_pairs, "sorted"), over(own, Form::paper_pairs, "sorted")), at_least(1.3),
       over_sizes_reasons(sorted8, merge_rival, at_least(1.3))},
      {name("18e"), "6, Fig. 3", "against the merge sort of today's library, uniform, with values (8 M" + era + ")",
       "1.25 to 1.68", times_as_long(pairs(cub_merge, "uniform", 8 * M), pairs8), at_least(1.25), as_published(pairs8)},
      {name("19a"), "6, Fig. 5", "more than twice as fast as GPU-Quicksort, uniform (8 M" + era + ")", "2",
       times_as_long(quick_rival, keys8), at_least(2), as_published(keys8)},
      {name("19b"), "6, Fig. 5", "more than twice as fast as hybrid sort, uniform (8 M" + era + ")", "2",
       times_as_long(integers(hybrid_rival, "uniform", 8 * M), keys8), at_least(2), as_published(keys8)},
      {name("19c"), "6, Fig. 5",
       "performs almost equally well on all distributions (8 M" + era + ": worst against uniform)", "",
       worst_against_first(robust), not_bad},
      {name("19d"), "5",
       "its rate is almost the same for all sizes" + over_sizes + ", whole numbers: slowest against fastest)", "",
       spread_of_rates(rates), not_bad, as_published(keys8)},
      {name("20a"),
       "6, Fig. 5",
       "radix sort is faster on 32-bit keys, uniform (8 M" + era + ")",
       "",
       times_as_long(integers(published ? radix_then : radix, "uniform", 8 * M), keys8),
       slower,
       {{"it moves each element in 8 passes of 4 bits; today's radix sort "
         "takes {} of the time of sample sort",
         times_as_long(integers(cub_radix, "uniform", 8 * M), keys8), slower}}},
      {name("20b"), "6, Fig. 3", "radix sort loses on deterministic duplicates, with values (8 M" + era + ")", "",
       times_as_long(pairs(published ? radix_then : radix, "duplicates:p=240", 8 * M),
                     pairs(own, "duplicates:p=240", 8 * M)),
       faster, as_published(pairs8)},
      {name("20c"),
       "6, Fig. 3",
       "the same of today's radix sort (8 M" + era + ")",
       "",
       times_as_long(pairs(cub_radix, "duplicates:p=240", 8 * M), pairs(own, "duplicates:p=240", 8 * M)),
       faster,
       {{"CUB's radix sort takes {} of its time on uniform keys: duplicates do "
         "not slow it down",
         times_as_long(pairs(cub_radix, "duplicates:p=240", 8 * M), pairs(cub_radix, "uniform", 8 * M)),
         at_most(1.1)}}},
      {name("20d"), "6, Fig. 4", "64-bit keys: at least 63 % faster than Thrust's radix sort" + over_sizes + ": least)",
       "1.63",
       least_of(over(published ? radix_then : radix, Form::keys64, "uniform"), over(own_wide, Form::keys64, "uniform")),
       at_least(1.63), over_sizes_reasons(wide8, published ? radix_then : radix, at_least(1.63))},
      {name("20e"), "6, Fig. 4", "and 2 times as fast on average" + over_sizes + ": mean)", "2",
       mean_of(over(published ? radix_then : radix, Form::keys64, "uniform"), over(own_wide, Form::keys64, "uniform")),
       at_least(2), over_sizes_reasons(wide8, published ? radix_then : radix, at_least(2))},
      {name("20f"),
       "6, Fig. 4",
       "the same against today's Thrust (8 M" + era + ")",
       "1.63 to 2",
       times_as_long({thrust, Form::keys64, "uniform", 8 * M}, wide8),
       at_least(1.63),
       {{"today's radix sort is {} times as fast as that of 2009",
         times_as_long({radix_then, Form::keys64, "uniform", 8 * M}, {thrust, Form::keys64, "uniform", 8 * M}),
         at_least(1.63)}}},
      {name("20g"), "6, Fig. 4",
       "64-bit keys: sorted ones, its worst, take little longer (8 M" + era + ", against uniform)", "",
       times_as_long({own_wide, Form::keys64, "sorted", 8 * M}, wide8), not_bad},
      {name("21a"),
       "6, Fig. 5",
       "bbsort is competitive, yet slower, on uniform keys (8 M" + era + ")",
       "",
       times_as_long(integers(bbsort, "uniform", 8 * M), keys8),
       {.least = 1, .most = as_fast.most},
       as_published(keys8)},
  };
}

std::vector<Claim> claims_of_other_sample_sorts() {
  const auto of = [](const std::string& entry, const std::string& input) { return integers(entry, input, 8 * M); };
  const std::vector<std::string> buckets = {"sort buckets", "sort overfull buckets"};
  const auto on = [&](const std::string& entry, const std::string& input) {
    return times_as_long(of(entry, input), of(entry, "uniform"));
  };
  const auto no_fuller = [&](const std::string& input) {
    return std::vector<Reason>{
        {"no bucket is fuller for it: sorting the buckets takes {} times as "
         "long as with uniform keys",
         passes_as_long(of(bbsort, input), buckets, of(bbsort, "uniform"), buckets), at_most(1.1)}};
  };
  return {
      {"21b", "6, Fig. 5", "bbsort degrades on bucket (8 M, against uniform)", "", on(bbsort, "bucket:p=240"), degrades,
       no_fuller("bucket:p=240")},
      {"21c", "6, Fig. 5", "bbsort degrades on staggered (8 M, against uniform)", "", on(bbsort, "staggered:p=240"),
       degrades, no_fuller("staggered:p=240")},
      {"21d", "6, Fig. 5",
       "bbsort becomes inefficient on deterministic duplicates (8 M, against "
       "uniform)",
       "", on(bbsort, "duplicates:p=240"), collapses},
      {"21e", "6, Fig. 5", "hybrid sort degrades on bucket (8 M, against uniform)", "", on(hybrid_then, "bucket:p=240"),
       degrades},
      {"21f", "6, Fig. 5", "hybrid sort degrades on staggered (8 M, against uniform)", "",
       on(hybrid_then, "staggered:p=240"), degrades},
      {"21g", "6, Fig. 5",
       "hybrid sort crashes on deterministic duplicates (8 M: immensely slow, "
       "against uniform)",
       "", on(hybrid_then, "duplicates:p=240"), immensely},
      {"19e", "4", "8 counter arrays are better than one (8 M)", "",
       times_as_long(of(sample_then + ":counters=1", "uniform"), of(sample_then, "uniform")), faster},
      {"19f", "5", "for what a block holds, odd-even merge sort is faster than bitonic sort (2 k, with indices)", "",
       times_as_long(indices(bitonic, "uniform", 2 * k), indices("cuda.odd_even_merge", "uniform", 2 * k)), faster},
      {"22",
       "6, Fig. 6",
       "1.7 times the bandwidth speeds radix sort by 25 to 30 %, merge and "
       "sample sort by 18 %",
       "1.18 to 1.30",
       {},
       {},
       {},
       "needs another card"},
  };
}

}  // namespace

Paper gpu_sample_sort(std::uint32_t largest) {
  std::vector<Claim> claims = claims_of_sample_sorts(true, largest);
  for (const auto& more : {claims_of_sample_sorts(false, largest), claims_of_other_sample_sorts()}) {
    claims.insert(claims.end(), more.begin(), more.end());
  }
  return {.id = "samplesort-2009",
          .title = "Leischner, Osipov, Sanders: GPU sample sort, 2009 (IPDPS 2010)",
          .machine = "Tesla C1060, GTX 285; Q6600, 2.4 GHz",
          .stand_ins = {{"sample", sample_then,
                         "the published parameters; 15 samples for each splitter with "
                         "64-bit keys. The host reads nothing back; the small sort's pivots are medians of 255 random "
                         "samples; the tree's loop is not unrolled, since k is a parameter"},
                        {"Thrust merge", merge_then, "the merge sort of Satish, Harris, Garland, which Thrust had"},
                        {"CUDPP radix", radix_then, "the radix sort of the same authors"},
                        {"Thrust radix", radix_then, "the same algorithm on 64-bit keys"},
                        {"quick", quick_8800(8 * M), "Table II of its paper for each n (these: 8 M)"},
                        {"bbsort", bbsort,
                         "uniformity assumed; a bucket that overflows is sorted by one "
                         "block"},
                        {"hybrid", hybrid_then, "as published; on floats, as in the paper"},
                        {"sample, tuned", sample, "parameters for GPUs of today"},
                        {"quick, tuned", quick, "so this"},
                        {"hybrid, tuned", hybrid, "so this"},
                        {"merge, tuned", merge, "so this"},
                        {"merge today", cub_merge, "CUB"},
                        {"radix today", cub_radix, "CUB; 64-bit keys: cuda.thrust"}},
          .tables = {curves("Fig. 3", "keys and values", with_values(), {"uniform", "sorted", "duplicates:p=240"},
                            powers(19, 27, largest),
                            "Floats as keys: the paper has whole numbers and "
                            "found floats alike. Its curves are not given "
                            "as numbers; the sizes are those of Fig. 6."),
                     curves("Fig. 4", "64-bit keys alone", wide(), {"uniform", "sorted"}, powers(19, 27, largest)),
                     curves("Fig. 5", "keys alone", keys_alone(),
                            {"uniform", "gaussian", "sorted", "staggered:p=240", "bucket:p=240", "duplicates:p=240"},
                            powers(17, 28, largest),
                            "Whole numbers; floats for the hybrid, which takes nothing else, as in the paper. "
                            "p = 240, as in the paper.")},
          .claims = std::move(claims),
          .not_repeated = {"Fig. 6, two cards: needs another card; the sorts of "
                           "the one at hand are those of Fig. 3"}};
}

}  // namespace farfirst::bench
