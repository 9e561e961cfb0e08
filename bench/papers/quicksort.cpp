// D. Cederman, P. Tsigas: GPU-Quicksort: A Practical Quicksort Algorithm for
// Graphics Processors, 2009.
#include "entries.h"
#include "quantities.h"
#include "tables.h"

namespace farfirst::bench {

namespace {

using namespace entries;
using namespace words;

const std::vector<std::string> distributions_of_paper = {"uniform", "sorted",   "zero",
                                                         "bucket",  "gaussian", "staggered"};

Setup by_8800(const std::string& input, std::uint32_t n) { return integers(quick_8800(n), input, n); }

/// `make` is `integers` or, for distances, `floats`.
using Make = Setup (*)(const std::string& entry, const std::string& input, std::uint32_t n);
std::function<Setup(const std::string&, std::uint32_t)> of(Make make, const std::string& entry) {
  return [=](const std::string& input, std::uint32_t n) { return make(entry, input, n); };
}

std::vector<Competitor> competitors(Make make) {
  const auto by_rule = [make](std::string (*entry)(std::uint32_t)) {
    return [=](const std::string& input, std::uint32_t n) { return make(entry(n), input, n); };
  };
  return {{"GPU-Quicksort, 8800GTX", by_rule(quick_8800)}, {"GPU-Quicksort, 8600GTS", by_rule(quick_8600)},
          {"global radix", of(make, radix_then)},          {"GPUSort", of(make, bitonic_then)},
          {"radix-merge", of(make, radix_merge_then)},     {"STL introsort", of(make, std_sort)},
          {"hybridsort", of(make, hybrid_then)},           {"GPU-Quicksort, tuned", of(make, quick)}};
}

/// Vertices of the Stanford models that the paper names; it gives 5 to 50
/// million, ten times as many as they have. That GPUSort leaves 40 % of two of
/// them to the CPU is true of these numbers.
PaperTable models(std::uint32_t largest) {
  struct Model {
    const char* name;
    std::uint32_t vertices;
  };
  constexpr Model all[] = {{"dragon", 437'645},
                           {"happy", 543'652},
                           {"manuscript", 2'155'617},
                           {"RGB dragon", 3'609'455},
                           {"statuette", 4'999'996}};
  std::vector<std::uint32_t> sizes;
  for (const Model& model : all) {
    if (model.vertices <= largest) sizes.push_back(model.vertices);
  }
  return curves("Fig. 7", "distances of vertices from the origin", competitors(floats), {vertices_input}, sizes,
                "As many vertices as dragon, happy, manuscript, RGB dragon and "
                "statuette have, of the given model, or of "
                "a sphere. GPUSort sorted what exceeds a power of two on the "
                "CPU; here all is padded.");
}

std::vector<Claim> claims_of_quicksorts(bool published) {
  const auto setup = [&](const std::string& input, std::uint32_t n) {
    return published ? by_8800(input, n) : integers(quick, input, n);
  };
  const auto on = [&](const std::string& input) { return setup(input, 8 * M); };
  const auto distances = [&](const std::string& input) {
    constexpr std::uint32_t statuette = 4'999'996;
    return floats(published ? quick_8800(statuette) : quick, input, statuette);
  };
  const auto name = [&](const char* number) { return number + std::string(published ? "" : "t"); };
  const std::string with = published ? "8 M" : "8 M, tuned";
  std::vector<Setup> on_distributions;
  std::vector<std::vector<Setup>> groups;
  for (const std::string& input : distributions_of_paper) {
    on_distributions.push_back(on(input));
    groups.push_back({on(input)});
    for (const std::string& rival : published ? std::vector{radix_then, bitonic_then, radix_merge_then, std_sort}
                                              : std::vector{radix, bitonic, radix_merge, std_sort}) {
      groups.back().push_back(integers(rival, input, 8 * M));
    }
  }
  return {
      {name("14a"), "5.4, Fig. 4", "up to 10 times as fast as introsort on one core (" + with + ")", "10",
       times_as_long(integers(std_sort, "uniform", 8 * M), on("uniform")), at_least(10)},
      {name("14b"),
       "6, Fig. 4",
       "better than radix, GPUSort, radix-merge and introsort on every "
       "distribution (" +
           with + ": its smallest lead)",
       "",
       least_lead(groups),
       faster,
       {{"on uniform keys radix sort of 4 bits a pass takes {} times as long",
         times_as_long(integers(published ? radix_then : radix, "uniform", 8 * M), on("uniform")), at_most(1)}}},
      {name("15a"), "5.4",
       "constant keys take two passes: less than a fifth of the time of "
       "uniform ones (" +
           with + ")",
       "", times_as_long(on("zero"), on("uniform")), at_most(0.2)},
      {name("15b"), "5.4", "no distribution is bad for it (" + with + ": the worst against uniform)", "",
       worst_against_first(on_distributions), not_bad},
      {name("15c"), "5.4", "it gains on sorted keys (" + with + ")", "", times_as_long(on("sorted"), on("uniform")),
       slower},
      {name("15d"), "5.4, Fig. 7",
       "models' distances behave like synthetic keys (5 M vertices, against "
       "uniform)",
       "", times_as_long(distances(vertices_input), distances("uniform")), as_fast},
      {name("15e"), "5.4", "with the way to the GPU and back still faster than introsort (" + with + ", uniform)", "",
       times_as_long_for_the_host(integers(std_sort, "uniform", 8 * M), on("uniform"),
                                  {integers(transfer, "uniform", 8 * M)}),
       faster},
  };
}

std::vector<Claim> claims_of_other_quicksorts() {
  const auto of = [](const std::string& entry, const std::string& input) { return integers(entry, input, 8 * M); };
  const auto against_uniform = [&](const std::string& entry, const std::string& input) {
    return times_as_long(of(entry, input), of(entry, "uniform"));
  };
  const Setup quick8 = by_8800("uniform", 8 * M);
  const std::vector<std::string> counting = {"histogram", "count", "further rounds"};
  const auto cheap_counters = [&](const std::string& input) {
    return Reason{
        "counting such keys takes only {} times as long as counting "
        "uniform ones",
        passes_as_long(of(hybrid_then, input), counting, of(hybrid_then, "uniform"), counting), at_most(3)};
  };
  std::vector<Setup> on_uniform, on_others;
  for (const std::string& entry :
       {quick_8800(8 * M), radix_then, bitonic_then, radix_merge_then, std_sort, hybrid_then}) {
    for (const char* input : {"bucket", "gaussian"}) {
      on_uniform.push_back(of(entry, "uniform"));
      on_others.push_back(of(entry, input));
    }
  }
  return {
      {"14c", "5.4",
       "GPUSort and global radix are at least twice as fast as introsort (8 M: "
       "the slower of them)",
       "2",
       least_of({of(std_sort, "uniform"), of(std_sort, "uniform")},
                {of(radix_then, "uniform"), of(bitonic_then, "uniform")}),
       at_least(2)},
      {"14d",
       "5.4, Fig. 5",
       "radix-merge is comparable to introsort on the CPU (8 M)",
       "1",
       times_as_long(of(std_sort, "uniform"), of(radix_merge_then, "uniform")),
       as_fast,
       {{"introsort on one core takes {} times as long as the slowest sort of "
         "a GPU here",
         least_of({of(std_sort, "uniform"), of(std_sort, "uniform"), of(std_sort, "uniform")},
                  {of(radix_then, "uniform"), of(bitonic_then, "uniform"), quick8}),
         at_least(2)}}},
      {"14e", "3.2, 6", "fetch-and-add is faster than leaving to the CPU between kernels (8 M)", "",
       times_as_long(integers(quick + ":synchronisation=1", "uniform", 8 * M), of(quick, "uniform")), faster},
      {"16a",
       "5.4, Fig. 5",
       "the hybrid is very good on uniform keys (8 M: quicksort against it)",
       "",
       times_as_long(integers(quick_8600(8 * M), "uniform", 8 * M), of(hybrid_then, "uniform")),
       faster,
       {{"tuned for this GPU, both, it is: {}", times_as_long(of(quick, "uniform"), of(hybrid, "uniform")), faster}}},
      {"16b",
       "5.4, Fig. 5",
       "the hybrid loses speed on staggered keys (8 M, against uniform)",
       "",
       against_uniform(hybrid_then, "staggered"),
       degrades,
       {cheap_counters("staggered")}},
      {"16c", "5.4, Fig. 5", "the hybrid is immensely slow on constant keys (8 M, against uniform)", "",
       against_uniform(hybrid_then, "zero"), immensely},
      {"16d",
       "5.4, Fig. 5",
       "the hybrid is immensely slow on sorted keys (8 M, against uniform)",
       "",
       against_uniform(hybrid_then, "sorted"),
       immensely,
       {cheap_counters("sorted")}},
      {"16e", "5.4", "shuffling does not help it on constant keys (1 M)", "",
       times_as_long(integers(hybrid_then_shuffled, "zero", M), integers(hybrid_then, "zero", M)), at_least(0.9)},
      {"17a", "5.4",
       "GPUSort takes the same time for any distribution (8 M: sorted against "
       "uniform)",
       "1", against_uniform(bitonic_then, "sorted"), the_same},
      {"17b", "5.4, Fig. 8", "GPUSort pays for what exceeds a power of two (4 M + 1 against 4 M)", "",
       times_as_long(integers(bitonic_then, "uniform", 4 * M + 1), integers(bitonic_then, "uniform", 4 * M)),
       at_least(1.5)},
      {"17c", "5.4", "global radix gains on sorted keys (8 M)", "", against_uniform(radix_then, "sorted"), slower},
      {"17d", "5.4", "radix-merge gains on sorted keys (8 M)", "", against_uniform(radix_merge_then, "sorted"), slower},
      {"17e", "5.4", "introsort gains on sorted keys (8 M)", "", against_uniform(std_sort, "sorted"), slower},
      {"17h", "5.4",
       "every sort is about as fast on bucket and Gaussian keys as on uniform ones (8 M: the most one loses)", "",
       least_of(on_uniform, on_others), at_least(as_fast.least)},
      {"17f",
       "5.4",
       "on sorted keys introsort on the CPU is faster than GPUSort (8 M)",
       "",
       times_as_long(of(bitonic_then, "sorted"), of(std_sort, "sorted")),
       faster,
       {{"on uniform keys already introsort takes {} times as long as "
         "GPUSort's network",
         times_as_long(of(std_sort, "uniform"), of(bitonic_then, "uniform")), at_least(10)}}},
      {"17g", "5.4", "constant keys: quicksort is faster than all others (8 M: its lead)", "",
       least_lead({{by_8800("zero", 8 * M), of(radix_then, "zero"), of(bitonic_then, "zero"),
                    of(radix_merge_then, "zero"), of(std_sort, "zero"), of(hybrid_then, "zero")}}),
       faster},
  };
}

}  // namespace

Paper gpu_quicksort(std::uint32_t largest) {
  std::vector<Claim> claims = claims_of_quicksorts(true);
  for (const auto& more : {claims_of_quicksorts(false), claims_of_other_quicksorts()})
    claims.insert(claims.end(), more.begin(), more.end());
  return {.id = "quicksort-2009",
          .title =
              "Cederman, Tsigas: GPU-Quicksort: A Practical Quicksort "
              "Algorithm for Graphics Processors, 2009",
          .machine = "GeForce 8800GTX and 8600GTS; Opteron, 1.8 GHz",
          .stand_ins =
              {{"GPU-Quicksort, 8800GTX", quick_8800(8 * M),
                "threads, sequences and least size by Table II for each n "
                "(these: 8 M), at most 512 threads; no "
                "atomic operations between blocks; two passes over a block's elements, one scan and one "
                "allocation each, as Algorithms 2 and 3; the pivots' equals of phase one are written in phase two"},
               {"GPU-Quicksort, 8600GTS", quick_8600(8 * M), "the same, with fetch-and-add"},
               {"global radix", radix_then,
                "CUDPP's of 2009; the one of the scan primitives' paper "
                "(2007) is not in the catalogue"},
               {"GPUSort", bitonic_then, "the network in CUDA; n is padded to a power of two"},
               {"radix-merge", radix_merge_then, "blocks sorted by radix, then merged"},
               {"STL introsort", std_sort, "the C++ library's, one core"},
               {"hybridsort", hybrid_then, "as published; on floats, as it takes nothing else"},
               {"GPU-Quicksort, tuned", quick, "the rule fitted to a GPU of today"},
               {"quicksort of Sengupta et al.", "", "the paper quotes 2 s for 4 M; not in the catalogue"}},
          .tables = {curves("Figs. 4 and 5", "six distributions, whole numbers alone", competitors(integers),
                            distributions_of_paper, powers(20, 24, largest),
                            "Whole numbers below 2^32, in the paper 2^31; hybridsort takes floats, "
                            "of which uniform ones have 24 random bits. Its curves are not given "
                            "as numbers, nor are their sizes in the text. Bucket "
                            "and staggered: p = 128."),
                     models(largest)},
          .claims = std::move(claims),
          .not_repeated = {"Figs. 9 to 11 and Table II, the search for parameters: "
                           "farfirst-bench tune cuda.quicksort",
                           "Table I, registers and shared memory: a matter of the compiler",
                           "Fig. 8, shares of GPU and CPU in GPUSort: here nothing is left to "
                           "the CPU",
                           "the two cards against each other: needs another card"}};
}

}  // namespace farfirst::bench
