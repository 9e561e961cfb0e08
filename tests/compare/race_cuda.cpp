// The race of CUDA's entries, emulated: sorters side by side in one scene's memory, and their histories.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "race_fixture.h"

namespace farfirst::app {
namespace {

class CudaRace : public RaceTest {
 protected:
  std::size_t runs_of(std::string_view id, RaceCase what) const {
    const RaceRow its = row(id);
    return its.times == nullptr ? 0 : its.times->total[static_cast<std::size_t>(what)].size();
  }
};

TEST_F(CudaRace, AllOfThemRaceAndTheirOrdersAreRight) {
  start();
  frame.set_scene(cloud(300));
  for (std::size_t i = 0; i < race->entries(); ++i)
    race->tick(i, race->can_race(i) && race->algorithm(i).backend == Backend::cuda);
  step_until([&] {
    for (const RaceRow& row : race->rows())
      if (race->is_ticked(row.entry) && row.median() < 0) return false;
    return true;
  });
  int raced = 0;
  for (const RaceRow& row : race->rows()) {
    if (row.state != RaceRow::State::raced) continue;
    ++raced;
    EXPECT_EQ(row.times->right, row.times->checked()) << row.algorithm->id;
    EXPECT_GT(row.times->checked(), 0u) << row.algorithm->id;
    EXPECT_EQ(row.times->remembers, row.algorithm->id == "cuda.farfirst") << row.algorithm->id;
  }
  EXPECT_GE(raced, 10);
}

TEST_F(CudaRace, WhatAFirstFrameTakesAndOneAfterAJumpStandsApart) {
  start();
  frame.set_scene(cloud(300));
  only({"cuda.farfirst", "cuda.bitonic"});
  step_until([&] {
    return runs_of("cuda.farfirst", RaceCase::first) >= 2 && runs_of("cuda.farfirst", RaceCase::jump) >= 2 &&
           runs("cuda.bitonic") >= 2;
  });
  // A turn is a first one or a jump, and then some that are steady.
  const std::size_t apart = runs_of("cuda.farfirst", RaceCase::first) + runs_of("cuda.farfirst", RaceCase::jump);
  EXPECT_GE(runs("cuda.farfirst"), 2 * apart - 3);
  EXPECT_EQ(runs_of("cuda.bitonic", RaceCase::first) + runs_of("cuda.bitonic", RaceCase::jump), 0u)
      << "it remembers nothing: its frames are all alike";
  EXPECT_GT(row("cuda.farfirst").times->state, 0u);
}

TEST_F(CudaRace, AnEyeThatJumpsMakesNoSteadyFrame) {
  start();
  frame.set_scene(cloud(300));
  only({"cuda.farfirst"});
  step_until([&] { return runs("cuda.farfirst") >= 2; });
  race->clear();
  for (int i = 0; i < 200; ++i) {  // each frame from another side
    camera.eye = (i % 2 == 0 ? -3.0f : 3.0f) * glm::vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2);
    step();
  }
  EXPECT_GT(runs_of("cuda.farfirst", RaceCase::jump), 5u);
  EXPECT_LE(runs("cuda.farfirst"), 2u) << "those that were under way";
}

TEST_F(CudaRace, WhenMemoryRunsOutTheEntryHasAReasonAndTheOthersGoOn) {
  start();
  frame.set_scene(cloud(3000));
  only({"cuda.bitonic"});
  step_until([&] { return runs("cuda.bitonic") >= 2; });
  const std::size_t memory = std::exchange(cuda_emulation::memory_limit, 0);
  race->tick(entry("cuda.farfirst"), true);
  step_until([&] { return row("cuda.farfirst").state == RaceRow::State::failed; });
  cuda_emulation::memory_limit = memory;
  EXPECT_FALSE(row("cuda.farfirst").reason.empty());
  const std::size_t before = runs("cuda.bitonic");
  step_until([&] { return runs("cuda.bitonic") > before; });
  race->tick(entry("cuda.farfirst"), true);  // tried again
  step_until([&] { return runs("cuda.farfirst") >= 2; });
}

TEST_F(CudaRace, OrdersAreCopiedThroughTheHostWhereOpenGlIsOnAnotherGpu) {
  cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = false;
  start();
  frame.set_scene(cloud(300));
  only({"cuda.bitonic"});
  step_until([&] { return runs("cuda.bitonic") >= 2; });
  EXPECT_EQ(row("cuda.bitonic").times->right, row("cuda.bitonic").times->checked());
  cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = true;
}

}  // namespace
}  // namespace farfirst::app
