#pragma once
// GPU, driver and limits of a context, for a report.

#include <string>
#include <vector>

#include "offscreen/context.h"

namespace farfirst::app {

/// Lines of a name and a value. `cuda_devices`: the GPUs that CUDA would use.
std::string machine_report(const HeadlessContext& context, const std::vector<int>& cuda_devices);

}  // namespace farfirst::app
