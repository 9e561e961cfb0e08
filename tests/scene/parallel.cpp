// Ranges make up the whole, each once, whatever its size; exceptions arrive.

#include "scene/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace farfirst::app {
namespace {

TEST(InParallel, EveryElementHasItsTurnOnce) {
  for (const std::size_t count : {0u, 1u, 7u, 16384u, 40001u, 100000u}) {
    for (const std::size_t grain : {1u, 1024u}) {
      std::vector<std::atomic<int>> turns(count);
      in_parallel(count, grain, [&](std::size_t first, std::size_t last) {
        EXPECT_EQ(first % grain, 0u);
        for (std::size_t i = first; i < last; ++i) ++turns[i];
      });
      for (const auto& turn : turns) ASSERT_EQ(turn, 1) << count << " by " << grain;
    }
  }
}

TEST(InParallel, ThrowsOnWhatAPartThrew) {
  std::atomic<std::size_t> done = 0;
  EXPECT_THROW(in_parallel(100000, 1,
                           [&](std::size_t first, std::size_t last) {
                             done += last - first;
                             if (first == 0) throw std::runtime_error("a part");
                           }),
               std::runtime_error);
  EXPECT_EQ(done, 100000u) << "all parts have ended";
}

}  // namespace
}  // namespace farfirst::app
