// See group_tracer.h.
#include "cuda/prim/group_tracer.h"

#include <algorithm>

namespace farfirst::cuda {

GroupTracer::GroupTracer(const Group& group) : group_(group) {
  for (unsigned member = 0; member < group.size(); ++member) tracers_.emplace_back(group[member]);
}

void GroupTracer::begin() {
  for (EventTracer& tracer : tracers_) tracer.begin();
}

void GroupTracer::pass(std::string_view name) {
  group_.each([&](unsigned member, const CudaDevice&) { tracers_[member].pass(name); });
}

void GroupTracer::end() {
  group_.each([&](unsigned member, const CudaDevice&) { tracers_[member].end(); });
}

bool GroupTracer::take(std::vector<Pass>& passes) {
  if (!std::ranges::all_of(tracers_, &EventTracer::is_ready)) return false;
  for (unsigned member = 0; member < group_.size(); ++member) {
    const std::size_t first = passes.size();
    tracers_[member].take(passes);
    for (std::size_t i = first; i < passes.size(); ++i) passes[i].gpu = member;
  }
  return true;
}

}  // namespace farfirst::cuda
