// Sequences of particles: played, scrubbed, interpolated, and read ahead within a limit.

#include "scene/particle_sequence.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <limits>
#include <memory>
#include <stdexcept>

#include "scene/detached.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

ParticleCloud cloud_at(const std::vector<float>& xs, const std::vector<std::uint64_t>& ids = {}) {
  ParticleCloud cloud;
  for (const float x : xs) {
    cloud.places.emplace_back(x, 0, 0, 1);
    cloud.bounds.add({x, 0, 0});
  }
  cloud.colors.assign(xs.size(), 0xffffffffu);
  cloud.has_radius = true;
  cloud.ids = ids;
  order_by_id(cloud);
  return cloud;
}

std::vector<ParticleSequence::Frame> frames(std::size_t count) {
  std::vector<ParticleSequence::Frame> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back({"f" + std::to_string(i), false});
  return result;
}

std::vector<float> drawn(const ParticleSequence& sequence) {
  std::vector<glm::vec4> places(sequence.drawn().slots());
  std::vector<std::uint32_t> colors(sequence.drawn().slots());
  sequence.drawn().write(reinterpret_cast<std::byte*>(places.data()), colors.data());
  std::vector<float> xs;
  for (const glm::vec4& place : places)
    if (place.x == place.x) xs.push_back(place.x);
  return xs;
}

/// Waits until the requested files have been read.
void await(ParticleSequence& sequence) {
  while (sequence.is_waiting()) {
    std::this_thread::sleep_for(1ms);
    sequence.update();
  }
}

/// A disk that does not answer blocks nothing.
TEST(ParticleSequence, IsClosedWhileAFileIsBeingRead) {
  struct Disk {
    std::promise<void> asked, answers;
  };
  const auto disk = std::make_shared<Disk>();
  const auto read = [disk](std::size_t frame, const ParticleProperties&) {
    if (frame == 1) {
      disk->asked.set_value();
      disk->answers.get_future().wait();
    }
    return cloud_at({static_cast<float>(frame)});
  };
  auto sequence = std::make_unique<ParticleSequence>("s", frames(3), read, ParticleSequence::Settings{});
  disk->asked.get_future().wait();
  sequence.reset();
  EXPECT_FALSE(detached_threads_end(0ms)) << "it is still being read";
  disk->answers.set_value();
  EXPECT_TRUE(detached_threads_end(10s));
}

TEST(ParticleSequence, MovesBetweenEqualIds) {
  // Particle 5 is gone in the second file, particle 9 is new.
  const auto read = [](std::size_t frame, const ParticleProperties&) {
    return frame == 0 ? cloud_at({1, 2, 3}, {7, 5, 8}) : cloud_at({30, 10, 90}, {8, 7, 9});
  };
  ParticleSequence sequence("s", frames(2), read, {});
  sequence.go_to(0.5);
  await(sequence);
  EXPECT_EQ(sequence.drawn().moves_by(), Interpolation::id);
  EXPECT_EQ(drawn(sequence), (std::vector<float>{5.5f, 2, 16.5f}));
  sequence.set_interpolation(Interpolation::off);
  EXPECT_EQ(drawn(sequence), (std::vector<float>{1, 2, 3}));
}

TEST(ParticleSequence, MovesAlongVelocities) {
  const auto read = [](std::size_t frame, const ParticleProperties&) {
    ParticleCloud cloud = cloud_at({static_cast<float>(frame), 5});
    cloud.velocities = {glm::vec3(10, 0, 0), glm::vec3(-20, 0, 0)};
    return cloud;
  };
  ParticleSequence sequence("s", frames(3), read, {.rate = 10});
  sequence.go_to(1.5);
  await(sequence);
  EXPECT_EQ(sequence.drawn().moves_by(), Interpolation::velocity);
  EXPECT_EQ(drawn(sequence), (std::vector<float>{1.5f, 4}));
}

TEST(ParticleSequence, StepsBySixtiethsAndRestarts) {
  const auto read = [](std::size_t frame, const ParticleProperties&) { return cloud_at({static_cast<float>(frame)}); };
  ParticleSequence sequence("s", frames(4), read, {.rate = 30, .first = 1});
  std::vector<std::size_t> at;
  for (int i = 0; i < 8; ++i) {
    sequence.step();
    at.push_back(static_cast<std::size_t>(drawn(sequence).front()));
  }
  EXPECT_EQ(at, (std::vector<std::size_t>{1, 1, 2, 2, 3, 3, 0, 0}));
  sequence.restart();
  sequence.step();
  EXPECT_EQ(sequence.frame_number(), 1u);
}

