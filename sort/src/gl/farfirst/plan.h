#pragma once
// Plans the shapes of gl.farfirst's kernels for a context and a largest n. Plain C++. shaders/sort/farfirst/ has the
// same constants.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gl/context_limits.h"

namespace farfirst::gl::farfirst {

inline constexpr unsigned most_levels = 12;
inline constexpr std::uint32_t most_buckets = 1u << most_levels;
inline constexpr unsigned most_stages = 24;
inline constexpr std::uint32_t most_by_buckets = 17u << 20;  // elements; gl.radix is faster beyond

/// The size of a view's history in words (history.glsl).
inline constexpr std::size_t history_words = 9 + 2 * (4 + most_stages) + 4 * std::size_t{most_buckets};

/// Values that the caller requested; 0 leaves the choice to the plan.
struct Request {
  unsigned threads = 0, items = 0, levels = 0, bucket_threads = 0;
  bool plain = false;  // no subgroup operations
};

struct Plan {
  unsigned subgroup_size = 0;                                 // 0: no subgroup operations
  unsigned threads = 0, items = 0;                            // of a work group that distributes
  unsigned levels = 0, spare = 0;                             // 2^levels buckets, with `spare` ones at either end
  unsigned bucket_threads = 0;                                // of a work group that sorts a bucket
  unsigned held = 9;                                          // maximum mean number of elements of such a thread
  unsigned cell_bits = 0;                                     // see sort_buckets.comp
  unsigned pass_threads = 0, pass_items = 0, digit_bits = 8;  // of radix passes
  unsigned summed_rows = 1;                                   // rows of counts that a work group sums
  std::uint32_t samples_for_each = 20;                        // samples per bucket, if pivots come from a sample
  bool waits = false;                                         // may work groups wait for others that run?

