// Tests of the primitives that the CUDA entries share, on a GPU or in the emulation.
#include <cuda_runtime.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "cuda/device.h"
#include "cuda/prim/pack.h"
#include "cuda/prim/reduce.h"
#include "cuda/prim/scan.h"
#include "guarded.h"

namespace farfirst::test::cuda_primitives {
namespace {

constexpr std::uint32_t seed = 77;

class CudaPrimitives : public TestOn<Backend::cuda> {
 protected:
  cuda::CudaDevice& device() const { return static_cast<cuda::CudaDevice&>(*device_); }
};

std::vector<std::uint32_t> random_words(std::size_t n) {
  std::mt19937 twister(seed);
  std::vector<std::uint32_t> words(n);
  std::ranges::generate(words, [&] { return static_cast<std::uint32_t>(twister()); });
  return words;
}

TEST_F(CudaPrimitives, ExclusiveSum) {
  for (const std::size_t n : {0, 1, 31, 33, 2047, 2048, 2049, 60000}) {
    SCOPED_TRACE(n);
    const std::vector<std::uint32_t> words = random_words(n);
    std::vector<std::uint32_t> expected(n);
    std::exclusive_scan(words.begin(), words.end(), expected.begin(), 0u);
    const Guarded in(*device_, words), out(*device_, n * 4, 0xFF), scratch(*device_, cuda::scan_scratch(n), 0xFF);
    auto* source = cuda::data<std::uint32_t>(in.buffer());
    auto* room = cuda::data<std::uint32_t>(scratch.buffer());
    cuda::exclusive_sum(device(), source, cuda::data<std::uint32_t>(out.buffer()), n, room);
    EXPECT_EQ(out.read<std::uint32_t>(), expected);
    cuda::exclusive_sum(device(), source, source, n, room);
    EXPECT_EQ(in.read<std::uint32_t>(), expected) << "in place";
    in.expect_intact("words");
    out.expect_intact("sums");
    scratch.expect_intact("scratch");
  }
}

TEST_F(CudaPrimitives, ManyTilesAreScannedInLevels) {
  // Two levels on a GPU take more than 2048 tiles; here the arithmetic of the scratch is enough.
  EXPECT_EQ(cuda::scan_scratch(2048), 0u);
  EXPECT_EQ(cuda::scan_scratch(2049), 2 * 4u);
  EXPECT_EQ(cuda::scan_scratch(2048 * 2048 + 1), (2049 + 2) * 4u);
}

TEST_F(CudaPrimitives, MinimumAndMaximum) {
  for (const std::uint32_t n : {0u, 1u, 255u, 257u, 30001u}) {
    SCOPED_TRACE(n);
    const std::vector<std::uint32_t> words = random_words(n);
    const Guarded in(*device_, words), out(*device_, 8, 0x11);
    cuda::min_max(device(), cuda::data<const std::uint32_t>(in.buffer()), n, cuda::data<std::uint32_t>(out.buffer()));
    const std::vector<std::uint32_t> result = out.read<std::uint32_t>();
    EXPECT_EQ(result[0], n == 0 ? 0xFFFFFFFFu : *std::ranges::min_element(words));
    EXPECT_EQ(result[1], n == 0 ? 0u : *std::ranges::max_element(words));
    out.expect_intact("result");
  }
}

TEST_F(CudaPrimitives, MinimumAndMaximumOfFloats) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const std::vector<float>& floats :
       {std::vector<float>{}, {-0.5f}, {-1.0f, 2.0f, -3.0f}, {-infinity, 1e-42f, infinity}, {-2.0f, -1.0f}}) {
    const Guarded in(*device_, floats), out(*device_, 8, 0x11);
    cuda::min_max(device(), cuda::data<const float>(in.buffer()), static_cast<std::uint32_t>(floats.size()),
                  cuda::data<float>(out.buffer()));
    const std::vector<float> result = out.read<float>();
    EXPECT_EQ(result[0], floats.empty() ? infinity : *std::ranges::min_element(floats));
    EXPECT_EQ(result[1], floats.empty() ? -infinity : *std::ranges::max_element(floats));
  }
}

TEST_F(CudaPrimitives, PacksAndUnpacks) {
  constexpr std::uint32_t n = 1000, padded = 1024;
  const std::vector<std::uint32_t> keys = random_words(n);
  const Guarded in(*device_, keys), words(*device_, padded * 8, 0), order(*device_, n * 4, 0), out(*device_, n * 4, 0);
  cuda::pack_words(device(), cuda::data<const std::uint32_t>(in.buffer()), cuda::data<cuda::Word>(words.buffer()), n,
                   padded);
  const std::vector<cuda::Word> packed = words.read<cuda::Word>();
  EXPECT_EQ(packed[n - 1], cuda::pack(keys[n - 1], n - 1));
  EXPECT_TRUE(std::all_of(packed.begin() + n, packed.end(), [](cuda::Word word) { return word == cuda::padding; }));
  cuda::unpack_words(device(), cuda::data<const cuda::Word>(words.buffer()), n,
                     cuda::data<std::uint32_t>(order.buffer()), cuda::data<std::uint32_t>(out.buffer()));
  std::vector<std::uint32_t> indices(n);
  std::iota(indices.begin(), indices.end(), 0u);
  EXPECT_EQ(order.read<std::uint32_t>(), indices);
  EXPECT_EQ(out.read<std::uint32_t>(), keys);
  words.expect_intact("words");
}

}  // namespace
}  // namespace farfirst::test::cuda_primitives
