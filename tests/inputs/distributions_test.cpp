// Tests of the inputs of tests and bench: the same on every machine, and shaped as the papers define.
#include "distributions.h"

#include <farfirst/keys.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace farfirst::inputs {
namespace {

constexpr std::uint32_t seed = 1998, n = 100000;
using Keys = std::vector<std::uint32_t>;

Keys keys_of(std::string_view text, std::uint32_t number = n) {
  Shape shape;
  EXPECT_EQ(parse(text, shape), "");
  return make_keys(shape, number, seed);
}
std::size_t different(const Keys& keys) { return std::set<std::uint32_t>(keys.begin(), keys.end()).size(); }
float float_of(std::uint32_t ordered) {
  return std::bit_cast<float>(ordered ^ ((ordered >> 31) != 0 ? 0x80000000u : 0xFFFFFFFFu));
}

/// FNV-1a of the keys' bytes, low byte first.
std::uint64_t hash_of(const Keys& keys) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const std::uint32_t key : keys) {
    for (unsigned shift = 0; shift < 32; shift += 8) hash = (hash ^ (key >> shift & 0xFF)) * 0x100000001B3u;
  }
  return hash;
}

TEST(Inputs, NamesAndNumbersComeBackAsTheyWere) {
  std::set<std::string> names;
  for (const Shape& shape : shapes()) {
    const std::string name = name_of(shape);
    EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    Shape parsed;
    EXPECT_EQ(parse(name, parsed), "");
    EXPECT_EQ(parsed, shape) << name;
  }
  EXPECT_GE(names.size(), distributions().size());
  Shape shape;
  EXPECT_EQ(parse("nearly_sorted:distance=1000:swaps=50", shape), "");
  EXPECT_EQ(name_of(shape), "nearly_sorted:swaps=50:distance=1000");
  EXPECT_EQ(parse("few_unique:values=16", shape), "");
  EXPECT_EQ(name_of(shape), "few_unique") << "a default is not part of the name";
}

TEST(Inputs, InvalidTextGetsAMessage) {
  for (const auto& [text, part] :
       std::map<std::string, std::string>{{"", "there is no input"},
                                          {"bukket", "there is no input \"bukket\""},
                                          {"uniform:p=3", "uniform takes no number"},
                                          {"bucket:q=3", "bucket takes p=2 to 1024, not \"q=3\""},
                                          {"bucket:p=1", "bucket takes p=2 to 1024, not \"1\""},
                                          {"bucket:p=12x", "not \"12x\""},
                                          {"bucket:p", "not \"\""},
                                          {"few_unique:values=99999999999", "not \"99999999999\""}}) {
    Shape shape(Distribution::gaussian);
    EXPECT_NE(parse(text, shape).find(part), std::string::npos) << text << ": " << parse(text, shape);
    EXPECT_EQ(shape, Shape(Distribution::gaussian)) << text << " changed the shape";
  }
}

TEST(Inputs, TheSameOnEveryMachine) {
  // Other standard libraries, compilers and processors must produce the same keys.
  const std::pair<Distribution, std::uint64_t> expected[] = {
      {Distribution::uniform, 0x3181BE23B3FF7F4A},       {Distribution::uniform16, 0xAA769D204720C2BD},
      {Distribution::gaussian, 0xE9B63523CFF73BA4},      {Distribution::zero, 0x7631B94221A3E625},
      {Distribution::sorted, 0xE416A6096F71ACB2},        {Distribution::reverse, 0xC0148D63E23CB6E6},
      {Distribution::nearly_sorted, 0x7027B9D3FD07D066}, {Distribution::few_unique, 0xBBF4ACEB56BAE884},
      {Distribution::bucket, 0xF515FB04EC6D6B08},        {Distribution::staggered, 0xAF5532E423C52CF4},
      {Distribution::duplicates, 0x0DB362025C406053},    {Distribution::distances, 0xDCF0983A74AAC317},
      {Distribution::entropy, 0x64F712581632CDAB},       {Distribution::magnitudes, 0xD51107D36C363A7A},
      {Distribution::denormals, 0xF5725DAB621528C6},     {Distribution::infinities, 0xAB1D9E3628AC92DD},
      {Distribution::heavy_value, 0xBCCE147D9A364B22},   {Distribution::one_bin, 0xB436306706250764},
      {Distribution::ulps, 0x00CB964E641A8D78}};
  ASSERT_EQ(std::size(expected), distribution_count);
  for (const auto& [distribution, hash] : expected) {
    EXPECT_EQ(hash_of(make_keys(distribution, 1000, seed)), hash) << name_of(distribution);
  }
}

TEST(Inputs, AnyNumberOfThem) {
  for (const Shape& shape : shapes()) {
    for (const std::uint32_t number : {0u, 1u, 2u, 3u, 200u}) {
      EXPECT_EQ(make_keys(shape, number, seed).size(), number) << name_of(shape);
    }
    EXPECT_EQ(make_keys(shape, 200, seed), make_keys(shape, 200, seed)) << name_of(shape);
  }
}

TEST(Inputs, FewUniqueValues) {
  for (const std::uint32_t values : {1u, 2u, 16u, 256u}) {
    EXPECT_EQ(different(keys_of("few_unique:values=" + std::to_string(values))), values);
  }
}

