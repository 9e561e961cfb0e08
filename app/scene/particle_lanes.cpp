// Compiled once for each instruction set that Highway knows here.
#include "particle_step.h"

#ifdef FARFIRST_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/particle_lanes.cpp"
#include <hwy/foreach_target.h>
// After that.
#include <hwy/highway.h>

#include <bit>
#include <concepts>

#include "shader_names.h"
HWY_BEFORE_NAMESPACE();
#include "glsl_lanes_inl.h"

#include "particle_lanes_inl.h"
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace farfirst::app::simulate {

HWY_EXPORT(chosen_step);

StepBlock step_block() { return HWY_DYNAMIC_DISPATCH(chosen_step)(); }

std::vector<StepBlock> all_step_blocks() {
  std::vector<StepBlock> result;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    if (const StepBlock block = step_block()) result.push_back(block);
  }
  hwy::SetSupportedTargetsForTest(0);
  return result;
}

}  // namespace farfirst::app::simulate
#endif

#else

namespace farfirst::app::simulate {
StepBlock step_block() { return nullptr; }
std::vector<StepBlock> all_step_blocks() { return {}; }
}  // namespace farfirst::app::simulate

#endif
