// cuda.farfirst_multi: see cuda/prim/multi_sort.h. Shares are sorted as by cuda.farfirst.
#include "cuda/prim/multi_sort.h"

namespace farfirst::cuda::farfirst {
std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options);
}  // namespace farfirst::cuda::farfirst

namespace farfirst::cuda::farfirst_multi {

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<MultiSort>(cuda_device(device), options,
                                     MultiSort::Options{.entry = *find("cuda.farfirst_multi"),
                                                        .share = *find("cuda.farfirst"),
                                                        .make = farfirst::make,
                                                        .parameters = {}});
}

}  // namespace farfirst::cuda::farfirst_multi
