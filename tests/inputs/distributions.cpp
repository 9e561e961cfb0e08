// Sources: uniform, zero, bucket, Gaussian, staggered: Cederman & Tsigas, GPU-Quicksort (2009), section 5.3, after
// Helman, Bader, JaJa (1998); deterministic duplicates: Leischner, Osipov, Sanders, GPU sample sort (2009), section 6;
// few unique, nearly sorted: Misic, Tomasevic, the survey; entropy: Thearling, Smith, An improved supercomputer sorting
// benchmark (1992), as CUB measures it.
//
// Deviations from the papers' words:
// - Ranges are p-ths of 2^32, not of 2^31, so that all bits of a key count.
// - Staggered, first paper: blocks up to i <= p / 2 take the odd parts, 2 i + 1. Counted from 0, block p / 2 would
// begin
//   where the range ends; here i < p / 2 has the odd parts, the others have the even ones.
// - Staggered, second paper: the upper bound (2 i) (2^31 / p - 1) has a parenthesis in the wrong place; it ends each
//   range 2 i - 1 values too early. Meant is (2 i) 2^31 / p - 1. Blocks after p / 2 are not defined there; they are as
//   in the first paper.
// - Duplicates: "log n" is log2, rounded down. The paper halves a number of blocks, p, and does not say what becomes of
//   those left over if p is no power of two: a value takes half of the blocks that are left, rounded up. Without p, the
//   halves end at single elements.
#include "distributions.h"

#include <farfirst/keys.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace farfirst::inputs {

namespace {

using Keys = std::vector<std::uint32_t>;
using Twister = std::mt19937;

// std::uniform_*_distribution differs between libraries; plain arithmetic on the twister's words does not.
std::uint32_t below(Twister& twister, std::uint64_t limit) {
  return static_cast<std::uint32_t>((std::uint64_t{twister()} * limit) >> 32);
}
std::uint32_t uniform(Twister& twister) { return static_cast<std::uint32_t>(twister()); }

template <class Draw>
void fill(Keys& keys, Draw draw) {
  std::generate(keys.begin(), keys.end(), draw);
}

/// A uniform value of the `part`-th of `parts` equal parts of the range of uint32.
std::uint32_t within_part(Twister& twister, std::uint32_t part, std::uint32_t parts) {
  const std::uint64_t width = (std::uint64_t{1} << 32) / parts;
  return static_cast<std::uint32_t>(part * width + below(twister, width));
}

std::uint32_t mean_of_four(Twister& twister) {
  std::uint64_t sum = 0;
  for (int i = 0; i < 4; ++i) sum += twister();
  return static_cast<std::uint32_t>(sum / 4);
}

void exchange_neighbours(Keys& keys, Twister& twister, std::uint32_t swaps, std::uint32_t distance) {
  const std::size_t n = keys.size();
  for (std::size_t i = 0; i < n * swaps / 1000; ++i) {
    const std::size_t a = below(twister, n);
    const std::size_t b = std::min(n - 1, a + 1 + below(twister, distance));
    std::swap(keys[a], keys[b]);
  }
}

void fill_sorted(Keys& keys, Twister& twister) {
  fill(keys, [&] { return uniform(twister); });
  std::sort(keys.begin(), keys.end());
}

void fill_few_unique(Keys& keys, Twister& twister, std::uint32_t number) {
  Keys values(number);
  fill(values, [&] { return uniform(twister); });
  fill(keys, [&] { return values[below(twister, number)]; });
}

void fill_bucket(Keys& keys, Twister& twister, std::uint32_t blocks) {
  const std::uint64_t n = keys.size();
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t section = i * blocks * blocks / n % blocks;
    keys[i] = within_part(twister, static_cast<std::uint32_t>(section), blocks);
  }
}

void fill_staggered(Keys& keys, Twister& twister, std::uint32_t blocks) {
  const std::uint64_t n = keys.size();
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t block = static_cast<std::uint32_t>(i * blocks / n);
    const std::uint32_t part = block < blocks / 2 ? 2 * block + 1 : 2 * (block - blocks / 2);
    keys[i] = within_part(twister, part, blocks);
  }
}

std::uint32_t log2_down(std::size_t value) {
  return static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(value, 1)) - 1);
}

void fill_with(Keys& keys, std::size_t begin, std::size_t end, std::uint32_t value) {
  std::fill(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.begin() + static_cast<std::ptrdiff_t>(end), value);
}

/// One value for half of the elements, another for half of the rest, and so forth.
void fill_duplicates(Keys& keys) {
  const std::size_t n = keys.size();
  std::size_t begin = 0;
  for (std::size_t share = n; begin < n; share /= 2) {
    const std::size_t end = std::min(n, begin + std::max<std::size_t>(1, share / 2));
    fill_with(keys, begin, end, log2_down(share));
    begin = end;
  }
}