TEST(Inputs, NearlySortedKeepsItsNumberAndDistanceOfSwaps) {
  const Keys sorted = keys_of("sorted");
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
  EXPECT_EQ(keys_of("nearly_sorted:swaps=0"), sorted);
  for (const auto& [text, moved, distance] : {std::tuple{"nearly_sorted", 2000u, 64u},
                                              {"nearly_sorted:swaps=100", 20000u, 64u},
                                              {"nearly_sorted:swaps=1:distance=5000", 200u, 5000u}}) {
    const Keys keys = keys_of(text);
    std::size_t elsewhere = 0, furthest = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == sorted[i]) continue;
      ++elsewhere;
      const auto place = static_cast<std::size_t>(std::ranges::lower_bound(sorted, keys[i]) - sorted.begin());
      furthest = std::max(furthest, place > i ? place - i : i - place);
    }
    EXPECT_GT(elsewhere, moved * 8 / 10) << text;
    EXPECT_LE(elsewhere, moved) << text;
    EXPECT_GT(furthest, distance / 2) << text;
    EXPECT_LE(furthest, 4 * distance) << text << ": a key can be exchanged more than once";
  }
}

TEST(Inputs, BucketAndStaggeredBlocks) {
  for (const std::uint32_t p : {128u, 240u}) {
    const std::uint64_t width = (std::uint64_t{1} << 32) / p;
    const Keys buckets = keys_of("bucket:p=" + std::to_string(p), p * p * 4);
    for (std::size_t i = 0; i < buckets.size(); ++i) ASSERT_EQ(buckets[i] / width, i / 4 % p) << i;
    const Keys staggered = keys_of("staggered:p=" + std::to_string(p), p * 100);
    for (std::size_t i = 0; i < staggered.size(); ++i) {
      const std::uint64_t block = i / 100;
      ASSERT_EQ(staggered[i] / width, block < p / 2 ? 2 * block + 1 : 2 * (block - p / 2)) << i;
    }
  }
}

TEST(Inputs, DuplicatesHalveTheBlocks) {
  // 120, 60, 30, 15, 8, 4, 2 and 1 of 240 blocks of 100 keys; log2(24000) is 14, rounded down.
  const Keys keys = keys_of("duplicates:p=240", 24000);
  std::size_t at = 0;
  std::uint32_t value = 14;
  for (const std::size_t blocks : {120u, 60u, 30u, 15u, 8u, 4u, 2u, 1u}) {
    for (const std::size_t end = at + blocks * 100; at < end; ++at) ASSERT_EQ(keys[at], value) << at;
    --value;
  }
  EXPECT_EQ(at, keys.size());
  EXPECT_EQ(different(keys_of("duplicates:p=128", 1u << 17)), 8u) << "7 halves, and the block that is left";
  EXPECT_EQ(different(keys_of("duplicates", 1u << 17)), 18u) << "down to a single key";
}

/// The entropy of a bit that is set in `share` of the keys.
double entropy_of_bit(double share) { return -share * std::log2(share) - (1 - share) * std::log2(1 - share); }

TEST(Inputs, EntropyLevels) {
  for (const auto& [words, level] : {std::pair{1u, 1.000}, {2u, 0.811}, {3u, 0.544}, {4u, 0.337}, {5u, 0.201}}) {
    double sum = 0;
    const Keys keys = keys_of("entropy:words=" + std::to_string(words));
    for (unsigned bit = 0; bit < 32; ++bit) {
      const auto set = std::ranges::count_if(keys, [&](std::uint32_t key) { return (key >> bit & 1) != 0; });
      sum += entropy_of_bit(static_cast<double>(set) / n);
    }
    EXPECT_NEAR(sum / 32, level, 0.002) << words;
  }
}

TEST(Inputs, FloatsOfEveryKind) {
  EXPECT_TRUE(
      std::ranges::all_of(keys_of("magnitudes"), [](std::uint32_t key) { return std::isnormal(float_of(key)); }));
  std::set<int> exponents;
  for (const std::uint32_t key : keys_of("magnitudes")) exponents.insert(std::ilogb(float_of(key)));
  EXPECT_EQ(exponents.size(), 254u) << "every exponent of a normal number";
  for (const std::uint32_t key : keys_of("denormals")) {
    ASSERT_LE(std::bit_cast<std::uint32_t>(float_of(key)) & 0x7FFFFFFFu, 0x007FFFFFu);
  }
  const Keys infinities = keys_of("infinities:percent=20");
  const auto infinite = std::ranges::count_if(infinities, [](std::uint32_t key) { return std::isinf(float_of(key)); });
  EXPECT_NEAR(static_cast<double>(infinite), 0.2 * n, 0.01 * n);
  EXPECT_LE(different(keys_of("ulps")), 64u);
  EXPECT_EQ(std::ranges::min(keys_of("ulps")), keys::ordered_bits(1.0f));
  EXPECT_EQ(float_of(std::ranges::max(keys_of("ulps:values=3"))), 1.0f + 2 * 0x1p-23f);
}

TEST(Inputs, Adversaries) {
  const Keys heavy = keys_of("heavy_value");
  std::map<std::uint32_t, std::uint32_t> counts;
  for (const std::uint32_t key : heavy) ++counts[key];
  const auto more = [](const auto& a, const auto& b) { return a.second < b.second; };
  const std::uint32_t most = std::max_element(counts.begin(), counts.end(), more)->second;
  EXPECT_NEAR(most, 0.9 * n, 0.01 * n);
  Keys keys = keys_of("one_bin");
  std::ranges::sort(keys);
  EXPECT_EQ(keys.front(), 0u);
  EXPECT_EQ(keys.back(), 0xFFFFFFFFu);
  EXPECT_EQ(keys[1] >> 17, keys[keys.size() - 2] >> 17);
  EXPECT_GT(different(keys), n / 4u);
}

}  // namespace
}  // namespace farfirst::inputs
