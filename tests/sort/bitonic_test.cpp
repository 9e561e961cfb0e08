// Tests of the arithmetic of the bitonic network: the passes that cuda.bitonic plans run on arrays on the CPU.
#include "cuda/bitonic/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace farfirst::cuda::bitonic {
namespace {

TEST(Bitonic, SizesArePowersOfTwo) {
  EXPECT_EQ(network_size(0), 1u);
  EXPECT_EQ(network_size(1), 1u);
  EXPECT_EQ(network_size(3), 4u);
  EXPECT_EQ(network_size(4096), 4096u);
  EXPECT_EQ(network_size(4097), 8192u);
  EXPECT_EQ(network_size(1u << 31), 1u << 31);
}

TEST(Bitonic, GroupsShareNoPlace) {
  constexpr std::uint32_t size = 256;
  for (unsigned bits = 1; bits <= 5; ++bits) {
    for (std::uint32_t stride = 1; stride << bits <= size; stride *= 2) {
      std::vector<int> met(size);
      for (std::uint32_t g = 0; g < size >> bits; ++g) {
        for (std::uint32_t i = 0; i < 1u << bits; ++i) ++met.at(group_place(g, stride, bits) + i * stride);
      }
      EXPECT_TRUE(std::ranges::all_of(met, [](int times) { return times == 1; })) << bits << " bits, stride " << stride;
    }
  }
}

TEST(Bitonic, WidePassesTakeEveryStrideBeyondATileOnce) {
  for (const std::uint32_t tile : {64u, 4096u}) {
    for (unsigned most = 1; most <= 5; ++most) {
      for (std::uint32_t run = 2 * tile; run != 0; run *= 2) {
        std::uint32_t widest = run / 2;
        while (widest >= tile) {
          const WidePass pass = wide_pass(widest, tile, most);
          ASSERT_GE(pass.stride, tile);
          ASSERT_TRUE(pass.bits >= 1 && pass.bits <= most);
          ASSERT_EQ(pass.stride << (pass.bits - 1), widest);
          ASSERT_TRUE(pass.bits == most || pass.stride == tile) << "a pass that could have taken more";
          widest = pass.stride / 2;
        }
        ASSERT_EQ(widest, tile / 2);
      }
    }
  }
}

// GPUSort's passes over memory: as many as the network has steps.
TEST(Bitonic, TilesOfTwoAndOneStrideAPassAreOnePassForEachStep) {
  const Plan plan = make_plan(1u << 23, 2);
  unsigned passes = 1;  // the tiles
  for (std::uint32_t run = 2 * plan.tile; run <= plan.size; run *= 2) {
    for (std::uint32_t widest = run / 2; widest >= plan.tile; ++passes) {
      widest = wide_pass(widest, plan.tile, 1).stride / 2;
    }
    ++passes;  // within tiles
  }
  EXPECT_EQ(passes, 23u * 24 / 2);
}

template <class Item>
void run_step(std::vector<Item>& items, std::uint32_t stride, std::uint32_t run) {
  for (std::uint32_t g = 0; g < items.size() / 2; ++g) {
    const std::uint32_t low = group_place(g, stride, 1);
    if ((items[low + stride] < items[low]) == ascends(low, run)) std::swap(items[low], items[low + stride]);
  }
}

/// Runs the strides of a pass on one group after the other, as a thread does in registers.
template <class Item>
void run_wide(std::vector<Item>& items, WidePass pass, std::uint32_t run) {
  for (std::uint32_t g = 0; g < items.size() >> pass.bits; ++g) {
    const std::uint32_t place = group_place(g, pass.stride, pass.bits);
    for (std::uint32_t distance = 1u << (pass.bits - 1); distance > 0; distance /= 2) {
      for (std::uint32_t i = 0; i < 1u << pass.bits; ++i) {
        if ((i & distance) != 0) continue;
        Item& low = items[place + i * pass.stride];
        Item& high = items[place + (i + distance) * pass.stride];
        if ((high < low) == ascends(place, run)) std::swap(low, high);
      }
    }
  }
}

template <class Item>
void run_network(std::vector<Item>& items, std::uint32_t tile, unsigned most) {
  const Plan plan = make_plan(static_cast<std::uint32_t>(items.size()), tile);
  ASSERT_EQ(plan.size, items.size());
  for (std::uint32_t run = 2; run <= plan.size; run *= 2) {
    std::uint32_t stride = run / 2;
    while (stride >= plan.tile) {
      const WidePass pass = wide_pass(stride, plan.tile, most);
      run_wide(items, pass, run);
      stride = pass.stride / 2;
    }
    for (; stride > 0; stride /= 2) run_step(items, stride, run);
  }
}

// A network that sorts every sequence of zeros and ones sorts everything (Knuth, TAOCP vol. 3, 5.3.4, theorem Z).
TEST(Bitonic, SortsAllZerosAndOnes) {
  constexpr std::uint32_t size = 16;
  for (const std::uint32_t tile : {1u, 2u, 4u, 16u}) {
    for (unsigned most = 1; most <= 4; ++most) {
      for (std::uint32_t pattern = 0; pattern < 1u << size; ++pattern) {
        std::vector<std::uint8_t> items(size);
        for (std::uint32_t i = 0; i < size; ++i) items[i] = pattern >> i & 1;
        run_network(items, tile, most);
        ASSERT_TRUE(std::ranges::is_sorted(items))
            << "pattern " << pattern << ", tile " << tile << ", strides " << most;
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::cuda::bitonic
