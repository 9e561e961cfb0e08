#pragma once
// Each paper's tables; see papers.h.

#include "papers.h"

namespace farfirst::bench {

Paper hybrid_workshop(std::uint32_t largest);  // papers_hybrid.cpp
Paper hybrid_journal(std::uint32_t largest);
Paper gpu_quicksort(std::uint32_t largest);    // papers_quicksort.cpp
Paper gpu_sample_sort(std::uint32_t largest);  // papers_sample_sort.cpp
Paper sorting_survey(std::uint32_t largest);   // papers_survey.cpp
Paper aims();                                  // papers.cpp

}  // namespace farfirst::bench
