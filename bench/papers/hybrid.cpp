// E. Sintorn, U. Assarsson: Fast Parallel GPU-Sorting Using a Hybrid Algorithm,
// GPGPU workshop 2007, and Journal of Parallel and Distributed Computing 2008.
#include <initializer_list>

#include "entries.h"
#include "quantities.h"
#include "tables.h"

namespace farfirst::bench {

namespace {

using namespace entries;
using namespace words;

const std::vector<std::string> partition_passes = {"shuffle", "minimum and maximum", "histogram", "pivots",
                                                   "count",   "further rounds",      "clear",     "reposition"};
const std::vector<std::string> counting_passes = {"histogram", "count", "further rounds"};
const std::vector<std::string> merge_passes = {"sort vectors", "merge in shared memory", "merge in global memory",
                                               "remove padding"};
const std::vector<std::string> feedback_passes = {"samples", "partition", "join", "set sublists apart"};

constexpr std::uint32_t statue = 5'000'000, jungle = 1'540'000;

// ---- Who stands for whom
const StandIn of_hybrid = {"hybrid", hybrid_then, "the published parameters; the CPU reads no counters back"};
const StandIn of_hybrid_2007 = {"hybrid", hybrid_2007, "the same, with the histogram's counters in device memory"};
const StandIn of_hybrid_tuned = {"hybrid, tuned", hybrid, "parameters for GPUs of today"};
const StandIn of_radix = {"radix", radix_then,
                          "CUDPP's of 2009; the radix sort of the scan "
                          "primitives' paper (2007), which was measured, is "
                          "not in the catalogue"};
const StandIn of_gpusort = {"GPUSort", bitonic_then,
                            "the same network in CUDA, one pass over memory "
                            "for each of its steps (276 at 8 M); GPUSort drew rectangles "
                            "with OpenGL"};
const StandIn of_bitonic_tuned = {"bitonic, tuned", bitonic, "steps of the network in registers and shared memory"};
const StandIn of_radix_today = {"radix today", cub_radix, "CUB, 8 bits a pass, one histogram pass"};

std::vector<Competitor> competitors(const std::string& then, const std::string& cpu_name,
                                    const std::string& cpu_entry) {
  const auto floats_of = [](const std::string& entry) {
    return [entry](const std::string& input, std::uint32_t n) { return floats(entry, input, n); };
  };
  return {{of_hybrid.name, floats_of(then)},          {of_radix.name, floats_of(radix_then)},
          {of_gpusort.name, floats_of(bitonic_then)}, {cpu_name, floats_of(cpu_entry)},
          {of_hybrid_tuned.name, floats_of(hybrid)},  {of_bitonic_tuned.name, floats_of(bitonic)},
          {of_radix_today.name, floats_of(cub_radix)}};
}

// ---- Exhibits
PaperTable parts_of_hybrid(const std::string& then, const std::string& where, std::uint32_t largest) {
  struct Part {
    const char* name;
    std::vector<std::string> passes;
  };
  const Part parts[] = {{"minimum and maximum", {"minimum and maximum"}},
                        {"histogram", {"histogram"}},
                        {"pivots", {"pivots"}},
                        {"count", {"count", "further rounds"}},
                        {"reposition", {"clear", "reposition"}},
                        {"sort vectors", {"sort vectors"}},
                        {"merge", {"merge in global memory", "merge in shared memory", "remove padding"}}};
  PaperTable table{.where = where,
                   .title =
                       "time of the hybrid's parts, and of the keys' way "
                       "to the GPU and back",
                   .note =
                       "The hybrid as published. The paper's bars are not "
                       "given as numbers."};
  for (const Part& part : parts) table.competitors.emplace_back(part.name);
  table.competitors.emplace_back("transfer");
  for (const std::uint32_t n : powers(20, 23, largest)) {
    PaperTable::Line line{.input = "uniform", .n = n, .cells = {}};
    const Setup setup = floats(then, "uniform", n);
    for (const Part& part : parts) line.cells.push_back({time_of_passes(setup, part.passes)});
    line.cells.push_back({time_of(floats(transfer, "uniform", n))});
    table.lines.push_back(std::move(line));
  }
  return table;
}

/// The two scenes: what each sort took of the paper, in the sequence of
/// scene_competitors.
PaperTable::Line scene(const std::string& then, const std::string& input, std::uint32_t n, const std::string& cpu,
                       const std::initializer_list<double>& theirs) {
  const Setup shuffled = floats(then + ":shuffle=1", input, n);
  const std::vector<Quantity> ours = {time_of(shuffled),
                                      time_of_passes(shuffled, {"shuffle"}),
                                      time_of(floats(then, input, n)),
                                      time_of(floats(radix_then, input, n)),
                                      interpolated(floats(bitonic_then, "uniform", n)),
                                      time_of(floats(bitonic_then, input, n)),
                                      time_of(floats(cpu, input, n)),
                                      time_of(floats(hybrid, input, n))};
  PaperTable::Line line{.input = input, .n = n, .cells = {}};
  const double* its = theirs.begin();
  for (const Quantity& quantity : ours) line.cells.push_back({quantity, its != theirs.end() ? *its++ : 0});
  return line;
}

PaperTable scenes(const std::string& where, const std::string& cpu_name, std::vector<PaperTable::Line> lines,
                  std::uint32_t largest) {
  PaperTable table{.where = where,
                   .title = "distances of two scenes",
                   .note =
                       "GPUSort_i is what a sort of powers of two would "
                       "take for n, between those below and above, as "
                       "the paper has it; GPUSort_u is the next power of "
                       "two. The jungle is the built-in scene; the "
                       "Thai statue is the given model, cut to 5 M "
                       "triangles, or a sphere's points."};
  table.competitors = {"hybrid", "of that, the shuffle", "without shuffle", "radix", "GPUSort_i", "GPUSort_u",
                       cpu_name, "hybrid, tuned"};
  table.reference = 0;
  std::erase_if(lines, [&](const PaperTable::Line& line) { return line.n > largest; });
  table.lines = std::move(lines);
  return table;
}

// ---- Reasons
std::string with_sublists(const std::string& published, int number) {
  return with(published, "sublists=1024", "sublists=" + std::to_string(number));
}

/// Where the published number of sublists starves a GPU of today.
std::vector<Reason> starved(const Setup& published) {
  Setup many = published;
  many.entry = with_sublists(many.entry, 65536);
  return {
      {"merging 1,024 sublists takes {} times as long as merging 65,536: "
       "the last merges leave most "
       "multiprocessors without work",
       passes_as_long(published, merge_passes, many, merge_passes), at_least(1.5)}};
}

/// Where counting is no burden any more.
Reason cheap_counters(const Setup& crowded, const Setup& spread) {
  return {
      "counting neighbours that increment the same counter takes only {} "
      "times as long as counting spread ones",
      passes_as_long(crowded, counting_passes, spread, counting_passes), at_most(2)};
}
Reason merging_dominates(const Setup& setup) {
  return {"merging takes {} of the time", share_of_passes(setup, merge_passes), at_least(0.5)};
}
Reason network_has_gained(double least) {
  return {
      "today's network takes several steps for each pass over memory; with "
      "one step, as GPUSort had, the ratio is {}",
      times_as_long(floats(bitonic_then, "uniform", 8 * M), floats(hybrid, "uniform", 8 * M)), at_least(least)};
}
Reason radix_has_gained(const Setup& published_hybrid) {
  return {"against the hybrid tuned for this GPU the ratio is {}",
          times_as_long(floats(radix_then, published_hybrid.input, published_hybrid.n),
                        floats(hybrid, published_hybrid.input, published_hybrid.n)),
          at_least(1)};
}

/// What bringing keys took of the paper: `share` of a sort of `sort_ms` and the
/// bringing together.
Claim transfer_claim(const std::string& then, const std::string& number, const std::string& where, double sort_ms) {
  const Setup bring = floats(transfer, "uniform", 8 * M), sort = floats(then, "uniform", 8 * M);
  const double transfer_ms = sort_ms / 9;  // 10 % of both
  Quantity gain{{sort, bring}, [sort_ms, transfer_ms](std::span<const Row* const> rows) {
                  return sort_ms / rows[0]->time.median / (transfer_ms / rows[1]->time.median);
                }};
  return {number,
          where,
          "bringing the keys to the GPU and back is about 10 % of the time (8 M)",
          "0.1",
          share_of_both(bring, sort),
          about(0.1),
          {{"since then sorting has become faster by {} times as much as the way "
            "to the GPU has",
            gain, at_least(1.2)}}};
}

std::vector<Claim> workshop_claims() {
  const std::string fig8 = "VI, Fig. 8";
  const Setup then8 = floats(hybrid_2007, "uniform", 8 * M), now8 = floats(hybrid, "uniform", 8 * M);
  const auto against = [](const std::string& slow, const std::string& fast, std::uint32_t n) {
    return times_as_long(floats(slow, "uniform", n), floats(fast, "uniform", n));
  };
  const auto shuffle_share = [](const std::string& input, std::uint32_t n) {
    return share_of_passes(floats(hybrid_2007_shuffled, input, n), {"shuffle"});
  };
  return {
      {"1a", fig8, "faster than GPUSort above 512 k (1 M)", "", against(bitonic_then, hybrid_2007, M), faster,
       starved(floats(hybrid_2007, "uniform", M))},
      {"1b", fig8, "more than twice as fast as GPUSort from 4 M on (4 M)", "",
       against(bitonic_then, hybrid_2007, 4 * M), at_least(2), starved(floats(hybrid_2007, "uniform", 4 * M))},
      {"1c", fig8, "the same at 8 M", "", against(bitonic_then, hybrid_2007, 8 * M), at_least(2), starved(then8)},
      {"1d",
       fig8,
       "the same, both tuned for this GPU (8 M)",
       "",
       against(bitonic, hybrid, 8 * M),
       at_least(2),
       {network_has_gained(2)}},
      {"2a", "2008, 8", "up to 40 % faster than radix sort (8 M)", "1.40", against(radix_then, hybrid_2007, 8 * M),
       faster, starved(then8)},
      {"2b", "2008, 8", "the same, the hybrid tuned for this GPU (8 M)", "1.40", against(radix_then, hybrid, 8 * M),
       faster},
      {"2c", "I, Fig. 8", "radix sort is more than 50 % faster than GPUSort (8 M)", "1.5",
       against(bitonic_then, radix_then, 8 * M), at_least(1.5)},
      {"3a", fig8, "6 times as fast as quicksort on one CPU core (1 M; theirs 561 ms)", "6",
       against(qsort, hybrid_2007, M), at_least(6)},
      {"3b", fig8, "14 times as fast as quicksort on one CPU core (8 M; theirs 8.6 s)", "14",
       against(qsort, hybrid_2007, 8 * M), at_least(14)},
      {"4a",
       "VI, distance sorting",
       "the shuffle is about 10 % of the time (jungle)",
       "0.082",
       shuffle_share(jungle_input, jungle),
       about(0.1),
       {merging_dominates(floats(hybrid_2007_shuffled, jungle_input, jungle))}},
      {"4b",
       "VI, distance sorting",
       "the same (5 M triangles)",
       "0.088",
       shuffle_share(triangles_input, statue),
       about(0.1),
       {merging_dominates(floats(hybrid_2007_shuffled, triangles_input, statue))}},
      {"5",
       "IV, Fig. 10",
       "vertices in their file's sequence are slow to count without the "
       "shuffle (jungle)",
       "2.7",
       times_as_long(floats(hybrid_2007, jungle_input, jungle), floats(hybrid_2007_shuffled, jungle_input, jungle)),
       bounds_of_ratio(336.0 / 123),
       {cheap_counters(floats(hybrid_2007, jungle_input, jungle), floats(hybrid_2007_shuffled, jungle_input, jungle))}},
      {"6a", fig8, "below 512 k radix or bitonic sort is faster (256 k)", "",
       first_against_best({floats(hybrid_2007, "uniform", 256 * k), floats(radix_then, "uniform", 256 * k),
                           floats(bitonic_then, "uniform", 256 * k)}),
       faster},
      {"6b", fig8, "the same, all tuned for this GPU (256 k)", "",
       first_against_best({floats(hybrid, "uniform", 256 * k), floats(radix, "uniform", 256 * k),
                           floats(bitonic, "uniform", 256 * k)}),
       faster},
      {"6c", fig8,
       "the speed of bitonic sort does not depend on the distribution (8 M: "
       "sorted against uniform)",
       "1", times_as_long(floats(bitonic_then, "sorted", 8 * M), floats(bitonic_then, "uniform", 8 * M)), the_same},
      {"6d", fig8, "nor does that of radix sort (8 M)", "1",
       times_as_long(floats(radix_then, "sorted", 8 * M), floats(radix_then, "uniform", 8 * M)), the_same},
      {"7a", "IV", "finding the smallest and the largest costs about 1 % (8 M)", "0.01",
       share_of_passes(then8, {"minimum and maximum"}), at_most(0.02)},
      {"7b", "I",
       "merging vectors of 4 is nearly 4 times as fast as merging single "
       "floats (8 M)",
       "4",
       passes_as_long(floats(hybrid + ":shared_merge=0:vector=1", "uniform", 8 * M), merge_passes,
                      floats(hybrid + ":shared_merge=0", "uniform", 8 * M), merge_passes),
       about(4)},
      {"7c", "IV", "1,024 sublists are best (8 M: 16,384 take longer)", "",
       times_as_long(floats(with_sublists(hybrid_2007, 16384), "uniform", 8 * M), then8), faster, starved(then8)},
      transfer_claim(hybrid_2007, "8", "VI, Fig. 9", 8600.0 / 14),
  };
}

std::vector<Claim> journal_claims() {
  const Setup then8 = floats(hybrid_then, "uniform", 8 * M), now8 = floats(hybrid, "uniform", 8 * M);
  const auto against = [](const std::string& slow, const std::string& fast) {
    return times_as_long(floats(slow, "uniform", 8 * M), floats(fast, "uniform", 8 * M));
  };
  const auto by_feedback = [](std::uint32_t n) {
    return passes_as_long(indices("cuda.hybrid_tf:sublists=1024", "uniform", n), feedback_passes,
                          indices(hybrid_then, "uniform", n), partition_passes);
  };
  return {
      {"9a", "abstract, Fig. 7", "2.5 times as fast as bitonic sort (8 M)", "2.5", against(bitonic_then, hybrid_then),
       at_least(2.5), starved(then8)},
      {"9b",
       "abstract, Fig. 7",
       "the same, both tuned for this GPU (8 M)",
       "2.5",
       against(bitonic, hybrid),
       at_least(2.5),
       {network_has_gained(2.5)}},
      {"9c",
       "abstract, Fig. 7",
       "10 % faster than radix sort (8 M)",
       "1.1",
       against(radix_then, hybrid_then),
       faster,
       {radix_has_gained(then8)}},
      {"9d", "7, Fig. 7", "6.2 times as fast as the C++ library on one core (8 M; theirs 1.26 s)", "6.2",
       against(std_sort, hybrid_then), at_least(6.2)},
      {"10a", "7",
       "bucketsort partitions about 45 % faster than quicksort by geometry "
       "shaders (1 M, 1,024 parts)",
       "1.45", by_feedback(M), at_least(1.45)},
      {"10b", "7", "the same at 8 M", "1.45", by_feedback(8 * M), at_least(1.45)},
      {"10c",
       "7",
       "the same against GPU-Quicksort's first phase, which has no geometry "
       "shaders (8 M)",
       "1.45",
       passes_as_long(floats(quick + ":max_sequences=1024", "uniform", 8 * M), {"phase one"}, then8, partition_passes),
       at_least(1.45),
       {{"it is a quicksort in compute kernels; against that of geometry "
         "shaders, which the paper measured, it is {}",
         by_feedback(8 * M), at_least(1.45)}}},
      {"11",
       "6.1, Fig. 7",
       "two graphics cards are 1.8 times as fast as one",
       "1.8",
       {},
       {},
       {},
       "`farfirst-bench gpus` measures it, where there are two GPUs"},
      {"12a", "5.1", "the histogram takes 4 ms of 140 ms (8 M)", "0.029", share_of_passes(then8, {"histogram"}),
       at_most(2 * 0.029)},
      {"12b", "5.1", "finding the smallest and the largest costs less than 1 % (8 M)", "0.01",
       share_of_passes(then8, {"minimum and maximum"}), at_most(0.01)},
      {"12d", "5.1", "one refinement of the pivots suffices (8 M, Gaussian: another one against it)", "",
       times_as_long(floats(hybrid_refined_twice, "gaussian", 8 * M), floats(hybrid_then, "gaussian", 8 * M)), faster},
      {"12c",
       "7, distance sorting",
       "the shuffle is about 10 % of the time (5 M triangles)",
       "0.12",
       share_of_passes(floats(hybrid_then_shuffled, triangles_input, statue), {"shuffle"}),
       about(0.1),
       {merging_dominates(floats(hybrid_then_shuffled, triangles_input, statue))}},
      transfer_claim(hybrid_then, "13", "7, Fig. 8", 140),
  };
}

}  // namespace

Paper hybrid_workshop(std::uint32_t largest) {
  return {.id = "hybrid-2007",
          .title =
              "Sintorn, Assarsson: Fast Parallel GPU-Sorting Using a Hybrid "
              "Algorithm, GPGPU workshop 2007",
          .machine = "GeForce 8600GTS; Pentium D, 2.8 GHz",
          .stand_ins = {of_hybrid_2007,
                        of_radix,
                        of_gpusort,
                        {"quicksort on one CPU core", qsort, "the C library's, with a function to compare"},
                        of_hybrid_tuned,
                        of_bitonic_tuned,
                        of_radix_today},
          .tables = {curves("Fig. 8", "random numbers, floats alone",
                            competitors(hybrid_2007, "quicksort on one CPU core", qsort), {"uniform"},
                            powers(18, 23, largest),
                            "The paper has whole numbers up to n; these are 24 random "
                            "bits. Theirs on the CPU: 561 ms "
                            "at 1 M, 8.6 s at 8 M; the curves are not given as numbers."),
                     parts_of_hybrid(hybrid_2007, "Fig. 9", largest),
                     scenes("Fig. 10", "quicksort on one CPU core",
                            {scene(hybrid_2007, jungle_input, jungle, qsort, {123, 10.1, 336, 135, 170, 250, 1150}),
                             scene(hybrid_2007, triangles_input, statue, qsort, {363, 32, 343, 434, 641, 1140, 4775})},
                            largest)},
          .claims = workshop_claims(),
          .not_repeated = {"Fig. 2, times of the single merge passes: the passes are not traced "
                           "one by one",
                           "GPU-ABiSort (quoted from its own paper): not in the catalogue"}};
}

Paper hybrid_journal(std::uint32_t largest) {
  return {.id = "hybrid-2008",
          .title =
              "Sintorn, Assarsson: Fast Parallel GPU-Sorting Using a "
              "Hybrid Algorithm, JPDC 2008",
          .machine = "GeForce 8800GTS-512, one and two; Core2 Duo, 2.66 GHz",
          .stand_ins = {of_hybrid,
                        of_radix,
                        of_gpusort,
                        {"STL sort", std_sort, "the C++ library's introsort, one core"},
                        {"hybrid on two GPUs", "", "`cuda.hybrid_multi`, measured by `farfirst-bench gpus`"},
                        {"partition by geometry shaders", "cuda.hybrid_tf:sublists=1024",
                         "transform feedback; all pivots are chosen first, "
                         "where the paper recursed"},
                        of_hybrid_tuned,
                        of_bitonic_tuned,
                        of_radix_today},
          .tables = {curves("Fig. 7", "random numbers, floats alone", competitors(hybrid_then, "STL sort", std_sort),
                            {"uniform"}, powers(18, 23, largest),
                            "The paper has whole numbers up to n; these are "
                            "24 random bits. Theirs on the CPU: 1.26 s "
                            "at 8 M; the curves are not given as numbers."),
                     parts_of_hybrid(hybrid_then, "Fig. 8", largest),
                     scenes("Fig. 9", "STL sort",
                            {scene(hybrid_then, jungle_input, jungle, std_sort, {61, 5.4, 106, 54, 83, 116, 216}),
                             scene(hybrid_then, triangles_input, statue, std_sort, {160, 19, 167, 169, 309, 549, 755})},
                            largest)},
          .claims = journal_claims(),
          .not_repeated = {"Fig. 2, times of the single merge passes: the "
                           "passes are not traced one by one",
                           "two GPUs (Figs. 7 and 9): `farfirst-bench gpus` measures "
                           "the hybrid over several"}};
}

}  // namespace farfirst::bench
