#pragma once
// Makes sorters of entries with other implementations than the catalogue's, for tests of an entry's internals.

#include <functional>

#include "core/implementation.h"

namespace farfirst::core {

using Make = std::function<std::unique_ptr<Implementation>(DeviceCore&, const MakeOptions&)>;

std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                    const SorterOptions& options, const Make& make);
std::unique_ptr<DistanceSorter> make_distance_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                                     const Make& make);

}  // namespace farfirst::core
