// cuda.hybrid_multi: see cuda/prim/multi_sort.h. Shares are sorted as by cuda.hybrid, whose items contain an element's
// number, so the order needs no gather. Erik Sintorn and Ulf Assarsson, Fast Parallel GPU-Sorting Using a Hybrid
// Algorithm, Journal of Parallel and Distributed Computing 68(10), 2008, section 6.1.
#include "cuda/prim/multi_sort.h"

namespace farfirst::cuda::hybrid {
std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options);
}  // namespace farfirst::cuda::hybrid

namespace farfirst::cuda::hybrid_multi {

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<MultiSort>(cuda_device(device), options,
                                     MultiSort::Options{.entry = *find("cuda.hybrid_multi"),
                                                        .share = *find("cuda.hybrid"),
                                                        .make = hybrid::make,
                                                        .parameters = options.parameters});
}

}  // namespace farfirst::cuda::hybrid_multi