TEST(ParticleSequence, HasRoomForTheLargestFile) {
  const auto read = [](std::size_t frame, const ParticleProperties&) {
    return cloud_at(std::vector<float>(frame == 1 ? 50 : 3, 1.0f));
  };
  ParticleSequence sequence("s", frames(3), read, {});
  EXPECT_EQ(sequence.drawn().slots(), 3u);
  sequence.go_to(1);
  await(sequence);
  EXPECT_EQ(sequence.drawn().slots(), 50u);
  sequence.go_to(2);
  await(sequence);
  EXPECT_EQ(sequence.drawn().slots(), 50u);
  EXPECT_EQ(drawn(sequence).size(), 3u);
}

TEST(ParticleSequence, StopsAtTheEndUnlessItLoops) {
  const auto read = [](std::size_t frame, const ParticleProperties&) { return cloud_at({static_cast<float>(frame)}); };
  ParticleSequence sequence("s", frames(3), read, {});
  sequence.set_loops(false);
  for (int i = 0; i < 100 && !sequence.is_at_end(); ++i) {
    sequence.advance(0.02);
    await(sequence);
  }
  EXPECT_TRUE(sequence.is_at_end());
  sequence.advance(1);
  EXPECT_EQ(sequence.frame_number(), 2u);
}

TEST(ParticleSequence, ReadsAheadWithinTheLimit) {
  const std::size_t bytes = cloud_at(std::vector<float>(1000, 1.0f)).bytes();
  std::atomic<int> reads = 0;
  const auto read = [&](std::size_t, const ParticleProperties&) {
    ++reads;
    return cloud_at(std::vector<float>(1000, 1.0f));
  };
  ParticleSequence sequence("s", frames(50), read, {.rate = 60, .memory = 5 * bytes});
  std::size_t most = 0;
  for (int i = 0; i < 60; ++i) {
    sequence.step();
    most = std::max(most, sequence.read_ahead_bytes());
  }
  EXPECT_LE(most, 5 * bytes + bytes / 2);  // vectors may have a little more room than they need
  EXPECT_GT(reads, 50);                    // dropped files were read again
}

TEST(ParticleSequence, ReportsOnceThatReadingCannotFollow) {
  const auto read = [](std::size_t frame, const ParticleProperties&) {
    std::this_thread::sleep_for(20ms);
    return cloud_at({static_cast<float>(frame)});
  };
  ParticleSequence sequence("s", frames(40), read, {.rate = 1000});
  std::vector<std::string> remarks;
  for (int i = 0; i < 100; ++i) {
    sequence.advance(0.02);  // of its own time
    for (std::string& sentence : sequence.take_remarks()) remarks.push_back(sentence);
    std::this_thread::sleep_for(1ms);
  }
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_TRUE(remarks[0].starts_with("reading cannot follow: ")) << remarks[0];
}

/// With values from 10 times the number of the frame on.
ParticleCloud valued_cloud(std::size_t frame, const ParticleProperties& properties) {
  ParticleCloud cloud = cloud_at({0, 1, 2});
  cloud.columns = {"x", "heat"};
  const auto first = 10.0f * static_cast<float>(frame);
  if (properties.color == "heat") cloud.color_values = {first, first + 5, first + 10};
  if (properties.color == "x") cloud.color_values = {0, 1, 2};
  return cloud;
}

std::uint32_t gray_of(std::uint32_t byte) { return byte | byte << 8 | byte << 16 | 0xFF000000u; }

std::vector<std::uint32_t> colors_at(ParticleSequence& sequence, double position) {
  sequence.go_to(position);
  await(sequence);
  std::vector<glm::vec4> places(sequence.drawn().slots());
  std::vector<std::uint32_t> colors(sequence.drawn().slots());
  sequence.drawn().write(reinterpret_cast<std::byte*>(places.data()), colors.data());
  return colors;
}

