#pragma once
// The plan of a sort: the number of levels of distribution, their widths, and the memory that the worst input needs.
// Plain arithmetic on the host.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace farfirst::cuda::sample_sort {

inline constexpr unsigned most_levels = 8;
inline constexpr unsigned most_log_k = 10;

/// The parameters of the entry; 0 leaves the choice to the plan.
struct Request {
  std::uint32_t buckets = 0;       // k
  std::uint32_t small = 0;         // M
  std::uint32_t oversampling = 0;  // a
  std::uint32_t threads = 0;       // t
  std::uint32_t elements = 0;      // l
  bool strict = false;             // distribute M elements too
};

/// One k-way distribution.
struct LevelPlan {
  unsigned log_k = 0;
  std::uint32_t oversampling = 0;
  std::uint32_t most_segments = 0;  // of this level
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

/// Shapes for parameters that the request leaves open, measured on an H200: see tuning.h.
struct Defaults {
  std::uint32_t small;         // what a block sorts in shared memory
  std::uint32_t widest_log_k;  // of a level
  std::uint32_t last_log_k;    // of the last level: a narrow one leaves more samples per bucket
  std::uint32_t sample;        // at most, per segment: what a block sorts
  std::uint32_t oversampling;  // at most: a bucket has no use for more samples
  std::uint32_t threads;
  std::uint32_t elements;
};

inline unsigned log2_up(std::uint64_t value) {
  return value <= 1 ? 0 : static_cast<unsigned>(std::bit_width(value - 1));
}

/// The widths of the levels of more than `small` elements, as logarithms. Expected buckets hold half of `small`, so few
/// are larger.
inline unsigned choose_levels(std::uint64_t n, std::uint32_t small, unsigned fixed_log_k, const Defaults& defaults,
                              unsigned (&log_k)[most_levels]) {
  const unsigned bits = std::max(1u, log2_up((2 * n + small - 1) / small));
  if (fixed_log_k != 0) {
    const unsigned levels = std::min((bits + fixed_log_k - 1) / fixed_log_k, most_levels);
    std::fill_n(log_k, levels, fixed_log_k);
    return levels;
  }
  const unsigned last = std::min(bits, defaults.last_log_k);
  unsigned rest = bits - last;
  const unsigned wide_levels = (rest + defaults.widest_log_k - 1) / defaults.widest_log_k;
  for (unsigned i = 0; i < wide_levels; ++i) {
    log_k[i] = (rest + wide_levels - i - 1) / (wide_levels - i);
    rest -= log_k[i];
  }
  log_k[wide_levels] = last;
  return wide_levels + 1;
}

/// A thread with 16 elements needs more registers than a block of 1024 threads has.
constexpr unsigned most_threads(unsigned elements) { return elements > 8 ? 512 : 1024; }

inline constexpr std::uint32_t most_tile = 8192;

/// Threads and elements of a tile: powers of two; 4, 8 or 16 elements, at least 4 per bucket (so that a level has no
/// more counters than elements).
inline void choose_tile(const Request& request, const Defaults& defaults, unsigned log_k, Plan& plan) {
  const std::uint32_t elements = request.elements != 0 ? request.elements : defaults.elements;
  const std::uint32_t threads = request.threads != 0 ? request.threads : defaults.threads;
  plan.elements = elements <= 4 ? 4 : elements <= 8 ? 8 : 16;
  plan.threads = std::clamp(std::bit_ceil(threads), 64u, most_threads(plan.elements));
  while (plan.tile() < (4u << log_k)) plan.threads *= 2;
}

inline std::uint32_t small_of(const Request& request, const Defaults& defaults) {
  return request.small != 0 ? std::max(request.small, defaults.small / 2) : defaults.small;
}

inline Plan make_plan(std::uint32_t n, const Request& request, const Defaults& defaults) {
  Plan plan;
  plan.n = n;
  const std::uint32_t small = small_of(request, defaults);
  plan.small = small - (request.strict ? 1 : 0);
  unsigned log_k[most_levels] = {};
  const unsigned fixed = request.buckets == 0 ? 0 : std::clamp(log2_up(request.buckets), 4u, most_log_k);
  plan.levels = n <= plan.small ? 0 : choose_levels(n, small, fixed, defaults, log_k);
  choose_tile(request, defaults, *std::max_element(log_k, log_k + most_levels), plan);
  std::uint64_t segments = 1;
  std::uint32_t buckets = plan.levels == 0 ? 1 : 0;
  for (unsigned i = 0; i < plan.levels; ++i) {
    LevelPlan& level = plan.level[i];
    level.log_k = log_k[i];
    const std::uint32_t most = std::clamp(defaults.sample >> log_k[i], 2u, defaults.oversampling);
    level.oversampling = request.oversampling != 0 ? std::min(request.oversampling, most) : most;
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
