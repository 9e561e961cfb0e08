// Particle systems from files to scenes: recognising such files, files that they name, and the built-in ones.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "io/exit_codes.h"
#include "io/files.h"
#include "io/load.h"
#include "io/particle_file.h"
#include "io/particle_scene.h"
#include "io/ply_writer.h"
#include "scene/particles.h"

namespace farfirst::app::test {
namespace {

namespace fs = std::filesystem;

class ParticleScene : public testing::Test {
 protected:
  ParticleScene() { fs::create_directories(folder / "meshes"); }
  ~ParticleScene() override { fs::remove_all(folder); }
  ParticleScene(const ParticleScene&) = delete;
  ParticleScene& operator=(const ParticleScene&) = delete;

  fs::path put(const fs::path& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  static std::string refusal(const fs::path& file) {
    try {
      particle_system({file}, 0, 1);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return {};
  }
  const fs::path folder = fs::path(testing::TempDir()) /
                          (std::string("particles-") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

const std::string system_with(const std::string& emitter) {
  return "{\n\"format\": \"farfirst particles 1\",\n\"emitters\": [ " + emitter + " ] }\n";
}
const std::string fifty = R"({ "rate": 50, "life": 1, "speed": 1 })";

TEST_F(ParticleScene, IsKnownByContentOrByName) {
  EXPECT_TRUE(is_particle_file(put("a.txt", system_with(fifty))));
  EXPECT_TRUE(is_particle_file(put("b.json", " \n" + system_with(fifty))));
  EXPECT_TRUE(is_particle_file(put("c.particles.json", "{ broken")));
  EXPECT_FALSE(is_particle_file(put("d.json", R"({"format": "farfirst state 1"})")));
  EXPECT_FALSE(is_particle_file(put("e.obj", "# \"farfirst particles 1\"\nv 0 0 0\n")));
  EXPECT_FALSE(is_particle_file(folder));
  EXPECT_FALSE(is_particle_file(folder / "none.json"));
}

TEST_F(ParticleScene, IsNoModel) {
  LoadProgress progress;
  try {
    load_model(put("a.particles.json", system_with(fifty)), progress);
    FAIL() << "it was read as a model";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("this is a particle system, which is shown alone"), std::string::npos);
  }
}

TEST_F(ParticleScene, HasTheNumberThatItSaysOrThatIsWanted) {
  const fs::path file = put("a.particles.json", system_with(fifty));
  const auto system = particle_system({file}, 0, 1);
  EXPECT_EQ(system->description().name, "a.particles.json");
  EXPECT_GE(system->slots(), 50u);
  EXPECT_LE(system->slots(), 54u);
  const std::uint32_t wanted = particle_system({file}, 1000, 1)->slots();
  EXPECT_LE(wanted, 1000u);
  EXPECT_GE(wanted, 990u);
}

TEST_F(ParticleScene, ReadsMeshesRelativeToItself) {
  put("meshes/one.obj", "v 0 0 0\nv 4 0 0\nv 0 2 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\n");
  const auto with = [](const std::string& mesh) {
    return system_with(R"({ "shape": "mesh", "size": 1, "rate": 600, "life": 1, "mesh": ")" + mesh + "\" }");
  };
  const auto system = particle_system({put("a.particles.json", with("meshes/one.obj"))}, 0, 1);
  system->step();
  for (int i = 0; i < 30; ++i) system->step();
  std::size_t seen = 0;
  for (const glm::vec4& place : system->simulated().arrays().places) {
    if (std::isnan(place.x)) continue;
    ++seen;
    EXPECT_LE(std::abs(place.x), 0.51f);  // the longest edge of its box is 1, round its middle
    EXPECT_LE(std::abs(place.y), 0.26f);
  }
  EXPECT_GT(seen, 200u);

  const fs::path without = put("b.particles.json", with("meshes/none.obj"));
  EXPECT_TRUE(refusal(without).starts_with(without.string() + ": ")) << refusal(without);
  EXPECT_NE(refusal(without).find("none.obj"), std::string::npos) << refusal(without);
  put("meshes/points.obj", "v 0 0 0\nv 1 1 1\n");
  EXPECT_NE(refusal(put("c.particles.json", with("meshes/points.obj"))).find("a mesh without triangles"),
            std::string::npos);
}

TEST_F(ParticleScene, IsRefusedWithFileAndLine) {
  const fs::path broken = put("a.particles.json", system_with(R"({ "rate": 1, "spread": 270 })"));
  EXPECT_EQ(refusal(broken),
            broken.string() + ": line 3: \"emitters[0].spread\": expected a number from 0 to 180, found \"270\"");
  std::string forces;
  for (int i = 0; i < 17; ++i) forces += std::string(i == 0 ? "" : ",") + R"({"kind": "wind", "vector": [1, 0, 0]})";
  const fs::path many = put("b.particles.json", "{\"format\": \"farfirst particles 1\", \"emitters\": [" + fifty +
                                                    "],\n\"forces\": [" + forces + "]}");
  EXPECT_NE(refusal(many).find("line 2: \"forces\": expected 16 forces at most, found 17"), std::string::npos)
      << refusal(many);
  const fs::path huge = put("c.particles.json", system_with(R"({ "rate": 1e9, "life": 100 })"));
  EXPECT_TRUE(refusal(huge).starts_with(huge.string() + ": the particle system has up to 100,0")) << refusal(huge);
}

// ---- written

TEST_F(ParticleScene, IsWrittenWithWhatIsAlive) {
  const std::string emitter =
      R"({ "rate": 60, "life": 0.5, "speed": 2, "gravity_scale": 0, "particle_radius": 0.25, "color": "#204060",
           "opacity": 0.6 })";
  const auto system = particle_system({put("a.particles.json", system_with(emitter))}, 0, 1);
  for (int i = 0; i < 20; ++i) system->step();
  const ParticleSimulation& simulated = system->simulated();
  ASSERT_GE(simulated.alive(), 18u);
  const fs::path file = folder / "out.ply";
  write_particles_ply(file, simulated.arrays());

