// Tests of distance jobs with several sources, ids, counts, formats and transforms, for every entry. Compared with keys
// made one by one with keys.h and an order computed without the library.

#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

#include "guarded.h"
#include "sizes.h"
#include "triangle_key.h"

namespace farfirst::test::sources {
namespace {

constexpr std::uint32_t seed = 417;
using keys::Point;

/// An object of a test: its stored positions, and its points.
struct Object {
  std::vector<std::byte> stored;
  std::vector<Point> points;  // decoded and transformed
  std::vector<std::uint32_t> corners;
  Source source{};  // without buffers
};

template <Metric metric>
std::uint32_t key_of(const Object& object, std::size_t i, const Viewpoint& view) {
  if (object.corners.empty()) return key_of_point<metric>(object.points[i], view);
  const Point a = object.points[object.corners[3 * i]], b = object.points[object.corners[3 * i + 1]],
              c = object.points[object.corners[3 * i + 2]];
  return triangle_key<metric>(object.source.sort_point, a, b, c, view);
}

std::vector<std::uint32_t> keys_of(const std::vector<Object>& objects, Metric metric, const float (&eye)[3],
                                   const float (&axis)[3]) {
  const Viewpoint view = keys::prepared({{eye[0], eye[1], eye[2]}, {axis[0], axis[1], axis[2]}});
  std::vector<std::uint32_t> keys;
  for (const Object& object : objects) {
    for (std::uint32_t i = 0; i < object.source.n; ++i) {
      keys.push_back(metric == Metric::radial ? key_of<Metric::radial>(object, i, view)
                                              : key_of<Metric::view_depth>(object, i, view));
    }
  }
  return keys;
}

/// Makes objects of every kind from a seed.
class ObjectMaker {
 public:
  explicit ObjectMaker(std::uint32_t its_seed) : twister_(its_seed) {}

  Object make(PositionFormat format, std::uint32_t vertices, std::uint32_t triangles, const Transform& transform) {
    Object object;
    object.source.format = format;
    object.source.stride =
        (format == PositionFormat::float32 ? 12 : 8) + 4 * static_cast<std::uint32_t>(twister_() % 3);
    object.source.sort_point = static_cast<SortPoint>(twister_() % 4);
    for (int i = 0; i < 3; ++i) {
      object.source.scale[i] = std::ldexp(number(), static_cast<int>(twister_() % 4));
      object.source.offset[i] = number();
    }
    object.source.transform = transform;
    object.stored.resize(std::size_t{vertices} * object.source.stride, std::byte{0xFF});
    for (std::uint32_t i = 0; i < vertices; ++i) add_point(object, i);
    for (std::uint32_t i = 0; i < 3 * triangles; ++i) {
      object.corners.push_back(static_cast<std::uint32_t>(twister_() % vertices));
    }
    object.source.n = triangles != 0 ? triangles : vertices;
    object.source.vertex_count = triangles != 0 ? vertices : 0;
    return object;
  }

  /// A rotation about y with a scale for each axis, perhaps negative, and a translation.
  Transform transform(float x, float y, float z) {
    const float angle = 3 * number(), c = std::cos(angle), s = std::sin(angle);
    return {{c * x, 0, s * z, number(), 0, y, 0, number(), -s * x, 0, c * z, number()}};
  }

 private:
  float number() { return static_cast<float>(static_cast<std::uint32_t>(twister_()) >> 8) * 0x1p-23f - 1.0f; }

  void add_point(Object& object, std::uint32_t i) {
    const bool odd = twister_() % 64 == 0;  // an infinity, a NaN, a denormal number, or any bits
    std::byte* at = object.stored.data() + std::size_t{i} * object.source.stride;
    Point point;
    float* coordinates[] = {&point.x, &point.y, &point.z};
    for (int axis = 0; axis < 3; ++axis) {
      if (object.source.format == PositionFormat::float32) {
        *coordinates[axis] = odd ? std::bit_cast<float>(static_cast<std::uint32_t>(twister_())) : number();
        std::memcpy(at + 4 * axis, coordinates[axis], 4);
        continue;
      }
      const auto word = static_cast<std::uint16_t>(twister_());
      const std::uint16_t stored = object.source.format == PositionFormat::float16 && !odd
                                       ? static_cast<std::uint16_t>((word & 0x83FFu) | (8u + word % 9u) << 10)
                                       : word;
      std::memcpy(at + 2 * axis, &stored, 2);
      *coordinates[axis] = object.source.format == PositionFormat::float16
                               ? keys::of_half(stored)
                               : keys::of_unorm(stored, keys::without_tiny(object.source.scale[axis]),
                                                keys::without_tiny(object.source.offset[axis]));
    }
    if (!object.source.transform.is_identity()) {
      keys::Transform transform;
      std::ranges::copy(object.source.transform.rows, transform.m);
      point = keys::transformed(point, keys::prepared(transform));
    }
    object.points.push_back(point);
  }

