// The largest n of the emulation, which runs thread by thread and so uses smaller sizes: see sizes.h.
#include "sizes.h"

namespace farfirst::test {

const std::uint32_t largest_n = 20000;
const bool emulated = true;

}  // namespace farfirst::test