  const std::string text = read_file(file);
  const std::string end = "end_header\n";
  const std::size_t body = text.find(end) + end.size();
  EXPECT_NE(text.find("element vertex " + std::to_string(simulated.alive()) + "\n"), std::string::npos);
  constexpr std::size_t row = 7 * 4 + 3 + 2 * 4;
  ASSERT_EQ(text.size() - body, simulated.alive() * row);
  for (std::size_t i = 0; i < simulated.alive(); ++i) {
    const char* at = text.data() + body + i * row;
    std::array<float, 7> places{};
    std::array<float, 2> rest{};
    std::memcpy(places.data(), at, sizeof places);
    std::memcpy(rest.data(), at + 31, sizeof rest);
    EXPECT_FLOAT_EQ(places[4], 2.0f);  // they rise with 2 m/s,
    EXPECT_NEAR(places[1], 2 * rest[1], 1e-4f) << "from the middle, as long as they are old";
    EXPECT_FLOAT_EQ(places[6], 0.25f);
    EXPECT_EQ(std::string(at + 28, 3), "\x20\x40\x60");
    EXPECT_NEAR(rest[0], 0.6f, 0.003f);
    EXPECT_LE(rest[1], 0.51f);
  }
  LoadProgress progress;
  EXPECT_EQ(load_model(file, progress).positions.size(), simulated.alive()) << "a cloud to any other program";
}

// ---- built in

TEST(BuiltInSystems, AreSimulatedWithinTheirBounds) {
  EXPECT_GE(built_in_systems().size(), 6u);
  for (const BuiltInSystem& system : built_in_systems()) {
    const std::uint32_t count = system.name == "fireworks" ? 15'000 : 1500;  // a rocket has many children
    const auto particles = particle_system({{}, {}, std::string(system.name)}, count, 1);
    EXPECT_EQ(particles->description().name, system.name);
    const ParticleSimulation& simulated = particles->simulated();
    EXPECT_GT(simulated.alive(), 50u) << system.name;
    const Bounds bounds = particles->bounds();
    std::size_t outside = 0;
    for (std::size_t i = 0; i < simulated.arrays().places.size(); ++i) {
      const glm::vec3 place(simulated.arrays().places[i]);
      if (simulated.arrays().motions[i].w < 0) continue;
      const bool inside =
          glm::all(glm::lessThanEqual(bounds.minimum, place)) && glm::all(glm::lessThanEqual(place, bounds.maximum));
      outside += inside ? 0 : 1;
    }
    EXPECT_LE(outside, simulated.alive() * 3 / 4) << system.name << ": what the camera opens with holds much of it";
  }
}

/// It has what those do not: a mesh, trails, repeated bursts, a room and solids.
TEST(BuiltInSystems, AnExampleHasAllThatTheyLeaveOut) {
  const auto system = particle_system({FARFIRST_PARTICLE_EXAMPLE}, 3000, 1);
  const ParticleSimulation& simulated = system->simulated();
  const ParticlePlan& plan = *system->plan();
  for (const simulate::ParticleEmitter& emitter : plan.emitters()) {
    const auto first = simulated.arrays().motions.begin() + emitter.first;
    const bool any = std::any_of(first, first + emitter.slots, [](const glm::vec4& motion) { return motion.w >= 0; });
    EXPECT_TRUE(any || emitter.birth == 2) << "some are alive";
  }
  const std::string text = read_file(FARFIRST_PARTICLE_EXAMPLE);
  for (const char* word : {"mesh", "box", "room", "sphere", "plane", "alive", "death", "burst_every", "ends", "kills",
                           "attractor", "vortex", "curl_noise", "wind", "height", "speed", "random"})
    EXPECT_NE(text.find('"' + std::string(word) + '"'), std::string::npos) << word;
}

TEST(BuiltInSystems, SayHowManyParticlesTheyHave) {
  for (const BuiltInSystem& system : built_in_systems()) {
    const auto description = read_particle_system(std::string(system.text), std::string(system.name), {});
    const ParticlePlan plan(description, 0, 1);
    EXPECT_GE(plan.slots(), 30'000u) << system.name;
    EXPECT_LE(plan.slots(), 130'000u) << system.name;
  }
}

}  // namespace
}  // namespace farfirst::app::test
