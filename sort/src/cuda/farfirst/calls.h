#pragma once
// Kinds of calls. Kernels that are compiled for one of them do not ask what it excludes.

#include <cstdint>

namespace farfirst::cuda::farfirst {

enum class Calls : std::uint8_t {
  plain,    // the host knows the number of elements and the eye, and the order is back to front and holds indices
  counted,  // as plain ones, but only the device knows the number or the eye
  any,
};

}  // namespace farfirst::cuda::farfirst
