// Stands in for the OpenGL back end where none is built: absence is a value with a sentence.
#include "core/implementation.h"

namespace farfirst::gl {

std::string why_unavailable() { return FARFIRST_WHY_NO_GL; }

std::unique_ptr<Device> open(const DeviceOptions&) { throw Error(why_unavailable()); }

}  // namespace farfirst::gl
