// The inner loops without vectors: the reference for all instruction sets, and the fallback without Highway.
#include "parts.h"

#define HWY_NAMESPACE plain
#define FARFIRST_LANES "plain"
#include "lanes_plain.h"

#include "kernels_inl.h"

namespace farfirst::app::cpu {

const Kernels& plain_kernels() { return plain::table(); }

#ifndef FARFIRST_HIGHWAY
const Kernels& kernels() { return plain_kernels(); }
std::vector<const Kernels*> all_kernels() { return {&plain_kernels()}; }
#endif

}  // namespace farfirst::app::cpu
