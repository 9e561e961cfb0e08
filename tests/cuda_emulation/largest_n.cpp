// What is run thread by thread is run at smaller sizes: see sizes.h.
#include "sizes.h"

namespace farfirst::test {

const std::uint32_t largest_n = 20000;
const bool emulated = true;

}  // namespace farfirst::test
