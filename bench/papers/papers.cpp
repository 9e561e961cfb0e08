// See papers.h.
#include "papers.h"

#include "entries.h"
#include "quantities.h"
#include "tables.h"

namespace farfirst::bench {

Paper aims() {
  using namespace entries;
  using namespace words;
  const std::string form_of_paper = "gl.quicksort_tf:form=1";
  return {.id = "aims",
          .title = "Aims of this project that are ratios, as those of the papers are",
          .machine = "",
          .stand_ins = {},
          .tables = {},
          .claims = {{"G1", "", "OpenGL's radix sort has at least 0.6 of the speed of CUB's (8 M)", "",
                      times_as_long(indices(cub_radix, "uniform", 8 * M), indices("gl.radix", "uniform", 8 * M)),
                      at_least(0.6)},
                     {"G2", "",
                      "quicksort by transform feedback gains twice or more by choosing "
                      "all pivots first (1 M)",
                      "", times_as_long(indices(form_of_paper, "uniform", M), indices("gl.quicksort_tf", "uniform", M)),
                      at_least(2)},
                     {"G3", "",
                      "64 k elements are sorted in the time of 25 passes of a partition "
                      "or less",
                      "",
                      in_passes_of(indices("gl.quicksort_tf", "uniform", 64 * k),
                                   indices("gl.quicksort_tf:levels=1", "uniform", 64 * k), {"partition"}),
                      at_most(25)}},
          .not_repeated = {}};
}

std::vector<Paper> papers(std::uint32_t largest) {
  std::vector<Paper> all = {hybrid_workshop(largest), hybrid_journal(largest), gpu_quicksort(largest),
                            gpu_sample_sort(largest), sorting_survey(largest), aims()};
  for (Paper& paper : all) {
    std::erase_if(paper.tables, [](const PaperTable& table) { return table.lines.empty(); });
    for (Claim& claim : paper.claims) {
      if (claim.quantity.setups.empty() && claim.impossible.empty()) claim.impossible = "none of its sizes was wanted";
    }
  }
  return all;
}

std::vector<std::string> paper_ids() {
  std::vector<std::string> ids;
  for (const Paper& paper : papers(0)) ids.push_back(paper.id);
  return ids;
}

}  // namespace farfirst::bench
