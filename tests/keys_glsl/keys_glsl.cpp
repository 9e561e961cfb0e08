// Tests keys.glsl against keys.h, bit for bit, over ordinary and extreme positions and eyes, in every shader stage that
// makes keys or may do so later: `precise` has to hold in each.

#include <farfirst/keys.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <random>
#include <string>

#include "gpu_keys.h"
#include "offscreen/context.h"

namespace farfirst::keys_test {
namespace {

using Bits = std::array<std::uint32_t, 3>;
using Engine = std::mt19937_64;

constexpr Metric metrics[] = {Metric::radial, Metric::view_depth};
constexpr SortPoint sort_points[] = {SortPoint::nearest, SortPoint::farthest, SortPoint::mean, SortPoint::centroid};

// ------------------------------------------------------------------------------------------------------------- numbers

constexpr std::uint32_t special_bits[] = {
    0x00000000,                                      // 0
    0x00000001, 0x00000002, 0x007FFFFF, 0x00400000,  // denormal
    0x00800000, 0x00800001,                          // the smallest normal
    0x0D7FFFFF, 0x0D800000, 0x0D800001,              // round 2^-100, where "tiny" ends
    0x267FFFFF, 0x26800000, 0x26800001,              // round 2^-50: the square is round 2^-100
    0x1F800000,                                      // 2^-64: the square is denormal
    0x3EAAAAAB, 0x3F7FFFFF, 0x3F800000, 0x3F800001,  // a third, round 1
    0x5F000000, 0x5F7FFFFF, 0x5F800000,              // round 2^64: the square overflows
    0x7EFFFFFF, 0x7F000000, 0x7F7FFFFF,              // the largest: sums of two or three overflow
    0x7F800000,                                      // infinity
    0x7F800001, 0x7FA00000, 0x7FC00000, 0x7FFFFFFF,  // NaN, signalling and quiet
};

std::uint32_t sign(Engine& engine) { return static_cast<std::uint32_t>(engine() & 1) << 31; }
float uniform(Engine& engine, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(engine);
}
std::uint32_t special(Engine& engine) { return special_bits[engine() % std::size(special_bits)] ^ sign(engine); }
std::uint32_t any_bits(Engine& engine) { return static_cast<std::uint32_t>(engine()); }
std::uint32_t any_magnitude(Engine& engine) {
  return keys::bits(std::ldexp(uniform(engine, 1, 2), static_cast<int>(engine() % 250) - 125)) ^ sign(engine);
}
std::uint32_t ordinary(Engine& engine) { return keys::bits(uniform(engine, -100, 100)); }

/// Each point of one kind, and some that mix kinds.
Bits point(Engine& engine, const float (&eye)[3]) {
  using Maker = std::uint32_t (*)(Engine&);
  constexpr Maker makers[] = {ordinary, ordinary, any_magnitude, any_bits, special};
  const std::uint64_t kind = engine() % 8;
  if (kind == 7) {  // a few steps away from the eye: differences lose all their bits
    Bits p;
    for (std::size_t i = 0; i < 3; ++i) p[i] = keys::bits(eye[i]) + static_cast<std::uint32_t>(engine() % 5) - 2;
    return p;
  }
  Bits p;
  for (std::uint32_t& word : p) word = makers[kind < 5 ? kind : engine() % std::size(makers)](engine);
  return p;
}

std::vector<Bits> points(Engine& engine, std::size_t count, const float (&eye)[3]) {
  std::vector<Bits> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(point(engine, eye));
  return result;
}

std::vector<Bits> triangles(Engine& engine, std::size_t count, std::size_t vertices) {
  const auto corner = [&] { return static_cast<std::uint32_t>(engine() % vertices); };
  std::vector<Bits> result;
  for (std::size_t i = 0; i < count; ++i) {
    const auto own = static_cast<std::uint32_t>(i % vertices);
    result.push_back({own, i % 5 == 0 ? own : corner(), corner()});
  }
  return result;
}

/// Finite eyes and unit axes, from plain to awkward.
Viewpoint viewpoint(Engine& engine, std::size_t which) {
  const auto finite = [&](std::uint32_t (*make)(Engine&)) {
    std::uint32_t word = make(engine);
    while (!keys::is_finite(std::bit_cast<float>(word))) word = make(engine);
    return std::bit_cast<float>(word);
  };
  Viewpoint view{};
  std::uint32_t (*const makers[])(Engine&) = {ordinary, any_magnitude, special, any_bits};
  if (which > 0)
    for (float& e : view.eye) e = finite(makers[which % 4]);
  float axis[3], length = 0;
  for (float& a : axis) a = uniform(engine, -1, 1);
  for (const float a : axis) length += a * a;
  for (std::size_t i = 0; i < 3; ++i) view.axis[i] = axis[i] / std::sqrt(length);
  if (which % 3 == 0) view.axis[0] = view.axis[1] = 0, view.axis[2] = -1;                // along z
  if (which % 5 == 1) view.axis[0] = 1, view.axis[1] = -0.0f, view.axis[2] = 0x1p-110f;  // almost along x
  return view;
}

// ----------------------------------------------------------------------------------------------------------- reference

template <Metric metric>
std::uint32_t expected_key(const Query& query, const Viewpoint& view, std::size_t i) {
  const auto at = [&](std::size_t index) {
    const Bits& p = query.positions[index];
    return keys::Point{std::bit_cast<float>(p[0]), std::bit_cast<float>(p[1]), std::bit_cast<float>(p[2])};
  };
  if (query.triangles.empty()) return key_of_point<metric>(at(i), view);
  const auto& [a, b, c] = query.triangles[i];
  switch (query.sort_point) {
    case SortPoint::nearest:
      return key_of_triangle<metric, SortPoint::nearest>(at(a), at(b), at(c), view);
    case SortPoint::farthest:
      return key_of_triangle<metric, SortPoint::farthest>(at(a), at(b), at(c), view);
    case SortPoint::mean:
      return key_of_triangle<metric, SortPoint::mean>(at(a), at(b), at(c), view);
    case SortPoint::centroid:
      break;
  }
  return key_of_triangle<metric, SortPoint::centroid>(at(a), at(b), at(c), view);
}

std::string written(const Bits& p) {
  char text[40];
  std::snprintf(text, sizeof text, "(%08x %08x %08x)", p[0], p[1], p[2]);
  return text;
}

/// Counts different keys, and reports the first few.
std::size_t differences(const Query& query, const std::vector<std::uint32_t>& found, bool prints = true) {
  const Viewpoint view = keys::prepared(query.view);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t expected = query.metric == Metric::radial ? expected_key<Metric::radial>(query, view, i)
                                                                  : expected_key<Metric::view_depth>(query, view, i);
    if (found[i] == expected || ++wrong > 3 || !prints) continue;
    std::string where = query.triangles.empty() ? written(query.positions[i]) : "";
    if (!query.triangles.empty())
      for (const std::uint32_t corner : query.triangles[i]) where += written(query.positions[corner]) + " ";
    ADD_FAILURE() << "key " << std::hex << found[i] << ", expected " << expected << " at " << where;
  }
  return wrong;
}

// --------------------------------------------------------------------------------------------------------------- tests

class KeysGlsl : public testing::Test {
 protected:
  static void SetUpTestSuite() { context_ = std::make_unique<app::HeadlessContext>(); }
  static void TearDownTestSuite() { context_.reset(); }

