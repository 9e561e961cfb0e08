#pragma once
// Times the passes of a group's members, each by events of its own stream.

#include <deque>

#include "cuda/event_tracer.h"
#include "cuda/prim/group.h"

namespace farfirst::cuda {

class GroupTracer final : public core::Tracer {
 public:
  explicit GroupTracer(const Group& group);

  void begin() override;
  /// Starts a pass of all members.
  void pass(std::string_view name) override;
  void end() override;
  bool take(std::vector<Pass>& passes) override;
  /// For passes of one member, named while its stream is that of the call.
  core::PassTrace of(unsigned member) { return core::PassTrace(&tracers_[member]); }

 private:
  const Group& group_;
  std::deque<EventTracer> tracers_;
};

}  // namespace farfirst::cuda
