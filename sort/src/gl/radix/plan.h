#pragma once
// The plan of gl.radix for a context: its operations, and the shape of a tile. Plain C++.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gl/context_limits.h"

namespace farfirst::gl::radix {

enum class Path : unsigned { chosen, subgroups, ballots, plain };
enum class Ranking : unsigned { chosen, partition, votes };
enum class Offsets : unsigned { chosen, scanned, look_back, look_back_backwards };

// Mesa's software renderer ends every loop once an invocation has run this many iterations of loops altogether.
inline constexpr std::size_t software_rounds = 65536;
inline constexpr unsigned software_patience = 4;  // see look_back.glsl
inline constexpr std::size_t most_software_tiles = software_rounds / 2;

/// The values that the caller requested; 0 leaves the choice to the plan.
struct Request {
  Path path = Path::chosen;
  Ranking ranking = Ranking::chosen;
  Offsets offsets = Offsets::chosen;
  unsigned threads = 0;
  unsigned items = 0;
  unsigned digit_bits = 0;
  bool indices_first = false;
};

struct Plan {
  Path path = Path::plain;
  Ranking ranking = Ranking::votes;
  Offsets offsets = Offsets::scanned;
  unsigned subgroup_size = 0;  // 0: plain
  unsigned digit_bits = 8;
  unsigned threads = 0;
  unsigned items = 0;  // of a thread
  unsigned scan_threads = 0;
  unsigned scan_items = 0;
  bool row_per_thread = false;  // in the scan
  bool indices_first = false;

  constexpr bool looks_back() const noexcept { return offsets != Offsets::scanned; }
  constexpr std::size_t tile() const noexcept { return std::size_t{threads} * items; }
  constexpr std::size_t digits() const noexcept { return std::size_t{1} << digit_bits; }
  constexpr unsigned passes() const noexcept { return (32 + digit_bits - 1) / digit_bits; }  // at most
};

/// The most tiles of a worst-case look-back on a software renderer, with half of the iterations in reserve. A thread of
/// the first tile counts all others; for each it looks again, clears, counts and publishes (look_back.glsl).
constexpr std::size_t most_missing_tiles(const Plan& plan) noexcept {
  const std::size_t digits_of_thread = (plan.digits() + plan.threads - 1) / plan.threads;
  return software_rounds / 2 / (digits_of_thread * (software_patience + 4) + plan.items + 2);
}

/// Words of shared memory for the counters of all threads or subgroups of a group.
constexpr std::size_t counter_words(const Plan& plan) noexcept {
  if (plan.path == Path::plain) return plan.digits() / 2 * plan.threads;
  return plan.digits() * (plan.threads / plan.subgroup_size);
}

/// Bytes of shared memory of the scatter kernel.
constexpr std::size_t shared_bytes(const Plan& plan) noexcept {
  const std::size_t counters = counter_words(plan);
  const std::size_t sums = 2 * std::size_t{plan.threads};
  const std::size_t tiles = plan.path == Path::plain ? counters + 2 * plan.tile() : std::max(counters, plan.tile());
  return 4 * (tiles + sums + plan.digits() * (plan.looks_back() ? 5 : 1) + 16);
}

/// The items that kernels support: odd without subgroups (scatter_plain.comp), else a multiple of 4 (each.glsl).
constexpr unsigned allowed_items(const Plan& plan, unsigned items) noexcept {
  if (plan.path == Path::plain) return items < 3 ? 1 : (items - 1) / 2 * 2 + 1;
  return std::clamp(items / 4 * 4, 4u, 32u);
}

/// Without subgroups counters lie beside the tile and may take half of the memory; with them they replace it.
constexpr bool counters_fit(Plan plan, std::size_t bytes) noexcept {
  if (plan.path == Path::plain) return 2 * sizeof(std::uint32_t) * counter_words(plan) <= bytes;
  plan.items = allowed_items(plan, 1);
  return shared_bytes(plan) <= bytes;
}

/// Shrinks the shape until it fits: fewer threads, then fewer elements.
inline void fit(Plan& plan, std::size_t bytes) {
  const unsigned step = std::max(plan.subgroup_size, 1u);
  while (plan.threads / 2 >= step && !counters_fit(plan, bytes)) plan.threads = plan.threads / 2 / step * step;
  const unsigned fewer = plan.path == Path::plain ? 2 : 4;
  while (plan.items > fewer && shared_bytes(plan) > bytes) plan.items -= fewer;
}

/// `subgroup_size` is that of the path, as the context has it.
inline Plan make_plan(const Limits& limits, const Request& request, Path path, unsigned subgroup_size) {
  Plan plan{.path = path, .subgroup_size = subgroup_size};
  if (request.offsets != Offsets::chosen) plan.offsets = request.offsets;
  const bool plain = path == Path::plain;
  if (plain) {
    plan.digit_bits = limits.software ? 8 : 4;
    plan.threads = limits.software ? 16 : 128;
    plan.items = limits.software ? 127 : 15;
    if (request.digit_bits != 0) plan.digit_bits = request.digit_bits;
  } else {
    plan.threads = 384;
    plan.items = 12;
    plan.ranking = request.ranking == Ranking::chosen ? Ranking::votes : request.ranking;
  }
  if (request.threads != 0) plan.threads = request.threads;
  if (request.items != 0) plan.items = request.items;
  const unsigned step = std::max(subgroup_size, 1u);
  plan.threads = std::max(std::min(plan.threads, limits.invocations) / step * step, step);
  plan.items = allowed_items(plan, plan.items);
  fit(plan, limits.shared_bytes);
  plan.indices_first = request.indices_first;
  plan.row_per_thread = limits.software;
  plan.scan_threads = limits.software ? 16 : 256;
  plan.scan_items = limits.software ? 1 : 4;
  return plan;
}

}  // namespace farfirst::gl::radix