  /// Points and triangles by every metric and sort_point, from `eyes` viewpoints.
  void compare(Stage stage, std::size_t eyes, std::size_t count, std::uint64_t seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Engine engine(seed);
    GpuKeys gpu(context_->gl(), stage);
    for (std::size_t which = 0; which < eyes; ++which) {
      SCOPED_TRACE("viewpoint " + std::to_string(which));
      const Viewpoint view = viewpoint(engine, which);
      const std::vector<Bits> positions = points(engine, count, view.eye);
      const std::vector<Bits> corners = triangles(engine, count, positions.size());
      for (const Metric metric : metrics) {
        expect_equal(gpu, {positions, {}, view, metric, SortPoint::centroid});
        for (const SortPoint sort_point : sort_points)
          expect_equal(gpu, {positions, corners, view, metric, sort_point});
      }
      if (HasFailure()) return;
    }
  }

  static void expect_equal(GpuKeys& gpu, const Query& query) {
    SCOPED_TRACE("metric " + std::to_string(static_cast<int>(query.metric)) + ", sort_point " +
                 (query.triangles.empty() ? "of a point" : std::to_string(static_cast<int>(query.sort_point))));
    EXPECT_EQ(differences(query, gpu(query)), 0u);
  }

  static std::unique_ptr<app::HeadlessContext> context_;
};
std::unique_ptr<app::HeadlessContext> KeysGlsl::context_;

TEST_F(KeysGlsl, ComputeShaderEqualsCpp) { compare(Stage::compute, 24, 1 << 14, 20261121); }
TEST_F(KeysGlsl, VertexShaderEqualsCpp) { compare(Stage::vertex, 8, 1 << 15, 20261122); }
TEST_F(KeysGlsl, FragmentShaderEqualsCpp) { compare(Stage::fragment, 8, 1 << 15, 20261123); }

/// Everything special with everything special, in one component each and in all.
TEST_F(KeysGlsl, EveryPairOfSpecialNumbers) {
  std::vector<std::uint32_t> words;
  for (const std::uint32_t word : special_bits) words.insert(words.end(), {word, word ^ 0x80000000u});
  std::vector<Bits> positions;
  for (const std::uint32_t x : words)
    for (const std::uint32_t y : words)
      for (const std::uint32_t z : words) positions.push_back({x, y, z});
  Engine engine(7);
  GpuKeys gpu(context_->gl(), Stage::compute);
  for (const std::uint32_t word : words) {
    const float eye = std::bit_cast<float>(word);
    if (!keys::is_finite(eye)) continue;
    SCOPED_TRACE(eye);
    Viewpoint view = viewpoint(engine, word % 7);
    view.eye[0] = view.eye[1] = eye;
    for (const Metric metric : metrics) expect_equal(gpu, {positions, {}, view, metric, SortPoint::centroid});
  }
}

// ---- Positions as they are stored, and transforms

/// Calls functions of keys.glsl with any words, which lie where positions do otherwise.
constexpr const char* stored_interface = R"(
#include "keys/keys.glsl"
layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(location = 0) uniform uint count;
)";
const std::string key_is_half = std::string(stored_interface) + R"(
uint key_at(uint i) { return farfirst_of_half(words[3u * i]); }
)";
const std::string key_is_unorm = std::string(stored_interface) + R"(
uint key_at(uint i) {
  return farfirst_of_unorm(words[3u * i], farfirst_without_tiny(words[3u * i + 1u]),
                           farfirst_without_tiny(words[3u * i + 2u]));
}
)";
// Five triples are a position and the three rows of a transform; three of five keys are where that takes it.
const std::string key_is_transformed = std::string(stored_interface) + R"(
vec4 row(uint at) {
  return vec4(farfirst_without_tiny(words[at]), farfirst_without_tiny(words[at + 1u]),
              farfirst_without_tiny(words[at + 2u]), farfirst_without_tiny(words[at + 3u]));
}
uint key_at(uint i) {
  uint at = i / 5u * 15u;
  uvec3 p = uvec3(words[at], words[at + 1u], words[at + 2u]);
  uvec3 moved = farfirst_transformed(p, mat3x4(row(at + 3u), row(at + 7u), row(at + 11u)));
  return i % 5u < 3u ? moved[i % 5u] : 0u;
}
)";