  std::mt19937 twister_;
};

enum class Ids { none, every_third, reversed_blocks };
constexpr Ids all_ids[] = {Ids::none, Ids::every_third, Ids::reversed_blocks};

std::vector<std::uint32_t> ids_of(Ids which, std::uint32_t elements) {
  std::vector<std::uint32_t> ids;
  if (which == Ids::every_third) {
    for (std::uint32_t i = 2; i < elements; i += 3) ids.push_back(i);
  }
  if (which == Ids::reversed_blocks) {
    constexpr std::uint32_t block = 100;
    for (std::uint32_t end = elements; end > 0; end -= std::min(end, block)) {
      for (std::uint32_t i = end - std::min(end, block); i < end; ++i) ids.push_back(i);
    }
  }
  return ids;
}

/// A count that is larger than n.
constexpr std::uint32_t all_and_more = 0xFFFFFFFFu;

/// The variations of a job, beside its sources.
struct Variant {
  Ids ids = Ids::none;
  std::optional<std::uint32_t> one_of{};  // the count is n divided by it; 0: none at all; all_and_more
  Metric metric = Metric::radial;
  Direction direction = Direction::back_to_front;
  bool eye_on_device = false;
  bool wants_keys = false;
};

class Sources : public TestOfEach<const Algorithm*> {
 protected:
  static constexpr float eye_[3] = {0.25f, -0.5f, 4.0f};
  static constexpr float axis_[3] = {0.0f, 0.6f, -0.8f};
  std::size_t shift_ = 0;  // of all buffers but scratch, in bytes

  /// The objects in the device's memory.
  struct Scene {
    std::vector<Guarded> memory;
    std::vector<Source> sources;
    std::uint32_t elements = 0;
  };
  Scene uploaded(const std::vector<Object>& objects) {
    Scene scene;
    for (const Object& object : objects) {
      Source source = object.source;
      scene.memory.emplace_back(*device_, object.stored, shift_);
      source.positions = scene.memory.back().buffer();
      if (!object.corners.empty()) {
        scene.memory.emplace_back(*device_, object.corners, shift_);
        source.triangles = scene.memory.back().buffer();
      }
      scene.sources.push_back(source);
      scene.elements += source.n;
    }
    return scene;
  }

  void expect_order(DistanceSorter& sorter, const std::vector<Object>& objects, const Scene& scene,
                    const Variant& variant) {
    const std::vector<std::uint32_t> ids = ids_of(variant.ids, scene.elements);
    const auto n = variant.ids == Ids::none ? scene.elements : static_cast<std::uint32_t>(ids.size());
    const bool is_all = !variant.one_of || *variant.one_of == all_and_more;
    const std::uint32_t count = is_all ? n : *variant.one_of == 0 ? 0 : n / *variant.one_of;
    std::vector<std::uint32_t> given_ids = ids;
    if (!ids.empty()) std::fill(given_ids.begin() + count, given_ids.end(), 0xFFFFFFFFu);  // not read
    const std::vector<float> view = {eye_[0], eye_[1], eye_[2], axis_[0], axis_[1], axis_[2]};
    const std::vector<std::uint32_t> given_count{variant.one_of == all_and_more ? all_and_more : count};
    const Guarded ids_in(*device_, given_ids, shift_), count_in(*device_, given_count, shift_),
        view_in(*device_, view, shift_);
    const Guarded order(*device_, n * 4, 0xFF, shift_), made(*device_, n * 4, 0xFF, shift_);
    const GuardedWorkspace workspace(*device_, sorter.requirements(), 0xFF);
    DistanceJob job{.n = n, .sources = scene.sources, .metric = variant.metric};
    if (variant.ids != Ids::none) job.ids = ids_in.buffer();
    if (variant.one_of) job.count = count_in.buffer();
    if (variant.eye_on_device) {
      job.eye_on_device = view_in.buffer();
    } else {
      std::copy_n(eye_, 3, job.eye);
      std::copy_n(axis_, 3, job.axis);
    }
    job.direction = variant.direction;
    job.order = order.buffer();
    if (variant.wants_keys) job.keys = made.buffer();
    workspace.attach(job);
    sorter.sort(job);
    device_->finish();

    std::vector<std::uint32_t> keys = keys_of(objects, variant.metric, eye_, axis_);
    if (variant.ids != Ids::none) keys = gathered(keys, ids);
    keys.resize(count);
    std::vector<std::uint32_t> expected = expected_order(keys);
    if (variant.ids != Ids::none) expected = gathered(ids, expected);
    if (variant.direction == Direction::front_to_back) std::ranges::reverse(expected);
    std::vector<std::uint32_t> found = order.read<std::uint32_t>();
    found.resize(count);
    ASSERT_EQ(found, expected);
    if (variant.wants_keys) {
      std::vector<std::uint32_t> found_keys = made.read<std::uint32_t>();
      found_keys.resize(count);
      ASSERT_EQ(found_keys, keys);
      const OrderCheck check = device_->check_order({.keys = job.keys,
                                                     .order = job.order,
                                                     .n = n,
                                                     .count = job.count,
                                                     .ids = job.ids,
                                                     .elements = scene.elements,
                                                     .direction = job.direction});
      EXPECT_TRUE(check.ok()) << check.sentence();
    }
    for (const Guarded& memory : scene.memory) memory.expect_intact("a source");
    for (const Guarded* memory : {&ids_in, &count_in, &view_in, &order, &made}) {
      memory->expect_intact("a buffer of the job");
    }
    workspace.expect_intact();
  }