TEST(ParticleSequence, KeepsTheRangeOfTheFirstFile) {
  ParticleMapping mapping{.color = {"heat", {}}, .opacity = {}, .map = ColorMap::gray};
  ParticleSequence sequence("s", frames(3), valued_cloud, {.first = 1, .mapping = mapping});
  EXPECT_EQ(sequence.ranges().color, (ValueRange{10, 20}));
  EXPECT_EQ(sequence.take_remarks(), std::vector<std::string>{"colours follow heat from 10 to 20"});
  EXPECT_EQ(sequence.drawn().properties(), (std::vector<std::string>{"x", "heat"}));
  EXPECT_EQ(colors_at(sequence, 1), (std::vector{gray_of(0), gray_of(128), gray_of(255)}));
  EXPECT_EQ(colors_at(sequence, 2), (std::vector{gray_of(255), gray_of(255), gray_of(255)}));
  EXPECT_EQ(colors_at(sequence, 0), (std::vector{gray_of(0), gray_of(0), gray_of(0)}));
  EXPECT_TRUE(sequence.take_remarks().empty());
}

TEST(ParticleSequence, IsColoredAgainByAnotherProperty) {
  ParticleSequence sequence("s", frames(3), valued_cloud, {});
  EXPECT_EQ(colors_at(sequence, 2), std::vector(3, 0xFFFFFFFFu));
  EXPECT_FALSE(sequence.ranges().color);
  ParticleMapping mapping{.color = {"x", {}}, .opacity = {}, .map = ColorMap::gray};
  const std::uint64_t version = sequence.drawn().version();
  sequence.set_mapping(mapping);
  await(sequence);
  EXPECT_GT(sequence.drawn().version(), version);
  EXPECT_EQ(colors_at(sequence, 2), (std::vector{gray_of(0), gray_of(128), gray_of(255)}));
  mapping.color = {"heat", ValueRange{0, 40}};
  sequence.set_mapping(mapping);
  EXPECT_EQ(colors_at(sequence, 2), (std::vector{gray_of(128), gray_of(159), gray_of(191)}));
  EXPECT_EQ(sequence.ranges().color, (ValueRange{0, 40}));
}

TEST(ParticleMapping, OpacityIsMultipliedAndWhatIsNoNumberIsGray) {
  ParticleCloud cloud = cloud_at({0, 1, 2, 3});
  cloud.colors.assign(4, 0x80102030u);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  cloud.color_values = {1, nan, 3, 9};
  cloud.opacity_values = {0, 1, 2, nan};
  apply({.color = {"a", ValueRange{1, 3}}, .opacity = {"b", ValueRange{0, 2}}, .map = ColorMap::gray}, cloud);
  EXPECT_EQ(cloud.colors, (std::vector<std::uint32_t>{0x00000000, 0x40808080, 0x80FFFFFF, 0x80FFFFFF}));
  EXPECT_TRUE(cloud.size_values.empty());
  for (glm::vec4& place : cloud.places) place.w = 4;
  cloud.size_values = {0, 1, nan, 9};
  apply({.size = {"c", ValueRange{0, 2}}}, cloud);
  std::vector<float> radii;
  for (const glm::vec4& place : cloud.places) radii.push_back(place.w);
  EXPECT_EQ(radii, (std::vector<float>{0, 2, 4, 4}));
  EXPECT_EQ(range_of({nan, 2, -1}), (ValueRange{-1, 2}));
  EXPECT_EQ(range_of({nan}), (ValueRange{0, 1}));
  EXPECT_EQ(place_in({2, 2}, 2), 0.5f);
  EXPECT_EQ(place_in({-3e38f, 3e38f}, 3e38f), 1.0f);
  EXPECT_EQ(color_in(ColorMap::viridis, -1), 0xFF540144u);
  EXPECT_EQ(color_in(ColorMap::viridis, 1), 0xFF25E7FDu);
}

TEST(ParticleSequence, PlaysOnWithoutWhatCannotBeRead) {
  const auto read = [](std::size_t frame, const ParticleProperties&) {
    if (frame != 2) throw std::runtime_error("f" + std::to_string(frame) + ": broken");
    return cloud_at({2});
  };
  ParticleSequence sequence("s", frames(4), read, {.rate = 60});
  for (int i = 0; i < 6; ++i) {
    sequence.step();
    EXPECT_EQ(drawn(sequence), std::vector<float>{2});
  }
  EXPECT_EQ(sequence.take_remarks().size(), 3u);
  const auto nothing = [](std::size_t, const ParticleProperties&) -> ParticleCloud {
    throw std::runtime_error("broken");
  };
  EXPECT_THROW(ParticleSequence("s", frames(2), nothing, {}), std::runtime_error);
}

}  // namespace
}  // namespace farfirst::app
