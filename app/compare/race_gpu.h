#pragma once
// Sorts on a GPU, raced within the frame: enqueued after the frame's own commands, with their own sorters and memory.
// Times and checks are known some frames later. Nothing waits, except on software renderers
// and where an entry's description says so.

#include <glad/gl.h>

#include <deque>
#include <vector>

#include "order/cuda_sorter.h"
#include "order/opengl_sorter.h"
#include "order/order_validator.h"
#include "race_worker.h"

namespace farfirst::app {

/// For tests: to damage orders before they are checked.
using RaceDamage = std::function<void(Order&)>;

class RaceGpu {
 public:
  RaceGpu(GpuContext& gpu, RaceDamage damage);

  /// Sets other elements, at most `n`, or none: frees all memory. Sorts in flight are lost.
  void set_scene(std::size_t n);
  /// Can another sort begin? Its check has to wait for its turn as well.
  bool has_room() const { return validator_.has_room() && pending_.size() < most_pending; }
  /// Enqueues a sort, its check, and the timer queries.
  void start(RaceRun run, ElementSource& elements);
  /// Results that arrived.
  std::vector<RaceResult> take();
  /// Frees a slot's memory. Its sorts in flight are lost.
  void forget(std::size_t slot);
  std::size_t bytes() const { return cuda_.gpu_bytes() + opengl_.gpu_bytes() + validator_.gpu_bytes(); }

 private:
  static constexpr std::size_t most_pending = 4;  // as many as a timer knows
  struct Pending {
    RaceResult result;
    std::size_t slot = 0;
    GpuSorter* sorter = nullptr;
    bool has_cost = false, has_span = false, has_check = false;
    bool is_complete() const { return has_cost && has_span && has_check; }
  };
  void enqueue(Pending& pending, RaceRun run, ElementSource& elements);
  void take_costs();
  void take_spans();
  void take_checks();
  Pending* find(std::uint64_t run);
  void forget_lost();

  const RaceDamage damage_;
  CudaSorter cuda_;
  OpenGlSorter opengl_;
  OrderValidator validator_;
  GlTimer span_;  // of a run, from its first command to its last
  std::deque<Pending> pending_;
  std::vector<RaceResult> failed_;
};

}  // namespace farfirst::app