  /// Sorts with every combination of ids, counts and directions on these objects.
  void expect_all_variants(const std::vector<Object>& objects) {
    const Scene scene = uploaded(objects);
    const auto sorter = make_distance_sorter(*device_, *GetParam(), scene.elements);
    int round = 0;
    for (const Ids ids : all_ids) {
      for (const std::optional<std::uint32_t> one_of :
           {std::optional<std::uint32_t>{}, std::optional(0u), std::optional(16u), std::optional(1u),
            std::optional(scene.elements), std::optional(all_and_more)}) {
        for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
          ++round;
          const bool in_one_direction = one_of == scene.elements || one_of == all_and_more;
          if (in_one_direction && round % 2 == (one_of == all_and_more ? 0 : 1)) continue;
          const Variant variant{.ids = ids,
                                .one_of = one_of,
                                .metric = round % 3 == 0 ? Metric::view_depth : Metric::radial,
                                .direction = direction,
                                .eye_on_device = round % 4 == 1,
                                .wants_keys = round % 2 == 0 || round % 5 == 0};
          SCOPED_TRACE(testing::Message() << objects.size() << " sources, " << scene.elements << " elements, ids "
                                          << int(ids) << ", count " << (one_of ? int(*one_of) : -1) << ", direction "
                                          << int(direction) << ", round " << round << ", seed " << seed);
          expect_order(*sorter, objects, scene, variant);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
};

TEST_P(Sources, OneOfPoints) {
  expect_all_variants({ObjectMaker(seed).make(PositionFormat::float32, at_most(9001), 0, {})});
}
TEST_P(Sources, OneOfTriangles) {
  expect_all_variants({ObjectMaker(seed).make(PositionFormat::float32, 1501, at_most(6007), {})});
}

TEST_P(Sources, TwoPointsBeforeTriangles) {
  ObjectMaker maker(seed);
  std::vector<Object> objects;
  objects.push_back(maker.make(PositionFormat::float32, at_most(3001), 0, {}));
  objects.push_back(maker.make(PositionFormat::float32, 900, at_most(4001), maker.transform(1, 1, 1)));
  expect_all_variants(objects);
}

TEST_P(Sources, ThirtyFiveOfEveryKind) {  // CUDA reads 16 at a time
  ObjectMaker maker(seed);
  std::vector<Object> objects;
  const float scales[][3] = {{1, 1, 1}, {-1, 1, 1}, {1e-6f, 1e-6f, 1e-6f}, {1e6f, 1e6f, 1e6f}, {1, 0, 1}, {0, 0, 0}};
  for (std::uint32_t i = 0; i < 35; ++i) {  // all pairs of scale, format and kind
    const float(&scale)[3] = scales[i % 6];
    const auto format = static_cast<PositionFormat>(i / 2 % 3);
    const std::uint32_t vertices = i == 5 ? 1 : 40 + 9 * i;
    const std::uint32_t triangles = (i + i / 6) % 2 == 0 ? 0 : i == 7 ? 1 : 20 + 13 * i;
    objects.push_back(maker.make(format, vertices, triangles,
                                 i % 7 == 0 ? Transform{} : maker.transform(scale[0], scale[1], scale[2])));
  }
  for (const std::size_t empty : {0, 3, 34}) {
    objects[empty].source.n = 0;
    objects[empty].corners.clear();
  }
  expect_all_variants(objects);
}

TEST_P(Sources, BuffersThatBeginAtAnyMultipleOfFour) {
  for (const std::size_t shift : {4, 8, 20}) {
    SCOPED_TRACE(testing::Message() << "shifted by " << shift);
    shift_ = shift;
    ObjectMaker maker(seed);
    std::vector<Object> objects = {maker.make(PositionFormat::float32, 301, 0, {})};
    if (shift != 4) {  // 4: a format that the sort reads itself
      objects.push_back(maker.make(PositionFormat::unorm16, 90, 0, {}));
      objects.push_back(maker.make(PositionFormat::float16, 60, 203, maker.transform(1, 2, 1)));
    }
    expect_all_variants(objects);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Sources, ScratchAsItIsAllocated) {
  // Scratch, order and ids beyond the count are not initialised: as in Conformance, for initcheck.
  ObjectMaker maker(seed);
  std::vector<Object> objects;
  for (const std::uint32_t triangles : {0u, 301u}) {
    objects.push_back(maker.make(PositionFormat::float32, at_most(3001), triangles, {}));
  }
  const Scene scene = uploaded(objects);
  const std::vector<std::uint32_t> ids = ids_of(Ids::every_third, scene.elements);
  const auto n = static_cast<std::uint32_t>(ids.size()), count = n / 2;
  const std::vector<std::uint32_t> keys =
      gathered(keys_of(objects, Metric::radial, eye_, axis_), std::vector(ids.begin(), ids.begin() + count));
  const Guarded count_in(*device_, std::vector<std::uint32_t>{count});
  const OwnedBuffer ids_in(*device_, n * std::size_t{4}), order(*device_, n * std::size_t{4});
  device_->upload(ids_in, ids.data(), count * std::size_t{4});
  const auto sorter = make_distance_sorter(*device_, *GetParam(), n);
  const Workspace workspace(*device_, sorter->requirements());
  for (const Direction direction : {Direction::back_to_front, Direction::front_to_back}) {
    DistanceJob job{.n = n,
                    .sources = scene.sources,
                    .ids = ids_in,
                    .count = count_in.buffer(),
                    .direction = direction,
                    .order = order};
    std::copy_n(eye_, 3, job.eye);
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    std::vector<std::uint32_t> found(count), expected = gathered(ids, expected_order(keys));
    if (direction == Direction::front_to_back) std::ranges::reverse(expected);
    device_->download(found.data(), order, count * std::size_t{4});
    ASSERT_EQ(found, expected);
  }
}

Transform all(float number) {
  Transform transform;
  transform.rows.fill(number);
  return transform;
}

TEST_P(Sources, InvalidTransforms) {
  // Defined, and never a hang: positions that become infinite or a NaN are drawn first.
  ObjectMaker maker(seed);
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<Object> objects;
  objects.push_back(maker.make(PositionFormat::float32, 300, 0, all(0.0f)));
  objects.push_back(maker.make(PositionFormat::float32, 300, 0, all(3e38f)));
  objects.push_back(maker.make(PositionFormat::float16, 300, 200, all(1e-40f)));
  objects.push_back(maker.make(PositionFormat::unorm16, 300, 0, {{infinity, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}));
  objects.push_back(maker.make(PositionFormat::float32, 300, 0, {{1, 0, 0, nan, 0, 1, 0, 0, 0, 0, 1, 0}}));
  expect_all_variants(objects);
}

TEST_P(Sources, AnNOfZeroStandsForAllElements) {
  ObjectMaker maker(seed);
  const std::vector<Object> objects = {maker.make(PositionFormat::float32, 301, 0, {}),
                                       maker.make(PositionFormat::float16, 90, 203, maker.transform(1, 2, 1))};
  const Scene scene = uploaded(objects);
  const auto sorter = make_distance_sorter(*device_, *GetParam(), scene.elements);
  const Workspace workspace(*device_, sorter->requirements());
  const Guarded order(*device_, scene.elements * 4, 0xFF), keys(*device_, scene.elements * 4, 0xFF),
      ids(*device_, std::vector<std::uint32_t>(scene.elements));
  const std::vector<std::uint32_t> expected = keys_of(objects, Metric::radial, {1, 2, 3}, axis_),
                                   untouched(scene.elements, 0xFFFFFFFF);
  const auto sort = [&](std::span<const Source> sources, const Buffer& its_ids) {
    DistanceJob job{.sources = sources, .ids = its_ids, .eye = {1, 2, 3}, .order = order.buffer()};
    workspace.attach(job);
    sorter->sort(job);
    job.keys = keys.buffer();
    device_->make_keys(job);
    device_->finish();
  };
  for (const auto& [sources, its_ids] : {std::pair(std::span<const Source>(), Buffer{}),
                                         std::pair(std::span<const Source>(scene.sources), ids.buffer())}) {
    sort(sources, its_ids);
    EXPECT_EQ(order.read<std::uint32_t>(), untouched) << (its_ids ? "no ids" : "no sources");
    EXPECT_EQ(keys.read<std::uint32_t>(), untouched) << (its_ids ? "no ids" : "no sources");
  }
  sort(scene.sources, {});
  EXPECT_EQ(keys.read<std::uint32_t>(), expected);
  EXPECT_EQ(order.read<std::uint32_t>(), expected_order(expected));
}

TEST_P(Sources, ViewsInTurnWithHistoriesOfTheirOwn) {
  ObjectMaker maker(seed);
  const std::vector<Object> objects = {maker.make(PositionFormat::float32, at_most(9001), 0, {})};
  const Scene scene = uploaded(objects);
  const auto sorter = make_distance_sorter(*device_, *GetParam(), scene.elements);
  const Workspace workspace(*device_, sorter->requirements());
  const std::unique_ptr<History> histories[] = {sorter->make_history(), sorter->make_history()};
  const Guarded order(*device_, scene.elements * 4, 0xFF);
  for (int frame = 0; frame < 10; ++frame) {
    SCOPED_TRACE(testing::Message() << "frame " << frame << ", seed " << seed);
    const float eyes[2][3] = {{3, 0.01f * static_cast<float>(frame), 0}, {0, 0.2f, -50}};
    DistanceJob job{
        .n = scene.elements, .sources = scene.sources, .order = order.buffer(), .history = histories[frame % 2].get()};
    std::copy_n(eyes[frame % 2], 3, job.eye);
    workspace.attach(job);
    sorter->sort(job);
    device_->finish();
    ASSERT_EQ(order.read<std::uint32_t>(), expected_order(keys_of(objects, Metric::radial, job.eye, axis_)));
  }
  if (sorter->requirements().history == 0) return;
  for (const auto& history : histories) {
    EXPECT_EQ(history->counts().first + history->counts().steady, 5u);
  }
  EXPECT_EQ(sorter->history().counts().first, 0u) << "the sorter's own was used";
}

TEST(MixedKeys, ATriangleThatIsAPointHasThePointsKey) {
  // For every sort point and metric, within 2 units in the last place of the value.
  std::mt19937 twister(seed);
  const auto number = [&] { return static_cast<float>(static_cast<std::uint32_t>(twister()) >> 8) * 0x1p-23f - 1.0f; };
  for (int round = 0; round < 20000; ++round) {
    const Point p{number(), number(), number()};
    const Viewpoint view = keys::prepared({{8 * number(), 8 * number(), 10}, {0.6f, 0, -0.8f}});
    const auto expect_near = [&](std::uint32_t a, std::uint32_t b) {
      ASSERT_LE(a > b ? a - b : b - a, 2u) << "round " << round << ", seed " << seed;
    };
    const auto expect_all = [&]<Metric metric>() {
      const std::uint32_t point = key_of_point<metric>(p, view);
      expect_near(point, key_of_triangle<metric, SortPoint::nearest>(p, p, p, view));
      expect_near(point, key_of_triangle<metric, SortPoint::farthest>(p, p, p, view));
      expect_near(point, key_of_triangle<metric, SortPoint::mean>(p, p, p, view));
      expect_near(point, key_of_triangle<metric, SortPoint::centroid>(p, p, p, view));
    };
    expect_all.operator()<Metric::radial>();
    expect_all.operator()<Metric::view_depth>();
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(MixedKeys, HalvesAreExact) {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const std::uint32_t exponent = half >> 10 & 31u, fraction = half & 0x3FFu;
    const float sign = (half & 0x8000u) != 0 ? -1.0f : 1.0f;
    const float found = keys::of_half(half);
    if (exponent == 31) {
      EXPECT_EQ(fraction == 0, std::isinf(found)) << half;
      EXPECT_EQ(fraction != 0, std::isnan(found)) << half;
      continue;
    }
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0 + fraction, static_cast<int>(exponent) - 25);
    EXPECT_EQ(static_cast<double>(found), sign * magnitude) << half;
    EXPECT_EQ(std::signbit(found), sign < 0) << half;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Sources,
                         testing::ValuesIn(std::vector<const Algorithm*>(algorithms().begin(), algorithms().end())),
                         entry_name);

}  // namespace
}  // namespace farfirst::test::sources
