#include "gpu_sorter.h"

#include <algorithm>

namespace farfirst::app {

void GpuSorter::set_scene(std::size_t max_words) {
  release();
  max_words_ = max_words;
}

void GpuSorter::release() noexcept {
  holds_order_ = false;
  slots_.clear();  // first: a sorter may hold parts of the memory
  memory_.reset();
  spans_.clear();
}

bool GpuSorter::prepare(const Task& task) {
  slots_[task.slot].prepare(open(task), task);
  return is_ready();
}

Order GpuSorter::sort(Task task, ElementSource& source, Culler& culler) {
  Device& device = open(task);
  CachedSorter& slot = slots_[task.slot];
  slot.prepare(device, task);
  holds_order_ = false;  // from here on its buffer is written
  Order order;
  order.frame = task.frame;
  order.algorithm = task.by.algorithm->id;
  order.elements = task.elements;
  if (task.wanted.cull) task.kept = culler.prepare(task.wanted);
  prepare_memory(task, source, order.timings);
  if (!memory_->can_cull()) task.kept = {};
  if (!task.kept) task.wanted.cull.reset();
  order.wanted = task.wanted;
  try {
    if (task.kept) culler.cull(task.wanted, task.frame);
    enqueue(task, slot, order);
  } catch (const Error& error) {
    memory_->abandon();
    after_failure(error);
    throw;
  }
  order.message = task.reason.empty() ? remark(task) : task.reason;
  holds_order_ = true;
  return order;
}

void GpuSorter::enqueue(const Task& task, CachedSorter& slot, Order& order) {
  SceneJob its(task.wanted, task.elements);
  its.job.trace = true;
  slot.workspace().attach(its.job);
  memory_->begin(task, its, order.timings);
  slot.sorter()->sort(its.job);
  slot.expect_trace(task.frame);
  bring_to_draw(its.job);
  order.view = memory_->end(task, its.job, order.timings);
}

/// Timed only where there is work.
void GpuSorter::bring_to_draw(const DistanceJob& job) {
  if (!memory_->expands()) return;
  begin_upload();
  memory_->expand(job);
  end_upload();
}

void GpuSorter::drawn() {
  if (holds_order_) memory_->drawn();
}

bool GpuSorter::take_timings(SortTimings& timings) {
  CachedSorter* const slot = slots_.find(0);
  if (slot == nullptr || slot->sorter() == nullptr) return false;
  for (double upload = 0; take_upload(upload);) timings.upload = upload;
  if (!slot->take_timings(timings)) return false;
  timings.handover = handover(timings);
  return true;
}

bool GpuSorter::take_oldest_timings(std::size_t number, SortTimings& timings) {
  CachedSorter* const slot = slots_.find(number);
  return slot != nullptr && slot->take_oldest_timings(timings);
}

/// The time in which OpenGL waited for this order, less the sort.
double GpuSorter::handover(const SortTimings& timings) {
  constexpr std::size_t most = 8;
  if (memory_ == nullptr) return -1;
  while (const auto span = memory_->take_span()) spans_.push_back(*span);
  while (!spans_.empty() && (spans_.front().tag < timings.order_of || spans_.size() > most)) spans_.pop_front();
  if (spans_.empty() || spans_.front().tag != timings.order_of) return -1;
  double rest = spans_.front().milliseconds;
  for (const double part : {timings.distance, timings.sort, timings.upload}) rest -= std::max(part, 0.0);
  return std::max(rest, 0.0);
}

}  // namespace farfirst::app
