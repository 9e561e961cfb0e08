#pragma once
// Decides the path of a call from the outcomes of earlier calls. A pure function of few words, for host and device: the
// last kernel of a call runs it, and all kernels of the next call read its result.
//
//   radix passes     if sorting by buckets has just failed: after f failures in a row, for the next 2^f - 2 calls
//   pivots sampled   if the call before left none, or those left by the call before have just been stale: after s times
//                    in a row, for the next 2^s - 2 calls
//   pivots left      otherwise
//
// Only the call itself finds whether pivots suit its elements: see sample.cuh.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::farfirst {

struct Policy {
  std::uint32_t pivots_left;       // 1: the last call left pivots
  std::uint32_t failures, passes;  // failures of buckets in a row, and the remaining calls that use radix passes
  std::uint32_t times_stale;       // stale pivots in a row
  std::uint32_t samples;           // remaining calls that sample their pivots

  FARFIRST_HOST_DEVICE constexpr bool tries_buckets() const { return passes == 0; }
  FARFIRST_HOST_DEVICE constexpr bool may_use_pivots_left() const { return pivots_left != 0 && samples == 0; }
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// The outcome of a call.
enum class Outcome : std::uint8_t {
  passes,             // buckets were not tried
  sorted,             // by buckets, with the last call's pivots
  sorted_by_samples,  // by buckets, with sampled pivots
  slow,               // by buckets, but slower than radix passes, since many keys are alike
  stale,              // by radix passes, since the last call's pivots did not suit
  failed,             // by radix passes, although pivots were sampled: many keys are alike
};

inline constexpr std::uint32_t most_failures = 6;
/// Exponential back-off: the number of calls that avoid a method after this many failures in a row.
FARFIRST_HOST_DEVICE constexpr std::uint32_t calls_without(std::uint32_t failures) { return (1u << failures) - 2; }

FARFIRST_HOST_DEVICE constexpr Policy next(Policy policy, Outcome outcome) {
  const auto one_more = [](std::uint32_t times) { return times < most_failures ? times + 1 : most_failures; };
  policy.pivots_left = outcome == Outcome::sorted || outcome == Outcome::sorted_by_samples ? 1 : 0;
  switch (outcome) {
    case Outcome::passes:
      if (policy.passes != 0) --policy.passes;
      break;
    case Outcome::sorted:
      policy.failures = policy.times_stale = 0;
      break;
    case Outcome::sorted_by_samples:
      policy.failures = 0;
      if (policy.samples != 0) --policy.samples;
      break;
    case Outcome::stale:
      policy.times_stale = one_more(policy.times_stale);
      policy.samples = calls_without(policy.times_stale);
      break;
    case Outcome::slow:
    case Outcome::failed:
      policy.failures = one_more(policy.failures);
      policy.passes = calls_without(policy.failures);
      break;
  }
  return policy;
}

}  // namespace farfirst::cuda::farfirst