/// One value for half of the blocks, another for half of the rest, and so forth.
void fill_duplicate_blocks(Keys& keys, std::uint32_t blocks) {
  const std::size_t n = keys.size();
  std::size_t first = 0;
  for (std::size_t share = n; first < blocks; share /= 2) {
    const std::size_t next = first + (blocks - first + 1) / 2;
    fill_with(keys, first * n / blocks, next * n / blocks, log2_down(share));
    first = next;
  }
}

void fill_distances(Keys& keys, Twister& twister) {
  const Viewpoint view = keys::prepared({{0.0f, 0.0f, 3.0f}, {0.0f, 0.0f, -1.0f}});
  for (std::uint32_t& key : keys) {
    // Archimedes: a uniform height and angle make uniform points of the sphere; from the z axis, only the height
    // matters.
    const float z = static_cast<float>(twister()) * 0x1p-31f - 1.0f;
    const float radius = std::sqrt(std::max(0.0f, 1.0f - z * z));
    key = key_of_point<Metric::radial>({radius, 0.0f, z}, view);
  }
}

std::uint32_t and_of(Twister& twister, std::uint32_t words) {
  std::uint32_t key = uniform(twister);
  for (std::uint32_t i = 1; i < words; ++i) key &= uniform(twister);
  return key;
}

/// Handles floats by their bits, since no arithmetic may round them or flush them to zero.
std::uint32_t ordered(std::uint32_t bits) { return keys::ordered_bits(std::bit_cast<float>(bits)); }

std::uint32_t any_magnitude(Twister& twister) {
  const std::uint32_t sign_and_fraction = uniform(twister) & 0x807FFFFFu;
  return ordered(sign_and_fraction | (1 + below(twister, 254)) << 23);
}

std::uint32_t infinity_or_number(Twister& twister, std::uint32_t percent) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const bool infinite = below(twister, 100) < percent;
  const std::uint32_t word = uniform(twister);
  if (infinite) return keys::ordered_bits(word >> 31 == 0 ? infinity : -infinity);
  return keys::ordered_bits(static_cast<float>(word >> 8) * 0x1p-24f);
}

void fill_heavy_value(Keys& keys, Twister& twister, std::uint32_t percent) {
  const std::uint32_t heavy = uniform(twister);
  fill(keys, [&] { return below(twister, 100) < percent ? heavy : uniform(twister); });
}

/// Because of the ends, a histogram between the least and the greatest key puts everything else in one of its bins.
void fill_one_bin(Keys& keys, Twister& twister) {
  const std::uint32_t begin = uniform(twister) & 0xFFFE0000u;
  fill(keys, [&] { return begin | (uniform(twister) & 0x1FFFFu); });
  keys.front() = 0;
  keys.back() = 0xFFFFFFFFu;
}

void fill_keys(Keys& keys, Twister& twister, const Shape& shape) {
  const auto [first, second] = shape.numbers;
  switch (shape.distribution) {
    case Distribution::uniform:
      return fill(keys, [&] { return uniform(twister); });
    case Distribution::uniform16:
      return fill(keys, [&] { return uniform(twister) >> 16; });
    case Distribution::gaussian:
      return fill(keys, [&] { return mean_of_four(twister); });
    case Distribution::zero:
      return keys.assign(keys.size(), uniform(twister));
    case Distribution::sorted:
      return fill_sorted(keys, twister);
    case Distribution::reverse:
      fill_sorted(keys, twister);
      std::reverse(keys.begin(), keys.end());
      return;
    case Distribution::nearly_sorted:
      fill_sorted(keys, twister);
      exchange_neighbours(keys, twister, first, second);
      return;
    case Distribution::few_unique:
      return fill_few_unique(keys, twister, first);
    case Distribution::bucket:
      return fill_bucket(keys, twister, first);
    case Distribution::staggered:
      return fill_staggered(keys, twister, first);
    case Distribution::duplicates:
      return first == 0 ? fill_duplicates(keys) : fill_duplicate_blocks(keys, first);
    case Distribution::distances:
      return fill_distances(keys, twister);
    case Distribution::entropy:
      return fill(keys, [&, words = first] { return and_of(twister, words); });
    case Distribution::magnitudes:
      return fill(keys, [&] { return any_magnitude(twister); });
    case Distribution::denormals:
      return fill(keys, [&] { return ordered(uniform(twister) & 0x807FFFFFu); });
    case Distribution::infinities:
      return fill(keys, [&, percent = first] { return infinity_or_number(twister, percent); });
    case Distribution::heavy_value:
      return fill_heavy_value(keys, twister, first);
    case Distribution::one_bin:
      return fill_one_bin(keys, twister);
    case Distribution::ulps:
      return fill(keys, [&, values = first] { return ordered(0x3F800000u + below(twister, values)); });
  }
}

}  // namespace

std::vector<std::uint32_t> make_keys(const Shape& shape, std::uint32_t n, std::uint32_t seed) {
  Keys keys(n);
  Twister twister(seed);
  if (n > 0) fill_keys(keys, twister, shape);
  return keys;
}

std::vector<std::uint32_t> make_keys(Distribution distribution, std::uint32_t n, std::uint32_t seed) {
  return make_keys(Shape(distribution), n, seed);
}

}  // namespace farfirst::inputs
