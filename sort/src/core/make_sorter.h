#pragma once
// Sorters of an entry that is made in another way than the catalogue says. For tests of what an entry keeps to itself.

#include <functional>

#include "core/implementation.h"

namespace farfirst::core {

using Make = std::function<std::unique_ptr<Implementation>(DeviceCore&, const MakeOptions&)>;

std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                    const SorterOptions& options, const Make& make);
std::unique_ptr<DistanceSorter> make_distance_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                                     const Make& make);

}  // namespace farfirst::core
