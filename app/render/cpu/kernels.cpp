// The inner loops, compiled once for each instruction set that Highway knows here. Without Highway there is plain.cpp.
#ifdef FARFIRST_HIGHWAY

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/cpu/kernels.cpp"
#include <hwy/foreach_target.h>
// After that.
#include <hwy/highway.h>

#include "parts.h"
HWY_BEFORE_NAMESPACE();
#define FARFIRST_LANES hwy::TargetName(HWY_TARGET)
#include "lanes_highway.h"

#include "kernels_inl.h"
HWY_AFTER_NAMESPACE();
#undef FARFIRST_LANES

#if HWY_ONCE
namespace farfirst::app::cpu {

HWY_EXPORT(table);

const Kernels& kernels() { return HWY_DYNAMIC_DISPATCH(table)(); }

std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> result{&plain_kernels()};
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    result.push_back(&kernels());
  }
  hwy::SetSupportedTargetsForTest(0);
  return result;
}

}  // namespace farfirst::app::cpu
#endif

#endif
