// Stands in for the CUDA back end where none is built: absence is a value with a sentence.
#include "core/implementation.h"

namespace farfirst::cuda {

std::string why_unavailable() { return FARFIRST_WHY_NO_CUDA; }

std::unique_ptr<Device> open(const DeviceOptions&) { throw Error(why_unavailable()); }

}  // namespace farfirst::cuda
