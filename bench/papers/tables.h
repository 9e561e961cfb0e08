#pragma once
// Each paper's tables; see papers.h.

#include "papers.h"

namespace farfirst::bench {

Paper hybrid_workshop(std::uint32_t largest);  // hybrid.cpp
Paper hybrid_journal(std::uint32_t largest);
Paper gpu_quicksort(std::uint32_t largest);    // quicksort.cpp
Paper gpu_sample_sort(std::uint32_t largest);  // sample_sort.cpp
Paper sorting_survey(std::uint32_t largest);   // survey.cpp
Paper aims();                                  // papers.cpp

}  // namespace farfirst::bench
