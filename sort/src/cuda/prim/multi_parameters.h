#pragma once
// The parameters that all sorts over several GPUs have.

#include <farfirst/sort.h>

namespace farfirst::cuda {

inline constexpr Parameter gpus_parameter{
    .name = "gpus",
    .meaning =
        "GPUs that sort: 0 = all of the device; more than it has: some stand for several, each of which sorts a "
        "share",
    .maximum = 16};
inline constexpr Parameter direct_parameter{
    .name = "direct",
    .meaning = "1 = GPUs write to each other's memory, if they can; 0 = what they exchange is staged in host memory",
    .maximum = 1,
    .default_value = 1};
inline constexpr Parameter sample_parameter{
    .name = "sample",
    .meaning =
        "how cuts are found: 1 = among all keys; 2 = among those near what a sample says; 0 = 2 for 65536 "
        "elements or more, else 1",
    .maximum = 2};
inline constexpr Parameter exchange_parameter{
    .name = "exchange",
    .meaning =
        "how elements get to the GPU that sorts them: 1 = cuts are found, elements counted, then sent; 2 = two GPUs "
        "with access to each other's memory send them in one pass by a sample; 0 = 2 for 16 million elements or more, "
        "else 1",
    .maximum = 2};
inline constexpr Parameter first_share_parameter{
    .name = "first_share",
    .meaning =
        "percent of the elements that the first of two GPUs sorts if the whole order is in its memory, since the "
        "other one also sends its share; more than two: as much more than each of the others",
    .minimum = 50,
    .maximum = 75,
    .default_value = 60};

}  // namespace farfirst::cuda