// Two triples are a key and how it gets fewer bits; one of two keys is what it becomes.
const std::string key_has_fewer_bits = std::string(stored_interface) + R"(
uint key_at(uint i) {
  uint at = 3u * i, flags = words[at + 1u];
  farfirst_Steps steps = farfirst_Steps(int(flags & 31u), (flags & 32u) != 0u, uintBitsToFloat(words[at + 2u]),
                                        uintBitsToFloat(words[at + 3u]), uintBitsToFloat(words[at + 4u]));
  return i % 2u == 0u ? farfirst_with_fewer_bits(words[at], int(flags >> 6), steps) : 0u;
}
)";
const std::string key_is_root = std::string(stored_interface) + R"(
uint key_at(uint i) { return floatBitsToUint(farfirst_root(uintBitsToFloat(words[3u * i]))); }
)";

/// Numbers that are not finite have no value, whatever their bits are.
bool same_number(std::uint32_t a, std::uint32_t b) {
  return a == b || (!keys::is_finite(keys::of_bits(a)) && !keys::is_finite(keys::of_bits(b)));
}

class StoredPositions : public KeysGlsl, public testing::WithParamInterface<Stage> {
 protected:
  std::vector<std::uint32_t> words_of(const std::string& body, const std::vector<Bits>& input) {
    GpuKeys gpu(context_->gl(), GetParam(), body.c_str());
    return gpu({input, {}, {}, Metric::radial, SortPoint::centroid});
  }
  /// A number for a scale, an offset or a transform: any, mostly plausible.
  static std::uint32_t number(Engine& engine) {
    std::uint32_t (*const makers[])(Engine&) = {ordinary, ordinary, any_magnitude, any_magnitude, special, any_bits};
    return makers[engine() % std::size(makers)](engine);
  }
};

