// The examples of docs/embedding.md and of farfirst/sort.h, compiled and run. tests/project/readme.py compares the page
// with the code between the marks, and looks for the statements of the header.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <vector>

namespace farfirst::test::examples {
namespace {

/// Three points and two triangles, and an order for all of them.
class Examples : public testing::Test {
 protected:
  std::unique_ptr<Device> device = open(Backend::cpu);
  std::vector<float> cloud = {0, 0, -1, 0, 0, -5, 0, 0, -3};
  std::vector<float> corners = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 1, 0, -1, 0, 1, -1};
  std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5};
  std::vector<std::uint32_t> order = std::vector<std::uint32_t>(5);
};

TEST(HeaderExample, OfTheSort) {
  const std::vector<std::uint32_t> keys = {7, 5, 9, 5};
  const std::uint32_t n = 4;
  std::vector<std::uint32_t> order(n);
  auto device = farfirst::open(farfirst::Backend::cpu);
  auto sorter = farfirst::make_sorter(*device, farfirst::choose(*device), n);
  farfirst::Workspace workspace(*device, sorter->requirements());
  farfirst::ArgsortJob job{.n = n, .keys = farfirst::host_buffer(keys), .order = farfirst::host_buffer(order)};
  workspace.attach(job);
  sorter->sort(job);
  device->finish();
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 3, 0, 2}));
}

TEST_F(Examples, SeveralSources) {
  // [sources]
  const Transform to_world{{1, 0, 0, 0,  // a row of the matrix
                            0, 1, 0, 0,  //
                            0, 0, 1, -2}};
  const Source sources[] = {
      {.n = 3, .positions = host_buffer(cloud)},
      {.n = 2,
       .positions = host_buffer(corners),
       .triangles = host_buffer(triangles),
       .vertex_count = 6,
       .sort_point = SortPoint::mean,
       .transform = to_world},
  };
  auto sorter = make_distance_sorter(*device, choose(*device), 5);
  Workspace memory(*device, sorter->requirements());
  DistanceJob job{.sources = sources, .eye = {0, 0, 0}, .order = host_buffer(order)};
  memory.attach(job);
  sorter->sort(job);  // 0, 1, 2: points of the cloud; 3, 4: triangles
  // [/sources]
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 4, 2, 3, 0}));
}

TEST_F(Examples, CompactPositions) {
  // [formats]
  // Three uint16 each, padded to 8 bytes; 0 stands for the least coordinate of an axis, 65535 for the largest.
  std::vector<std::uint16_t> packed = {0, 0, 52428, 0,  //
                                       0, 0, 0,     0,  //
                                       0, 0, 26214, 0};
  const Source points{.n = 3,
                      .positions = host_buffer(packed),
                      .stride = 8,
                      .format = PositionFormat::unorm16,
                      .scale = {1, 1, 5},     // largest - least
                      .offset = {0, 0, -5}};  // least
  auto sorter = make_distance_sorter(*device, choose(*device), 3);
  Workspace memory(*device, sorter->requirements());
  DistanceJob job{.sources = {&points, 1}, .eye = {0, 0, 0}, .order = host_buffer(order)};
  memory.attach(job);
  sorter->sort(job);  // 1, 2, 0
  // [/formats]
  order.resize(3);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 2, 0}));
}

TEST_F(Examples, CulledSubset) {
  // [ids]
  // On a GPU both are written there, by the kernel that culls, and the host never learns the count.
  std::vector<std::uint32_t> visible = {0, 2, 1};
  std::vector<std::uint32_t> how_many = {2};

  const Source points{.n = 3, .positions = host_buffer(cloud)};
  auto sorter = make_distance_sorter(*device, choose(*device), 3);
  Workspace memory(*device, sorter->requirements());
  DistanceJob job{.n = 3,  // at most this many
                  .sources = {&points, 1},
                  .ids = host_buffer(visible),
                  .count = host_buffer(how_many),
                  .direction = Direction::front_to_back,
                  .order = host_buffer(order)};
  memory.attach(job);
  sorter->sort(job);  // order[0] and order[1]: points 0 and 2, the nearer one first
  // [/ids]
  EXPECT_EQ(order[0], 0u);
  EXPECT_EQ(order[1], 2u);
}

TEST_F(Examples, TwoViews) {
  const Source points{.n = 3, .positions = host_buffer(cloud)};
  // [views]
  auto sorter = make_distance_sorter(*device, choose(*device), 3);
  Workspace memory(*device, sorter->requirements());  // serves both
  auto left = sorter->make_history(), right = sorter->make_history();

  DistanceJob job{.sources = {&points, 1}, .eye = {-1, 0, 0}, .order = host_buffer(order)};
  memory.attach(job);
  job.history = left.get();
  sorter->sort(job);
  job.eye[0] = 1;
  job.history = right.get();
  sorter->sort(job);
  // [/views]
  EXPECT_EQ(order[0], 1u);
}

TEST_F(Examples, KeysOfFewBits) {
  std::vector<std::uint32_t> tiles = {5, 3, 5, 8191, 0};
  // [bits]
  auto sorter = make_sorter(*device, choose(*device), 5);
  Workspace memory(*device, sorter->requirements());
  ArgsortJob job{.n = 5, .keys = host_buffer(tiles), .key_bits = {0, 13}, .order = host_buffer(order)};
  memory.attach(job);
  sorter->sort(job);
  // [/bits]
  EXPECT_EQ(order, (std::vector<std::uint32_t>{4, 1, 0, 2, 3}));
}

TEST_F(Examples, KeysOfFewSteps) {
  const Source points{.n = 3, .positions = host_buffer(cloud)};
  std::vector<std::uint32_t> keys(3);
  // [precision]
  // 2^16 equal steps of the distance, over what the box of the scene can have from this eye.
  const Box bounds{{-1, -1, -5}, {1, 1, -1}};
  auto sorter = make_distance_sorter(*device, choose(*device), 3);
  Workspace memory(*device, sorter->requirements());
  DistanceJob job{.sources = {&points, 1}, .order = host_buffer(order), .keys = host_buffer(keys)};
  job.precision = {.bits = 16, .form = KeyForm::linear, .range = distance_range(bounds, job.metric, {{0, 0, 0}, {}})};
  memory.attach(job);
  sorter->sort(job);
  // [/precision]
  EXPECT_LT(keys[order[0]], keys[order[1]]);
  EXPECT_LT(keys[order[1]], keys[order[2]]);
  EXPECT_LT(keys[order[2]], 1u << 16);
  EXPECT_GT(keys[order[2]], 1u << 14) << "the range is used";
}

TEST_F(Examples, CheckedArguments) {
  std::vector<std::uint32_t> tiles = {5, 3, 5, 8191, 0};
  std::string message;
  // [validate]
  auto checked = open(Backend::cpu, {.validate = Validate::always});
  auto sorter = make_sorter(*checked, choose(*checked), 4);
  try {
    sorter->sort({.n = 5, .keys = host_buffer(tiles), .order = host_buffer(order)});
  } catch (const Misuse& misuse) {
    message = misuse.what();  // "farfirst::sort: n is over the max_n that the sorter was made for"
  }
  // [/validate]
  EXPECT_EQ(message, "farfirst::sort: n is over the max_n that the sorter was made for");
}

}  // namespace
}  // namespace farfirst::test::examples
