// M. Misic, M. Tomasevic: Data Sorting Using Graphics Processing Units.
#include "entries.h"
#include "quantities.h"
#include "tables.h"

namespace farfirst::bench {

namespace {

using namespace entries;
using namespace words;

const std::vector<std::string> data_sets = {"uniform16",     "uniform", "gaussian", "few_unique",
                                            "nearly_sorted", "sorted",  "reverse"};
constexpr std::uint32_t largest_of_paper = 10'000'000;

/// "Every algorithm was run four times with different input arrays" (V.B).
Setup numbers(const std::string& entry, const std::string& input, std::uint32_t n) {
  return integers(entry, input + arrays_suffix(4), n);
}
std::function<Setup(const std::string&, std::uint32_t)> numbers_of(const std::string& entry) {
  return [entry](const std::string& input, std::uint32_t n) { return numbers(entry, input, n); };
}
Setup quick_then(const std::string& input, std::uint32_t n) { return numbers(quick_of_survey(n), input, n); }

std::vector<std::uint32_t> sizes_up_to(std::uint32_t largest) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t n : {1'000u, 10'000u, 100'000u, 1'000'000u, largest_of_paper}) {
    if (n <= largest) sizes.push_back(n);
  }
  return sizes;
}

std::vector<Claim> claims_of_survey(bool published) {
  constexpr std::uint32_t n = largest_of_paper;
  const auto name = [&](const char* number) { return number + std::string(published ? "" : "t"); };
  const std::string with = published ? "10 M" : "10 M, tuned";
  const auto quicksort = [&](const std::string& input, std::uint32_t size = largest_of_paper) {
    return published ? quick_then(input, size) : numbers(quick, input, size);
  };
  const auto radix_sort = [&](const std::string& input) { return numbers(published ? radix_then : radix, input, n); };
  const auto merge_sort = [&](const std::string& input) { return numbers(published ? merge_then : merge, input, n); };
  std::vector<std::vector<Setup>> spreads(3);
  std::vector<Setup> on_host;
  for (const char* input : {"uniform", "uniform16", "gaussian", "few_unique", "nearly_sorted", "sorted",
                            "reverse"}) {  // the first: uniform
    spreads[0].push_back(radix_sort(input));
    spreads[1].push_back(quicksort(input));
    spreads[2].push_back(merge_sort(input));
    on_host.push_back(numbers(qsort, input, n));
  }
  const Setup small = quicksort("uniform", 1'000);
  return {
      {name("23a"),
       "VI, Fig. 2",
       "radix sort is the fastest (" + with + ", uniform: against the better of the others)",
       "",
       first_against_best({radix_sort("uniform"), quicksort("uniform"), merge_sort("uniform")}),
       slower,
       {{"it moves each element in 8 passes of 4 bits; today's radix sort "
         "takes {} of the time of the best of the others",
         first_against_best({numbers(cub_radix, "uniform", n), quicksort("uniform"), merge_sort("uniform")}), slower}}},
      {name("23b"),
       "VI, Fig. 2",
       "radix sort is the most stable (" + with + ": its worst distribution against uniform, by that of the others)",
       "",
       spread_against_others(spreads),
       slower,
       {{"none of the three is far from even: radix sort's worst distribution "
         "takes {} times as long as uniform keys",
         worst_against_first(spreads[0]), at_most(1.1)}}},
      {name("23c"),
       "VI, Fig. 2",
       "quicksort and merge sort are about as fast as each other (" + with + ", uniform)",
       "1",
       times_as_long(quicksort("uniform"), merge_sort("uniform")),
       as_fast,
       {{"the first phase, between whose kernels the CPU decides, takes {} of "
         "quicksort's time",
         share_of_passes(quicksort("uniform"), {"phase one"}), at_least(0.5)}}},
      {name("23d"),
       "VI, Fig. 2",
       "few different keys hurt quicksort (" + with + ", against uniform)",
       "",
       times_as_long(quicksort("few_unique"), quicksort("uniform")),
       degrades,
       {{"the fewer the values, the sooner all is done, since a pivot takes "
         "its equals out: with 16 values it takes {} of "
         "the time with 65,536",
         times_as_long(quicksort("few_unique"), quicksort("few_unique:values=65536")), at_most(1)}}},
      {name("23g"), "VI",
       "distributions matter less on the GPU than to the C library's quicksort (" + with +
           ": the worst against uniform, quicksort's by the library's)",
       "", spread_against_others({spreads[1], on_host}), slower},
      {name("23e"), "VI, Fig. 3",
       "3 to 5 times as fast as the C library's quicksort (" + with + ", uniform: the slowest)", "3 to 5",
       least_of({numbers(qsort, "uniform", n), numbers(qsort, "uniform", n), numbers(qsort, "uniform", n)},
                {radix_sort("uniform"), quicksort("uniform"), merge_sort("uniform")}),
       at_least(3)},
      {name("23f"),
       "VI, Fig. 3",
       "below 10 k the C library's quicksort is faster (1,000; quicksort with "
       "the keys' way there and back, time of the "
       "host)",
       "",
       times_as_long_for_the_host(numbers(qsort, "uniform", 1'000), small, {numbers(transfer, "uniform", 1'000)}),
       slower,
       {{"sorting on the GPU alone takes {} of what the C library does, "
         "launches included",
         times_as_long_for_the_host(small, numbers(qsort, "uniform", 1'000)), at_most(1)}}},
  };
}

}  // namespace

Paper sorting_survey(std::uint32_t largest) {
  std::vector<Claim> claims = claims_of_survey(true);
  const std::vector<Claim> tuned = claims_of_survey(false);
  claims.insert(claims.end(), tuned.begin(), tuned.end());
  const std::vector<Competitor> sorts = {{"radix sort", numbers_of(radix_then)},  {"quicksort", quick_then},
                                         {"merge sort", numbers_of(merge_then)},  {"radix, tuned", numbers_of(radix)},
                                         {"quicksort, tuned", numbers_of(quick)}, {"merge, tuned", numbers_of(merge)},
                                         {"radix today", numbers_of(cub_radix)}};
  std::vector<Competitor> with_qsort = sorts;
  with_qsort.push_back({"qsort", numbers_of(qsort)});
  const std::vector<std::uint32_t> sizes = sizes_up_to(std::min(largest, largest_of_paper));
  return {.id = "survey",
          .title = "Misic, Tomasevic: Data Sorting Using Graphics Processing Units",
          .machine = "GeForce GTS 250; Core 2 Duo E7600, 3.06 GHz",
          .stand_ins = {{"radix sort", radix_then, "4 bits a pass, 256 threads of 4 elements, as in section IV.C"},
                        {"quicksort", quick_of_survey(largest_of_paper),
                         "GPU-Quicksort with fetch-and-add, its parameters by its own "
                         "paper's rule for each n (these: 10 M), but bitonic sort below 1,024, as in section IV.A"},
                        {"merge sort", merge_then, "that of Satish, Harris, Garland, as in section IV.B"},
                        {"qsort", qsort, "the C library's, with a function to compare"},
                        {"radix, tuned", radix, "parameters for GPUs of today"},
                        {"quicksort, tuned", quick, "so this"},
                        {"merge, tuned", merge, "so this"},
                        {"radix today", cub_radix, "CUB"}},
          .tables = {curves("Fig. 2", "seven data sets, whole numbers alone", sorts, data_sets, sizes,
                            "The paper's bars are not given as numbers, nor "
                            "is how many unique keys and how near to "
                            "sorted: 16 values; 10 in 1,000 exchanged over "
                            "at most 64 places."),
                     curves("Fig. 3", "with the C library's quicksort", with_qsort, {"uniform"}, sizes)},
          .claims = std::move(claims),
          .not_repeated = {"16-bit keys as 16-bit words: they are sorted as "
                           "32-bit words"}};
}

}  // namespace farfirst::bench
