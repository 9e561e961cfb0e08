#pragma once
// Which GPU, driver and limits a context has, for a report.

#include <string>

#include "context.h"

namespace farfirst::app {

/// Lines of a name and a value. `cuda_device`: which GPU CUDA would use.
std::string machine_report(const HeadlessContext& context, int cuda_device);

}  // namespace farfirst::app