  constexpr std::uint32_t tile() const noexcept { return threads * items; }
  constexpr std::uint32_t pass_tile() const noexcept { return pass_threads * pass_items; }
  constexpr std::uint32_t buckets() const noexcept { return 1u << levels; }
  constexpr std::uint32_t capacity() const noexcept { return bucket_threads * held; }
  /// The size of a regular bucket in the order of n.
  constexpr std::uint32_t width(std::uint32_t n) const noexcept {
    const std::uint32_t regular = buckets() - 2 * spare;
    return std::max((n + regular - 1) / regular, 4u);
  }
  constexpr std::uint32_t regular(std::uint32_t n) const noexcept { return (n + width(n) - 1) / width(n); }
  /// The capacity of a bucket: at most two and a half times the width (sort_buckets.comp).
  constexpr std::uint32_t room(std::uint32_t n) const noexcept { return std::min(capacity(), 5 * width(n) / 2); }
  constexpr unsigned rows() const noexcept { return (held + 1) / 2; }  // of pairs of elements that a thread loads
  /// The size of all buckets' regions. They lie in rows of 16, and reads may go past the last element.
  constexpr std::size_t region_elements(std::uint32_t n) const noexcept {
    const std::size_t of_bucket = bucket_threads * std::size_t{room(n) > 6 * bucket_threads ? 2 * rows() : 6};
    return (of_bucket + 15) / 16 * 16 * buckets();
  }
  constexpr unsigned stages() const noexcept { return 3 * ((32 + digit_bits - 1) / digit_bits); }
};

/// Shared memory of the kernel that distributes, in bytes.
constexpr std::size_t distribute_bytes(const Plan& plan) noexcept {
  return 4 * (std::max({plan.buckets(), plan.tile(), 2 * plan.threads}) + std::size_t{plan.buckets()});
}

/// Shared memory of the kernel that sorts buckets, in bytes.
constexpr std::size_t bucket_bytes(const Plan& plan) noexcept {
  const std::size_t sums = plan.subgroup_size == 0 ? 2 * std::size_t{plan.bucket_threads} + 4
                                                   : 5 * std::size_t{plan.bucket_threads} / plan.subgroup_size;
  const std::size_t half_cells = std::size_t{1} << (plan.cell_bits - 1);
  return 4 * (plan.capacity() + 16 + half_cells + half_cells / 32 + sums);
}

/// The number of levels of a tree whose buckets hold about `mean` elements.
constexpr unsigned levels_for(std::uint32_t n, std::uint32_t mean) noexcept {
  const std::uint32_t wanted = (n + mean - 1) / mean;
  return std::clamp(static_cast<unsigned>(std::bit_width(std::max(wanted, 1u) - 1)), 5u, most_levels);
}

/// `subgroup_size`: 32 or 64, or 0 without subgroup operations.
inline Plan make_plan(const Limits& limits, const Request& request, std::uint32_t max_n, unsigned subgroup_size) {
  Plan plan{.subgroup_size = request.plain ? 0 : subgroup_size, .waits = !limits.software};
  std::uint32_t mean = 0;  // bucket size
  const auto shape = [&](unsigned threads, unsigned items, unsigned bucket_threads, std::uint32_t its_mean) {
    plan.threads = threads;
    plan.items = items;
    plan.bucket_threads = bucket_threads;
    mean = its_mean;
  };
  if (limits.software) {
    shape(128, 4, 64, 256);
    plan.samples_for_each = max_n <= 128u << 10 ? 16 : 5;  // each is compared with all others
  } else if (max_n <= 192u << 10) {
    shape(256, 4, 256, 512);
  } else if (max_n <= 768u << 10) {
    shape(512, 4, 256, 1024);
  } else if (max_n <= 9u << 17) {
    shape(1024, 8, 512, 2048);
  } else if (max_n <= 5u << 19) {
    shape(512, 8, 1024, 4096);
  } else {
    shape(1024, 8, 1024, 4096);
  }
  if (request.threads != 0) plan.threads = request.threads;
  if (request.items != 0) plan.items = request.items;
  if (request.bucket_threads != 0) {
    plan.bucket_threads = request.bucket_threads;
    mean = 4 * plan.bucket_threads;
  }
  const auto allowed_threads = [&](unsigned threads) {
    return std::max(std::min(threads, limits.invocations) / 64 * 64, 64u);
  };
  plan.threads = allowed_threads(plan.threads);
  plan.bucket_threads = allowed_threads(plan.bucket_threads);
  plan.items = std::clamp(plan.items / 4 * 4, 4u, 16u);
  const auto choose_levels = [&] {
    plan.levels = request.levels != 0 ? std::clamp(request.levels, 5u, most_levels) : levels_for(max_n, mean);
    // Compilers of software renderers take seconds for each shape, so there are only three.
    if (limits.software && request.levels == 0) plan.levels = (plan.levels + 2) / 3 * 3;
    plan.spare = std::max(plan.buckets() / 64, 2u);
    plan.cell_bits = static_cast<unsigned>(std::bit_width(4 * plan.bucket_threads)) - 1;
  };
  choose_levels();
  while (bucket_bytes(plan) > limits.shared_bytes && plan.bucket_threads > 64) {
    plan.bucket_threads = allowed_threads(plan.bucket_threads / 2);
    mean /= 2;
    choose_levels();
  }
  while (distribute_bytes(plan) > limits.shared_bytes && plan.items > 4) plan.items -= 4;
  while (distribute_bytes(plan) > limits.shared_bytes && plan.threads > 64)
    plan.threads = allowed_threads(plan.threads / 2);
  if (plan.subgroup_size != 0) {
    plan.pass_threads = 384;
    plan.pass_items = 12;
  } else {
    plan.digit_bits = limits.software ? 8 : 4;
    plan.pass_threads = limits.software ? 16 : 128;
    plan.pass_items = 16;
    // Mesa's software renderer ends loops after 65,536 iterations.
    if (limits.software) plan.summed_rows = max_n <= 3u << 20 ? 16 : 1;
  }
  return plan;
}

}  // namespace farfirst::gl::farfirst
