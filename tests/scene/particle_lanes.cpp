// Several particles at a time and one by one: the same bits, by every instruction set of this machine.

#include <gtest/gtest.h>

#include <cstring>

#include "scene/fountain.h"
#include "scene/particle_simulation.h"
#include "tests/inputs/particle_systems.h"

namespace farfirst::app {
namespace {

/// Also the slots of dead particles, which decide where their children spawn.
template <class Value>
void expect_same_bits(const std::vector<Value>& a, const std::vector<Value>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_EQ(std::memcmp(&a[i], &b[i], sizeof(Value)), 0) << what << " of slot " << i;
}

void expect_same(const std::shared_ptr<const ParticlePlan>& plan, int steps) {
  ParticleSimulation one_by_one(plan, nullptr);
  std::vector<ParticleSimulation> all;
  for (const simulate::StepBlock several : simulate::all_step_blocks()) all.emplace_back(plan, several);
  for (int step = 1; step <= steps; ++step) {
    one_by_one.step();
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE("instruction set " + std::to_string(i) + ", step " + std::to_string(step));
      all[i].step();
      const ParticleArrays &a = one_by_one.arrays(), &b = all[i].arrays();
      expect_same_bits(a.places, b.places, "place");
      expect_same_bits(a.motions, b.motions, "motion");
      expect_same_bits(a.numbers, b.numbers, "number");
      expect_same_bits(a.colors, b.colors, "colour");
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(one_by_one.alive(), 200u);
}

TEST(ParticleLanes, StepWhateverThereIs) {
  expect_same(std::make_shared<const ParticlePlan>(everything(), 0, 5, its_meshes()), 60);
}

TEST(ParticleLanes, StepTheFountain) {
  expect_same(std::make_shared<const ParticlePlan>(fountain_with_smoke(), 500, 3), 420);
}

}  // namespace
}  // namespace farfirst::app
