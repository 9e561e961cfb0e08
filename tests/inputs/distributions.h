#pragma once
// Distributions of keys as in the source papers, shared by farfirst-bench and the tests. Mersenne Twister, one seed,
// one sequence: the same on every machine.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfirst::inputs {

enum class Distribution : std::uint8_t {
  uniform,        // 0 .. 2^32 - 1 (the papers take 2^31; all bits count here)
  uniform16,      // 0 .. 2^16 - 1
  gaussian,       // mean of four uniform values
  zero,           // one random value throughout
  sorted,         // uniform, ascending
  reverse,        // uniform, descending
  nearly_sorted,  // ascending; `swaps` in a thousand pairs exchanged over at
                  // most `distance`
  few_unique,     // `values` different ones
  bucket,         // p blocks of p sections: section i draws from the i-th p-th of the
                  // range
  staggered,      // p blocks: the lower half takes the odd p-ths of the range, the
                  // upper half the even ones
  duplicates,     // deterministic duplicates: first half log2(n), next quarter
                  // log2(n / 2), and so on; with `p`, halves of p blocks
  distances,      // keys of squared distances: points of a sphere's surface, seen
                  // from three radii away
  entropy,        // `words` uniform values and-ed: 1 to 5 of them leave 1.000, 0.811,
                  // 0.544, 0.337, 0.201 bits a bit
  magnitudes,     // floats of every finite magnitude and both signs: the exponent
                  // is uniform
  denormals,      // floats below 2^-126 of both signs
  infinities,     // floats from 0 to 1, and `percent` infinities of both signs
  heavy_value,    // `percent` of the keys are one value, the others uniform
  one_bin,        // all in a 2^-15th of the range, but for its two ends
  ulps            // floats of which each is among the nearest `values` above 1
};
inline constexpr std::size_t distribution_count = 19;

std::span<const Distribution> distributions() noexcept;
std::string_view name_of(Distribution distribution) noexcept;
/// False if no distribution has that name.
bool parse(std::string_view name, Distribution& distribution) noexcept;

/// Are the keys the ordered bits of floats?
bool has_floats(Distribution distribution) noexcept;

std::vector<std::uint32_t> make_keys(Distribution distribution, std::uint32_t n, std::uint32_t seed);

/// A parameter of a distribution.
struct InputNumber {
  std::string_view name;
  std::uint32_t least = 0, most = 0, default_value = 0;
};
/// A distribution has up to two.
std::span<const InputNumber> numbers_of(Distribution distribution) noexcept;

/// A distribution and its parameters. The text is like an entry's: nearly_sorted:swaps=50:distance=1000.
struct Shape {
  Distribution distribution = Distribution::uniform;
  std::array<std::uint32_t, 2> numbers{};
  explicit Shape(Distribution distribution = Distribution::uniform) noexcept;  // with default parameters
  friend bool operator==(const Shape&, const Shape&) = default;
};
/// The name, with the parameters that are not at their defaults.
std::string name_of(const Shape& shape);
/// Empty, or a message about the error.
std::string parse(std::string_view text, Shape& shape);

/// All shapes of the papers and their critics, with all parameters.
std::span<const Shape> shapes();

std::vector<std::uint32_t> make_keys(const Shape& shape, std::uint32_t n, std::uint32_t seed);

}  // namespace farfirst::inputs
