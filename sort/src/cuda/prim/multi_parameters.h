#pragma once
// The parameters that all sorts over several GPUs have.

#include <farfirst/sort.h>

namespace farfirst::cuda {

inline constexpr Parameter gpus_parameter{
    .name = "gpus",
    .meaning =
        "number of GPUs that sort: 0 = all of the device; if it has fewer, some sort more than one "
        "share",
    .maximum = 16};
inline constexpr Parameter direct_parameter{
    .name = "direct",
    .meaning = "1 = GPUs write to each other's memory, if they can; 0 = they exchange data through host memory",
    .maximum = 1,
    .default_value = 1};
inline constexpr Parameter sample_parameter{
    .name = "sample",
    .meaning =
        "how cuts are found: 1 = among all keys; 2 = among keys near those of a sample; 0 = 2 for 65536 "
        "elements or more, else 1",
    .maximum = 2};
inline constexpr Parameter exchange_parameter{
    .name = "exchange",
    .meaning =
        "how GPUs exchange elements: 1 = they find the cuts, count elements, then send them; 2 = two GPUs "
        "with peer access send them in one pass by a sample; 0 = 2 for 16 million elements or more, "
        "else 1",
    .maximum = 2};
inline constexpr Parameter first_share_parameter{
    .name = "first_share",
    .meaning =
        "percentage of elements that the first of two GPUs sorts if the whole order is in its memory, since the "
        "other one also sends its share; with more GPUs, relative to each of the others",
    .minimum = 50,
    .maximum = 75,
    .default_value = 60};

}  // namespace farfirst::cuda
