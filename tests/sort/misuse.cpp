// Tests of misuse, which the library checks once, at its API boundary, if the device's options say so.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace farfirst::test::misuse {
namespace {

/// A job of another kind does not compile.
template <class Sorter, class Job>
concept Sorts = requires(Sorter& sorter, const Job& job) {
  sorter.sort(job);
};
static_assert(Sorts<Sorter, ArgsortJob> && !Sorts<Sorter, PairsJob> && !Sorts<Sorter, DistanceJob>);
static_assert(Sorts<PairsSorter, PairsJob> && !Sorts<PairsSorter, ArgsortJob>);

/// The message that refuses a job; empty if it is sorted.
template <class Sorter, class Job>
std::string refusal(Sorter& sorter, const Job& job) {
  try {
    sorter.sort(job);
    return "";
  } catch (const Misuse& misuse) {
    return misuse.what();
  }
}

class KeyMisuse : public testing::Test {
 protected:
  KeyMisuse() : workspace_(*device_, sorter_->requirements()) { workspace_.attach(job_); }
  void expect_refused(const char* reason) {
    const std::string sentence = refusal(*sorter_, job_);
    EXPECT_NE(sentence.find(reason), std::string::npos) << "message: " << sentence;
  }

  std::unique_ptr<Device> device_ = open(Backend::cpu, {.cpu_threads = 1, .validate = Validate::always});
  std::unique_ptr<Sorter> sorter_ = make_sorter(*device_, choose(*device_), 100);
  Workspace workspace_;
  std::vector<std::uint32_t> keys_ = std::vector<std::uint32_t>(200), order_ = std::vector<std::uint32_t>(200);
  ArgsortJob job_{.n = 100, .keys = host_buffer(keys_), .order = host_buffer(order_)};
};

TEST_F(KeyMisuse, RightUsePasses) {
  std::uint32_t count = 7;
  EXPECT_EQ(refusal(*sorter_, job_), "");
  job_.count = host_buffer(std::span(&count, 1));
  job_.key_bits = {4, 32};
  job_.history = &sorter_->history();
  EXPECT_EQ(refusal(*sorter_, job_), "");
}
TEST_F(KeyMisuse, TooManyElements) {
  job_.n = 101;
  expect_refused("over the max_n");
}
TEST_F(KeyMisuse, MissingBuffer) {
  job_.order = {};
  expect_refused("order is missing");
}
TEST_F(KeyMisuse, SmallBuffer) {
  job_.keys.bytes = 399;
  expect_refused("keys is too small: it has 399 bytes, the job takes 400");
}
TEST_F(KeyMisuse, Overlap) {
  job_.order = host_buffer(std::span(keys_).subspan(99));
  expect_refused("order is an output and overlaps keys");
}
TEST_F(KeyMisuse, Alignment) {
  job_.keys.offset = 2;
  job_.keys.bytes -= 2;
  expect_refused("keys is not aligned: its begin must be a multiple of 4 bytes");
}
TEST_F(KeyMisuse, OtherDevice) {
  job_.keys.where = Backend::gl;
  expect_refused("keys is a buffer of a gl device, the sorter is of a cpu device");
}
TEST_F(KeyMisuse, NoScratch) {
  job_.scratch = {};
  expect_refused("fewer pieces");
}
TEST_F(KeyMisuse, SmallScratch) {
  std::vector<Buffer> scratch(job_.scratch.begin(), job_.scratch.end());
  ASSERT_GT(scratch.size(), 0u);
  scratch.back().bytes = 1;
  job_.scratch = scratch;
  expect_refused(("scratch[" + std::to_string(scratch.size() - 1) + "] is too small: it has 1 byte").c_str());
}
TEST_F(KeyMisuse, CountInTheOrder) {
  job_.count = host_buffer(std::span(order_).subspan(3, 1));
  expect_refused("order is an output and overlaps count");
}
TEST_F(KeyMisuse, BitsBeyondTheKeys) {
  job_.key_bits = {0, 33};
  expect_refused("key_bits");
  job_.key_bits = {9, 8};
  expect_refused("key_bits");
  job_.key_bits = {32, 0};
  expect_refused("key_bits");
}
TEST_F(KeyMisuse, AnotherSortersHistory) {
  const auto other = make_sorter(*device_, choose(*device_), 100);
  job_.history = &other->history();
  expect_refused("another sorter");
}
TEST_F(KeyMisuse, StreamWithoutCuda) {
  job_.stream = this;
  expect_refused("stream");
}
TEST_F(KeyMisuse, IsUncheckedWithoutValidation) {
  const auto device = open(Backend::cpu, {.cpu_threads = 1, .validate = Validate::never});
  const auto sorter = make_sorter(*device, choose(*device), 100);
  job_.keys.bytes = 399;  // as it says, but the memory is there
  EXPECT_EQ(refusal(*sorter, job_), "");
}

TEST_F(KeyMisuse, OfTheDevicesFunctions) {
  const Buffer small = device_->allocate(64);
  std::vector<std::uint32_t> words(20);
  EXPECT_THROW(device_->upload(small, words.data(), 65), Misuse);
  EXPECT_THROW(device_->download(words.data(), small, 65), Misuse);
  EXPECT_THROW(reverse_order(*device_, small, 17), Misuse);
  EXPECT_THROW(expand_triangles(*device_, small, host_buffer(keys_), small, 6), Misuse);
  EXPECT_THROW(expand_triangles(*device_, small, small, host_buffer(order_), 6), Misuse);
  EXPECT_NO_THROW(reverse_order(*device_, small, 16));
  device_->release(small);
}

/// Destroys a device before this object.
template <class Make>
void outlive_its_device(Validate validate, Make make) {
  auto device = open(Backend::cpu, {.cpu_threads = 1, .validate = validate});
  const auto left = make(*device);
  device.reset();
}

TEST(LifetimeDeathTest, NothingMadeFromADeviceOutlivesIt) {
  const auto sorter = [](Device& device) { return make_sorter(device, choose(device), 100); };
  const auto history = [&](Device& device) { return sorter(device)->make_history(); };
  const auto buffer = [](Device& device) { return OwnedBuffer(device, 4); };
  const auto memory = [&](Device& device) { return Workspace(device, sorter(device)->requirements()); };
  const auto expect_refused = [](const auto& make) {
    EXPECT_DEATH(outlive_its_device(Validate::always, make), "a device is destroyed before what was made from it");
  };
  expect_refused(sorter);
  expect_refused(history);
  expect_refused(buffer);
  expect_refused(memory);
  outlive_its_device(Validate::always, [](Device&) { return Workspace(); });
}

class DistanceMisuse : public testing::Test {
 protected:
  DistanceMisuse() : workspace_(*device_, sorter_->requirements()) {
    workspace_.attach(job_);
    job_.sources = {&source_, 1};
  }
  void expect_refused(const char* reason) {
    const std::string sentence = refusal(*sorter_, job_);
    EXPECT_NE(sentence.find(reason), std::string::npos) << "message: " << sentence;
  }

