// Tests of the transform-feedback partition by itself: every word once, in its sublist, in input order there; sublists
// of about equal size on every distribution.
#include <gtest/gtest.h>

#include <algorithm>

#include "gl/prim/feedback_partition.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::gl_feedback_partition {
namespace {

using inputs::Distribution;

constexpr std::uint32_t seed = 52;

class GlFeedbackPartition : public TestOn<Backend::gl> {
 protected:
  gl::GlDevice& device() const { return static_cast<gl::GlDevice&>(*device_); }

  /// Partitions `keys` and checks all but the evenness of sublists. Returns the size of the largest.
  std::uint32_t partition(const gl::FeedbackPartition& partition, const std::vector<std::uint32_t>& keys,
                          unsigned bits) {
    const std::uint32_t n = static_cast<std::uint32_t>(keys.size()), sublists = 1u << bits;
    const Guarded keys_in(*device_, keys), words(*device_, n * std::size_t{8}, 0xFF),
        offsets(*device_, (sublists + 1) * std::size_t{4}, 0xFF);
    const GuardedWorkspace scratch(*device_, {.scratch = partition.scratch()}, 0xFF);
    FormJob job{.n = n, .keys = keys_in.buffer()};
    scratch.attach(job);
    partition.enqueue(job, job.scratch, {bits, words.buffer(), offsets.buffer()}, {});
    device().end_call();
    device_->finish();
    scratch.expect_intact();
    words.expect_intact("words");
    offsets.expect_intact("offsets");
    EXPECT_EQ(keys_in.read<std::uint32_t>(), keys);
    return check(keys, words.read<std::uint64_t>(), offsets.read<std::uint32_t>());
  }

  static std::uint32_t check(const std::vector<std::uint32_t>& keys, const std::vector<std::uint64_t>& words,
                             const std::vector<std::uint32_t>& offsets) {
    EXPECT_EQ(offsets.front(), 0u);
    EXPECT_EQ(offsets.back(), keys.size());
    std::vector<bool> met(keys.size());
    std::uint64_t above = 0;  // all words before
    std::uint32_t largest = 0;
    for (std::size_t l = 0; l + 1 < offsets.size(); ++l) {
      EXPECT_LE(offsets[l], offsets[l + 1]);
      if (offsets[l + 1] > keys.size() || offsets[l] > offsets[l + 1]) return 0;
      largest = std::max(largest, offsets[l + 1] - offsets[l]);
      std::uint64_t greatest = above;
      for (std::uint32_t i = offsets[l]; i < offsets[l + 1]; ++i) {
        const auto index = static_cast<std::uint32_t>(words[i]);
        if (index >= keys.size() || met[index] || words[i] >> 32 != keys[index] || words[i] < above ||
            (i != offsets[l] && index < static_cast<std::uint32_t>(words[i - 1]))) {
          ADD_FAILURE() << "word " << i << " of sublist " << l;
          return 0;
        }
        met[index] = true;
        greatest = std::max(greatest, words[i] + 1);
      }
      above = greatest;
    }
    return largest;
  }
};

TEST_F(GlFeedbackPartition, EveryNumberOfSublists) {
  const gl::FeedbackPartition partition_up_to(device(), {.id = "test", .max_n = 5003, .most_bits = 8});
  for (unsigned bits = 0; bits <= 8; ++bits) {
    for (const std::uint32_t n : {1u << bits, (1u << bits) + 1, 5003u}) {
      SCOPED_TRACE(testing::Message() << bits << " bits, n " << n << ", seed " << seed);
      partition(partition_up_to, inputs::make_keys(Distribution::few_unique, n, seed), bits);
      if (HasFailure()) return;
    }
  }
}

TEST_F(GlFeedbackPartition, SublistsAreEven) {
  constexpr std::uint32_t n = 40009;
  constexpr unsigned bits = 6;
  const gl::FeedbackPartition even(device(), {.id = "test", .max_n = n, .most_bits = bits, .oversampling = 16});
  for (const Distribution distribution : inputs::distributions()) {
    SCOPED_TRACE(testing::Message() << inputs::name_of(distribution) << ", seed " << seed);
    // Sizes over the mean are distributed as sums of 16 exponentials over 16: twice the mean has a chance of 1 in
    // 3,000.
    EXPECT_LT(partition(even, inputs::make_keys(distribution, n, seed), bits), (n >> bits) * 5 / 2);
  }
}

TEST_F(GlFeedbackPartition, ManySublists) {
  constexpr std::uint32_t n = 70001;
  constexpr unsigned bits = 13;
  const gl::FeedbackPartition many(device(), {.id = "test", .max_n = n, .most_bits = bits, .per_point = 3});
  partition(many, inputs::make_keys(Distribution::uniform, n, seed), bits);
}

}  // namespace
}  // namespace farfirst::test::gl_feedback_partition
