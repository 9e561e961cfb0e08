#pragma once
// Keys to sort, as the source papers define them; shared by farfirst-bench and the tests. Mersenne Twister, one seed,
// one sequence: the same on every machine.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace farfirst::bench {

enum class Distribution : std::uint8_t {
  uniform,        // 0 .. 2^32 - 1 (the papers take 2^31; all bits count here)
  uniform16,      // 0 .. 2^16 - 1
  gaussian,       // mean of four uniform values
  zero,           // one random value throughout
  sorted,         // uniform, ascending
  reverse,        // uniform, descending
  nearly_sorted,  // ascending; one pair in a hundred exchanged over a distance of at most 64
  few_unique,     // 16 different values
  bucket,         // p blocks of p sections: section i draws from the i-th p-th of the range (p = 128)
  staggered,      // p blocks: the lower half takes the odd p-ths of the range, the upper half the even ones (p = 128)
  duplicates,     // deterministic duplicates: first half log2(n), next quarter log2(n / 2), and so on
  distances       // keys of squared distances: points of a sphere's surface, seen from three radii away
};

std::span<const Distribution> distributions() noexcept;
std::string_view name_of(Distribution distribution) noexcept;
/// False if no distribution has that name.
bool parse(std::string_view name, Distribution& distribution) noexcept;

std::vector<std::uint32_t> make_keys(Distribution distribution, std::uint32_t n, std::uint32_t seed);

}  // namespace farfirst::bench
