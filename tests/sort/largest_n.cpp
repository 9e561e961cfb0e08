// The largest n without a limit: see sizes.h.
#include "sizes.h"

namespace farfirst::test {

const std::uint32_t largest_n = 0xFFFFFFFFu;
const bool emulated = false;

}  // namespace farfirst::test