  std::unique_ptr<Device> device_ = open(Backend::cpu, {.cpu_threads = 1, .validate = Validate::always});
  std::unique_ptr<DistanceSorter> sorter_ = make_distance_sorter(*device_, choose(*device_), 100);
  Workspace workspace_;
  std::vector<float> positions_ = std::vector<float>(300);
  std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(300), order_ = std::vector<std::uint32_t>(100);
  Source source_{.n = 100, .positions = host_buffer(positions_)};
  DistanceJob job_{.n = 100, .order = host_buffer(order_)};
};

TEST_F(DistanceMisuse, Precision) {
  for (const std::uint8_t bits : {std::uint8_t{0}, std::uint8_t{7}, std::uint8_t{33}}) {
    job_.precision = {.bits = bits};
    expect_refused("8 to 32 bits");
  }
  for (const DistanceRange& range : {DistanceRange{1, 1}, DistanceRange{2, 1}, DistanceRange{0, std::nanf("")}}) {
    job_.precision = {.bits = 16, .form = KeyForm::linear, .range = range};
    expect_refused("range of linear keys");
  }
}
TEST_F(DistanceMisuse, RightUsePasses) {
  EXPECT_EQ(refusal(*sorter_, job_), "");
  job_.ids = host_buffer(std::span(words_).first(1));
  job_.n = 1;
  EXPECT_EQ(refusal(*sorter_, job_), "");
}
TEST_F(DistanceMisuse, SourcesOfAnotherNumberOfElements) {
  source_.n = 99;
  expect_refused("number of elements of all sources");
  job_.n = 0;  // all of them
  EXPECT_EQ(refusal(*sorter_, job_), "");
}
TEST_F(DistanceMisuse, Stride) {
  source_.stride = 8;
  expect_refused("stride");
  source_.format = PositionFormat::unorm16;
  EXPECT_EQ(refusal(*sorter_, job_), "");
  source_.stride = 10;
  expect_refused("stride");
}
TEST_F(DistanceMisuse, PositionsThatEndTooEarly) {
  source_.positions.bytes = 1199;
  expect_refused("sources[0].positions is too small");
}
TEST_F(DistanceMisuse, TheSecondSource) {
  const Source sources[] = {
      {.n = 40, .positions = host_buffer(positions_)},
      {.n = 60, .positions = host_buffer(positions_), .triangles = host_buffer(order_), .vertex_count = 100}};
  job_.sources = sources;
  expect_refused("sources[1].triangles is too small");
}
TEST_F(DistanceMisuse, TrianglesWithoutVertices) {
  source_.triangles = host_buffer(words_);
  expect_refused("vertex_count");
  source_.vertex_count = 100;
  EXPECT_EQ(refusal(*sorter_, job_), "");
}
TEST_F(DistanceMisuse, CornersOfNoPosition) {
  source_.triangles = host_buffer(words_);
  source_.vertex_count = 100;
  words_[299] = 99;
  EXPECT_EQ(refusal(*sorter_, job_), "");
  words_[299] = 100;
  expect_refused("sources[0].triangles[299] is 100, but there are 100 positions");
}
TEST_F(DistanceMisuse, IdsOfNoElement) {
  words_[1] = 99;
  words_[2] = 100;
  job_.ids = host_buffer(std::span(words_).first(3));
  job_.n = 3;
  expect_refused("ids[2] is 100, but there are 100 elements");
  const std::uint32_t count = 2;
  job_.count = host_buffer(std::span(&count, 1));
  EXPECT_EQ(refusal(*sorter_, job_), "");  // ids beyond the count may be anything
}
TEST_F(DistanceMisuse, AnEyeThatIsNotFinite) {
  job_.eye[1] = std::numeric_limits<float>::infinity();
  expect_refused("eye must be finite");
  float in_buffer[6] = {0, 0, 0, 0, 0, std::nanf("")};
  job_.eye_on_device = host_buffer(in_buffer);
  expect_refused("eye_on_device must hold finite numbers");
}

}  // namespace
}  // namespace farfirst::test::misuse