TEST_P(StoredPositions, HalvesEqualCpp) {
  std::vector<Bits> input;
  for (std::uint32_t half = 0; half < 65536; ++half) input.push_back({half, 0, 0});
  const std::vector<std::uint32_t> found = words_of(key_is_half, input);
  for (std::uint32_t half = 0; half < 65536; ++half) ASSERT_EQ(found[half], keys::bits(keys::of_half(half))) << half;
}

TEST_P(StoredPositions, UnormsEqualCpp) {
  Engine engine(31);
  std::vector<Bits> input;
  for (std::uint32_t i = 0; i < 1 << 17; ++i) input.push_back({i & 0xFFFFu, number(engine), number(engine)});
  for (std::uint32_t q = 0; q < 65536; ++q) input.push_back({q, keys::bits(1), 0});
  const std::vector<std::uint32_t> found = words_of(key_is_unorm, input);
  for (std::size_t i = 0; i < input.size(); ++i) {
    const auto& [q, scale, offset] = input[i];
    const float expected =
        keys::of_unorm(q, keys::without_tiny(keys::of_bits(scale)), keys::without_tiny(keys::of_bits(offset)));
    ASSERT_PRED2(same_number, found[i], keys::bits(expected)) << written(input[i]) << ", seed 31";
  }
}

TEST_P(StoredPositions, TransformedPositionsEqualCpp) {
  Engine engine(37);
  std::vector<Bits> input;
  for (int i = 0; i < 1 << 16; ++i) {
    const float nowhere[3] = {0, 0, 0};
    input.push_back(point(engine, nowhere));
    for (int row = 0; row < 4; ++row) input.push_back({number(engine), number(engine), number(engine)});
  }
  const std::vector<std::uint32_t> found = words_of(key_is_transformed, input);
  for (std::size_t i = 0; i < input.size(); i += 5) {
    keys::Transform transform;
    for (std::size_t k = 0; k < 12; ++k) transform.m[k] = keys::of_bits(input[i + 1 + k / 3][k % 3]);
    const auto& [x, y, z] = input[i];
    const keys::Point p =
        keys::transformed({keys::of_bits(x), keys::of_bits(y), keys::of_bits(z)}, keys::prepared(transform));
    const std::uint32_t expected[] = {keys::bits(p.x), keys::bits(p.y), keys::bits(p.z)};
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_PRED2(same_number, found[i + k], expected[k])
          << "of " << written(input[i]) << ", component " << k << ", seed 37";
    }
  }
}

