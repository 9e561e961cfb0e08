#pragma once
// How many levels of distribution a sort takes, how wide they are, and how much room the worst input needs. Plain
// arithmetic on the host.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace farfirst::cuda::sample_sort {

inline constexpr unsigned most_levels = 8;
inline constexpr unsigned most_log_k = 10;

/// The parameters of the entry, 0 where the choice is left to the plan.
struct Wish {
  std::uint32_t buckets = 0;       // k
  std::uint32_t small = 0;         // M
  std::uint32_t oversampling = 0;  // a
  std::uint32_t threads = 0;       // t
  std::uint32_t elements = 0;      // l
};

/// One k-way distribution.
struct LevelPlan {
  unsigned log_k = 0;
  std::uint32_t oversampling = 0;
  std::uint32_t most_segments = 0;  // that are split at this level
  std::uint32_t most_tiles = 0;
  std::uint32_t first_bucket = 0;  // its buckets have most_segments * k numbers from here on
  std::size_t counters() const { return std::size_t{most_tiles} << log_k; }
  std::size_t samples() const { return (std::size_t{most_segments} * oversampling) << log_k; }  // of all segments
};

struct Plan {
  std::uint32_t n = 0;
  std::uint32_t small = 0;  // buckets of at most this many elements are not split further
  unsigned threads = 0;
  unsigned elements = 0;
  unsigned levels = 0;
  LevelPlan level[most_levels];
  std::uint32_t most_buckets = 1;  // of all levels
  std::uint32_t tile() const { return threads * elements; }
};

/// Shape of the plan where the wish leaves it open, measured on an H200: see tuning.h.
struct Preset {
  std::uint32_t small;         // what a block sorts in shared memory
  std::uint32_t widest_log_k;  // of a level
  std::uint32_t last_log_k;    // of the last level: a narrow one leaves more samples per bucket
  std::uint32_t sample;        // at most, per segment: what a block sorts
  std::uint32_t oversampling;  // at most: more samples of a bucket have no use
  std::uint32_t threads;
  std::uint32_t elements;
};

inline unsigned log2_up(std::uint64_t value) {
  return value <= 1 ? 0 : static_cast<unsigned>(std::bit_width(value - 1));
}

/// The widths of the levels, as logarithms. Expected buckets hold half of `small`, so that few come out larger.
inline unsigned choose_levels(std::uint64_t n, std::uint32_t small, unsigned fixed_log_k, const Preset& preset,
                              unsigned (&log_k)[most_levels]) {
  if (n <= small) return 0;
  const unsigned bits = std::max(1u, log2_up((2 * n + small - 1) / small));
  if (fixed_log_k != 0) {
    const unsigned levels = std::min((bits + fixed_log_k - 1) / fixed_log_k, most_levels);
    std::fill_n(log_k, levels, fixed_log_k);
    return levels;
  }
  const unsigned last = std::min(bits, preset.last_log_k);
  unsigned rest = bits - last;
  const unsigned wide_levels = (rest + preset.widest_log_k - 1) / preset.widest_log_k;
  for (unsigned i = 0; i < wide_levels; ++i) {
    log_k[i] = (rest + wide_levels - i - 1) / (wide_levels - i);
    rest -= log_k[i];
  }
  log_k[wide_levels] = last;
  return wide_levels + 1;
}

/// A thread with 16 elements needs more registers than a block of 1024 has.
constexpr unsigned most_threads(unsigned elements) { return elements > 8 ? 512 : 1024; }

inline constexpr std::uint32_t most_tile = 8192;

/// Threads and elements of a tile: powers of two, elements 4, 8 or 16, at least 4 per bucket (so that a level has no
/// more counters than elements).
inline void choose_tile(const Wish& wish, const Preset& preset, unsigned log_k, Plan& plan) {
  const std::uint32_t elements = wish.elements != 0 ? wish.elements : preset.elements;
  const std::uint32_t threads = wish.threads != 0 ? wish.threads : preset.threads;
  plan.elements = elements <= 4 ? 4 : elements <= 8 ? 8 : 16;
  plan.threads = std::clamp(std::bit_ceil(threads), 64u, most_threads(plan.elements));
  while (plan.tile() < (4u << log_k)) plan.threads *= 2;
}

inline std::uint32_t small_of(const Wish& wish, const Preset& preset) {
  return wish.small != 0 ? std::max(wish.small, preset.small / 2) : preset.small;
}

inline Plan make_plan(std::uint32_t n, const Wish& wish, const Preset& preset) {
  Plan plan;
  plan.n = n;
  plan.small = small_of(wish, preset);
  unsigned log_k[most_levels] = {};
  const unsigned fixed = wish.buckets == 0 ? 0 : std::clamp(log2_up(wish.buckets), 4u, most_log_k);
  plan.levels = choose_levels(n, plan.small, fixed, preset, log_k);
  choose_tile(wish, preset, *std::max_element(log_k, log_k + most_levels), plan);
  std::uint64_t segments = 1;
  std::uint32_t buckets = plan.levels == 0 ? 1 : 0;
  for (unsigned i = 0; i < plan.levels; ++i) {
    LevelPlan& level = plan.level[i];
    level.log_k = log_k[i];
    const std::uint32_t most = std::clamp(preset.sample >> log_k[i], 2u, preset.oversampling);
    level.oversampling = wish.oversampling != 0 ? std::min(wish.oversampling, most) : most;
    level.most_segments = static_cast<std::uint32_t>(segments);
    level.most_tiles = n / plan.tile() + level.most_segments;
    level.first_bucket = buckets;
    buckets += level.most_segments << log_k[i];
    segments = std::min(segments << log_k[i], std::uint64_t{n} / (plan.small + 1));
  }
  plan.most_buckets = buckets;
  return plan;
}

}  // namespace farfirst::cuda::sample_sort
