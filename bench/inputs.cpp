// Sources: uniform, zero, bucket, Gaussian, staggered: Cederman & Tsigas, GPU-Quicksort (2009), section 5.1, after
// Helman, Bader, JaJa (1998); deterministic duplicates: Leischner, Osipov, Sanders, GPU sample sort (2009), section 6.
// Two slips of the papers are mended: the staggered bounds overlap by one p-th in the second (a block's range is one
// p-th here), and "log n" is log2 rounded down.
#include "inputs.h"

#include <farfirst/keys.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

namespace farfirst::bench {

namespace {

using Keys = std::vector<std::uint32_t>;
using Twister = std::mt19937;

constexpr std::uint32_t blocks = 128;  // the p of bucket and staggered

constexpr std::array<std::pair<Distribution, std::string_view>, 12> names = {
    {{Distribution::uniform, "uniform"},
     {Distribution::uniform16, "uniform16"},
     {Distribution::gaussian, "gaussian"},
     {Distribution::zero, "zero"},
     {Distribution::sorted, "sorted"},
     {Distribution::reverse, "reverse"},
     {Distribution::nearly_sorted, "nearly_sorted"},
     {Distribution::few_unique, "few_unique"},
     {Distribution::bucket, "bucket"},
     {Distribution::staggered, "staggered"},
     {Distribution::duplicates, "duplicates"},
     {Distribution::distances, "distances"}}};

// std::uniform_*_distribution differs between libraries; plain arithmetic on the twister's words does not.
std::uint32_t below(Twister& twister, std::uint64_t limit) {
  return static_cast<std::uint32_t>((std::uint64_t{twister()} * limit) >> 32);
}

/// A uniform value of the `part`-th of `parts` equal parts of the range of uint32.
std::uint32_t within_part(Twister& twister, std::uint32_t part, std::uint32_t parts) {
  const std::uint64_t width = (std::uint64_t{1} << 32) / parts;
  return static_cast<std::uint32_t>(part * width + below(twister, width));
}

void fill_gaussian(Keys& keys, Twister& twister) {
  for (std::uint32_t& key : keys) {
    std::uint64_t sum = 0;
    for (int i = 0; i < 4; ++i) sum += twister();
    key = static_cast<std::uint32_t>(sum / 4);
  }
}

void exchange_neighbours(Keys& keys, Twister& twister) {
  const std::size_t n = keys.size();
  for (std::size_t i = 0; i < n / 100; ++i) {
    const std::size_t a = below(twister, n);
    const std::size_t b = std::min(n - 1, a + 1 + below(twister, 64));
    std::swap(keys[a], keys[b]);
  }
}

void fill_bucket(Keys& keys, Twister& twister) {
  const std::uint64_t n = keys.size();
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t section = i * blocks * blocks / n % blocks;
    keys[i] = within_part(twister, static_cast<std::uint32_t>(section), blocks);
  }
}

void fill_staggered(Keys& keys, Twister& twister) {
  const std::uint64_t n = keys.size();
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t block = static_cast<std::uint32_t>(i * blocks / n);
    const std::uint32_t part = block < blocks / 2 ? 2 * block + 1 : 2 * (block - blocks / 2);
    keys[i] = within_part(twister, part, blocks);
  }
}

void fill_duplicates(Keys& keys) {
  const std::size_t n = keys.size();
  std::size_t begin = 0;
  for (std::size_t share = n; begin < n; share /= 2) {
    const std::size_t end = std::min(n, begin + std::max<std::size_t>(1, share / 2));
    const std::uint32_t value = static_cast<std::uint32_t>(std::bit_width(std::max<std::size_t>(share, 1)) - 1);
    std::fill(keys.begin() + static_cast<std::ptrdiff_t>(begin), keys.begin() + static_cast<std::ptrdiff_t>(end),
              value);
    begin = end;
  }
}

void fill_distances(Keys& keys, Twister& twister) {
  const Viewpoint view = keys::prepared({{0.0f, 0.0f, 3.0f}, {0.0f, 0.0f, -1.0f}});
  for (std::uint32_t& key : keys) {
    // Archimedes: a uniform height and angle make uniform points of the sphere; only the height matters from the z
    // axis.
    const float z = static_cast<float>(twister()) * 0x1p-31f - 1.0f;
    const float radius = std::sqrt(std::max(0.0f, 1.0f - z * z));
    key = key_of_point<Measure::radial>({radius, 0.0f, z}, view);
  }
}

}  // namespace

std::span<const Distribution> distributions() noexcept {
  static constexpr auto all = [] {
    std::array<Distribution, names.size()> list{};
    for (std::size_t i = 0; i < names.size(); ++i) list[i] = names[i].first;
    return list;
  }();
  return all;
}

std::string_view name_of(Distribution distribution) noexcept {
  return names[static_cast<std::size_t>(distribution)].second;
}

bool parse(std::string_view name, Distribution& distribution) noexcept {
  for (const auto& [value, its_name] : names) {
    if (its_name != name) continue;
    distribution = value;
    return true;
  }
  return false;
}

std::vector<std::uint32_t> make_keys(Distribution distribution, std::uint32_t n, std::uint32_t seed) {
  Keys keys(n);
  if (n == 0) return keys;
  Twister twister(seed);
  const auto fill = [&](auto draw) { std::generate(keys.begin(), keys.end(), draw); };
  switch (distribution) {
    case Distribution::uniform:
      fill([&] { return static_cast<std::uint32_t>(twister()); });
      break;
    case Distribution::uniform16:
      fill([&] { return static_cast<std::uint32_t>(twister() >> 16); });
      break;
    case Distribution::gaussian:
      fill_gaussian(keys, twister);
      break;
    case Distribution::zero:
      keys.assign(n, static_cast<std::uint32_t>(twister()));
      break;
    case Distribution::sorted:
    case Distribution::reverse:
    case Distribution::nearly_sorted:
      fill([&] { return static_cast<std::uint32_t>(twister()); });
      std::sort(keys.begin(), keys.end());
      if (distribution == Distribution::reverse) std::reverse(keys.begin(), keys.end());
      if (distribution == Distribution::nearly_sorted) exchange_neighbours(keys, twister);
      break;
    case Distribution::few_unique: {
      std::array<std::uint32_t, 16> values;
      for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(twister());
      fill([&] { return values[twister() >> 28]; });
      break;
    }
    case Distribution::bucket:
      fill_bucket(keys, twister);
      break;
    case Distribution::staggered:
      fill_staggered(keys, twister);
      break;
    case Distribution::duplicates:
      fill_duplicates(keys);
      break;
    case Distribution::distances:
      fill_distances(keys, twister);
      break;
  }
  return keys;
}

}  // namespace farfirst::bench