/// Every mantissa would take a while: those from both ends of the range, where roots are between two floats, and any.
TEST_P(StoredPositions, RootsEqualCpp) {
  Engine engine(43);
  std::vector<Bits> input;
  for (const std::uint32_t one : {0x3F800000u, 0x3F000000u, 0x40000000u, 0x0D800000u, 0x7F000000u}) {
    for (std::uint32_t i = 0; i < 4096; ++i) input.insert(input.end(), {{one + i, 0, 0}, {one + 0x7FFFFF - i, 0, 0}});
  }
  for (int i = 0; i < 1 << 16; ++i) input.push_back({0x0D800000u + any_bits(engine) % 0x72000001u, 0, 0});
  for (std::uint32_t i = 1; i < 4096; ++i)
    input.push_back({keys::bits(static_cast<float>(i) * static_cast<float>(i)), 0, 0});
  input.push_back({0, 0, 0});
  const std::vector<std::uint32_t> found = words_of(key_is_root, input);
  for (std::size_t i = 0; i < input.size(); ++i) {
    ASSERT_EQ(found[i], keys::bits(keys::root(keys::of_bits(input[i][0])))) << written(input[i]) << ", seed 43";
  }
}

TEST_P(StoredPositions, KeysOfFewerBitsEqualCpp) {
  Engine engine(47);
  std::vector<Bits> input;
  std::vector<std::uint32_t> expected;
  for (int i = 0; i < 1 << 16; ++i) {
    const Viewpoint view = keys::prepared({{0, 0, 0}, {0, 0, -1}});
    const float z = uniform(engine, -100, 100), nearest = uniform(engine, -50, 10);
    const Metric metric = metrics[i % 2];
    const std::uint32_t key = i % 7 == 0   ? special(engine) | 0x80000000u
                              : i % 2 == 0 ? key_of_point<Metric::radial>({0, 3, z}, view)
                                           : key_of_point<Metric::view_depth>({0, 3, z}, view);
    const KeyPrecision precision{.bits = static_cast<std::uint8_t>(8 + engine() % 25),
                                 .form = static_cast<KeyForm>(engine() % 4 != 0),
                                 .range = {nearest, nearest + uniform(engine, 1e-3f, 200)}};
    const keys::Steps steps = keys::prepared(precision);
    if (keys::is_nan(keys::value_of<Metric::radial>(key)) || keys::is_nan(keys::value_of<Metric::view_depth>(key)))
      continue;
    input.push_back({key, steps.shift | (steps.linear ? 32u : 0u) | static_cast<std::uint32_t>(metric) << 6,
                     keys::bits(steps.farthest)});
    input.push_back({keys::bits(steps.scale), keys::bits(steps.last), 0});
    expected.push_back(metric == Metric::radial ? keys::with_fewer_bits<Metric::radial>(key, steps)
                                                : keys::with_fewer_bits<Metric::view_depth>(key, steps));
  }
  ASSERT_GT(expected.size(), 50000u);
  const std::vector<std::uint32_t> found = words_of(key_has_fewer_bits, input);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(found[2 * i], expected[i]) << written(input[2 * i]) << written(input[2 * i + 1]) << ", seed 47";
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, StoredPositions, testing::Values(Stage::compute, Stage::vertex, Stage::fragment));

/// The comparison must notice shaders that leave out a rule.
TEST_F(KeysGlsl, NoticesWrongShaders) {
  const std::string interface = R"(
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(location = 0) uniform uint count;
layout(location = 4) uniform uvec3 eye;
)";
  const std::string plain_dot = interface + R"(
uint key_at(uint i) {
  vec3 d = vec3(positions[3u * i], positions[3u * i + 1u], positions[3u * i + 2u]) - uintBitsToFloat(eye);
  return ~floatBitsToUint(dot(d, d));
})";
  const std::string through_length = interface + R"(
uint key_at(uint i) {
  vec3 d = vec3(positions[3u * i], positions[3u * i + 1u], positions[3u * i + 2u]) - uintBitsToFloat(eye);
  float l = length(d);
  return ~floatBitsToUint(l * l);
})";
  Engine engine(11);
  const Viewpoint view = viewpoint(engine, 4);
  const std::vector<Bits> positions = points(engine, 1 << 14, view.eye);
  const Query query{positions, {}, view, Metric::radial, SortPoint::centroid};
  for (const std::string& body : {plain_dot, through_length}) {
    GpuKeys gpu(context_->gl(), Stage::compute, body.c_str());
    EXPECT_GT(differences(query, gpu(query), /*prints=*/false), 0u);
  }
}

}  // namespace
}  // namespace farfirst::keys_test
