#include "race_gpu.h"

#include <algorithm>
#include <utility>

namespace farfirst::app {

namespace {

/// All elements are raced.
class NoCulling final : public Culler {
 public:
  KeptElements prepare(const OrderRequest&) override { return {}; }
  void cull(const OrderRequest&, std::uint64_t) override {}
};

}  // namespace

RaceGpu::RaceGpu(GpuContext& gpu, RaceDamage damage)
    : damage_(std::move(damage)), cuda_(gpu.gl, gpu.opengl.proc()), opengl_(gpu), validator_(gpu), span_(gpu.gl) {}

void RaceGpu::set_scene(std::size_t n) {
  pending_.clear();
  failed_.clear();
  validator_.clear();
  cuda_.set_scene(n);
  opengl_.set_scene(n);
}

void RaceGpu::start(RaceRun run, ElementSource& elements) {
  GpuSorter* const sorter =
      run.task.by.algorithm->backend == Backend::cuda ? static_cast<GpuSorter*>(&cuda_) : &opengl_;
  Pending pending{.result = {.run = run.number}, .slot = run.task.slot, .sorter = sorter};
  const Stopwatch stopwatch;
  try {
    enqueue(pending, std::move(run), elements);
    pending.result.taken = stopwatch.milliseconds();
    pending_.push_back(std::move(pending));
    take_spans();  // software renderers know it at once, and remember one
  } catch (const Error& error) {
    sorter->forget(pending.slot);
    pending.result.failure = error.what();
    pending.result.taken = stopwatch.milliseconds();
    failed_.push_back(std::move(pending.result));
    forget_lost();
  }
}

void RaceGpu::enqueue(Pending& pending, RaceRun run, ElementSource& elements) {
  NoCulling none;
  span_.begin(run.number);
  Order order = pending.sorter->sort(std::move(run.task), elements, none);
  if (damage_) damage_(order);
  validator_.validate(order, elements, run.number);
  pending.sorter->drawn();
  span_.end();
  RaceResult& result = pending.result;
  result.timings = order.timings;
  const CachedSorter& slot = *pending.sorter->slot(pending.slot);
  result.scratch = slot.scratch_bytes();
  result.state = slot.state_bytes();
  result.remembers = slot.remembers();
  pending.has_check = !validator_.failure().empty();
}

std::vector<RaceResult> RaceGpu::take() {
  take_costs();
  take_spans();
  take_checks();
  std::vector<RaceResult> results = std::exchange(failed_, {});
  while (!pending_.empty() && pending_.front().is_complete()) {
    results.push_back(std::move(pending_.front().result));
    pending_.pop_front();
  }
  return results;
}

/// Each slot knows them in the sequence of its sorts.
void RaceGpu::take_costs() {
  for (Pending& pending : pending_) {
    if (pending.has_cost) continue;
    RaceResult& result = pending.result;
    try {
      if (!pending.sorter->take_oldest_timings(pending.slot, result.timings)) continue;
      result.total = std::max(result.timings.distance, 0.0) + result.timings.sort;
    } catch (const Error& error) {
      result.failure = error.what();
      pending.has_span = pending.has_check = true;
    }
    pending.has_cost = true;
  }
}

void RaceGpu::take_spans() {
  while (const std::optional<GlTimer::Time> time = span_.take()) {
    Pending* const pending = find(time->tag);
    if (pending == nullptr) continue;
    pending->result.taken = std::max(pending->result.taken, time->milliseconds);
    pending->has_span = true;
  }
}

void RaceGpu::take_checks() {
  while (const std::optional<OrderValidator::Finding> finding = validator_.take()) {
    Pending* const pending = find(finding->frame);
    if (pending == nullptr) continue;
    pending->result.check = finding->check;
    pending->result.checked = true;
    pending->has_check = true;
  }
}

RaceGpu::Pending* RaceGpu::find(std::uint64_t run) {
  const auto found = std::ranges::find(pending_, run, [](const Pending& pending) { return pending.result.run; });
  return found == pending_.end() ? nullptr : &*found;
}

void RaceGpu::forget(std::size_t slot) {
  cuda_.forget(slot);
  opengl_.forget(slot);
  forget_lost();
}

/// A lost device, or a slot that was given back, has no more results.
void RaceGpu::forget_lost() {
  const auto is_lost = [](const Pending& pending) { return pending.sorter->slot(pending.slot) == nullptr; };
  for (Pending& pending : pending_)
    if (is_lost(pending)) failed_.push_back(std::move(pending.result));
  std::erase_if(pending_, is_lost);
}

}  // namespace farfirst::app
