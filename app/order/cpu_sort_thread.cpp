#include "cpu_sort_thread.h"

#include <algorithm>

#include "timer.h"

namespace farfirst::app {

CpuSortThread::CpuSortThread(const GladGLContext& gl, Hook before_sort, CpuTurn turn)
    : gl_(gl), before_sort_(std::move(before_sort)), turn_(std::move(turn)), thread_([this] {
        tasks_.serve([](const Task&) {}, [this](const Task& task) { work(task); },
                     [this](const Task& task, const std::exception_ptr& failure) { end(task, failure); });
      }) {}

CpuSortThread::~CpuSortThread() {
  tasks_.close();
  thread_.join();
}

// ------------------------------------------------------------------------------------------ the worker's thread

void CpuSortThread::end(const Task& task, const std::exception_ptr& failure) {
  if (task.wanted.scene != scene_) return;
  failure_ = failure;
  failed_by_ = task.by;
}

void CpuSortThread::work(const Task& task) {
  if (before_sort_) before_sort_(task);
  Order result = sort(task);

  std::unique_lock lock(mutex_);
  const int slot = slot_to_write(lock, task.wanted.scene);
  if (slot < 0) return;  // the scene changed, or this is the end
  state(slot) = Slot::writing;
  lock.unlock();
  const Stopwatch stopwatch;
  task.elements.write_drawn(sorter_.order(), ring_.memory(slot), task.wanted.keeps_order());
  result.timings.upload = stopwatch.milliseconds();
  lock.lock();

  if (task.wanted.scene == scene_) {
    if (newest_ready_ >= 0) {  // overtaken
      state(newest_ready_) = Slot::free;
      orders_[static_cast<std::size_t>(newest_ready_)] = {};
    }
    newest_ready_ = slot;
    state(slot) = Slot::ready;
    result.view = view_of(task, ring_.buffer(), ring_.offset(slot));
    if (!ring_.copies()) result.view.host = reinterpret_cast<const std::uint32_t*>(ring_.memory(slot));
    if (task.wanted.check) result.elements = task.elements;
    orders_[static_cast<std::size_t>(slot)] = std::move(result);
  } else {
    state(slot) = Slot::free;
  }
  changed_.notify_all();
}

Order CpuSortThread::sort(const Task& task) {
  const std::lock_guard turn(*turn_);
  return sorter_.make(task);
}

/// An unused slot: a free one, or an order that was never drawn and is older than this one.
int CpuSortThread::slot_to_write(std::unique_lock<std::mutex>& lock, std::uint64_t scene) {
  int found = -1;
  changed_.wait(lock, [&] {
    found = -1;
    for (int slot = 0; slot < MappedRing::slots; ++slot) {
      if (state(slot) == Slot::free) found = slot;
    }
    if (found < 0) found = std::exchange(newest_ready_, -1);
    return tasks_.is_closed() || scene != scene_ || found >= 0;
  });
  return tasks_.is_closed() || scene != scene_ ? -1 : found;
}

// ------------------------------------------------------------------------------------- the thread of the context

void CpuSortThread::set_scene(std::uint64_t scene, std::size_t max_words) {
  std::unique_lock lock(mutex_);
  scene_ = scene;
  tasks_.empty();
  failure_ = nullptr;
  current_slot_ = -1;
  newest_ready_ = -1;
  changed_.notify_all();
  changed_.wait(lock, [&] { return std::ranges::find(states_, Slot::writing) == states_.end(); });
  // Retired and free stay what they are; the rest belongs to the scene before.
  for (Slot& slot : states_) {
    if (slot == Slot::current) slot = Slot::retired;
    if (slot == Slot::ready) slot = Slot::free;
  }
  orders_.fill({});  // they hold the elements of that scene
  const std::size_t bytes = max_words * sizeof(std::uint32_t);
  if (bytes <= ring_.slot_bytes() && 4 * bytes >= ring_.slot_bytes()) return;
  states_.fill(Slot::free);
  ring_ = {};  // OpenGL keeps the storage until commands that read it are done
  ring_ = MappedRing(gl_, bytes);
}

void CpuSortThread::ask(Task task) {
  task.elements.own();  // the simulation continues while the worker reads
  const std::lock_guard lock(mutex_);
  tasks_.put(std::move(task));
}

std::optional<Order> CpuSortThread::take(bool wait) {
  std::unique_lock lock(mutex_);
  std::optional<Order> taken;
  free_retired();
  take_ready(taken);
  if (wait) wait_for_last(lock, taken);
  throw_failure();
  return taken;
}

void CpuSortThread::wait_for_last(std::unique_lock<std::mutex>& lock, std::optional<Order>& taken) {
  while (!tasks_.is_idle()) {
    // The worker must never wait for a slot while this thread waits for the worker.
    if (std::ranges::find(states_, Slot::free) == states_.end()) {
      for (int slot = 0; slot < MappedRing::slots; ++slot) {
        if (state(slot) == Slot::retired) ring_.wait(slot);
      }
      free_retired();
    }
    changed_.wait(lock, [&] { return newest_ready_ >= 0 || tasks_.is_idle(); });
    take_ready(taken);
  }
}

void CpuSortThread::take_ready(std::optional<Order>& taken) {
  const int slot = std::exchange(newest_ready_, -1);
  if (slot < 0) return;
  if (current_slot_ >= 0) state(current_slot_) = Slot::retired;
  state(slot) = Slot::current;
  current_slot_ = slot;
  taken = std::move(orders_[static_cast<std::size_t>(slot)]);
  ring_.bring(gl_, slot, bytes_read(taken->view, taken->wanted));
  changed_.notify_all();
}

void CpuSortThread::free_retired() {
  for (int slot = 0; slot < MappedRing::slots; ++slot) {
    if (state(slot) == Slot::retired && ring_.is_read(slot)) state(slot) = Slot::free;
  }
  changed_.notify_all();
}

void CpuSortThread::throw_failure() {
  if (!failure_) return;
  thrown_by_ = failed_by_;
  std::rethrow_exception(std::exchange(failure_, nullptr));
}

void CpuSortThread::drawn() {
  if (current_slot_ >= 0) ring_.fence(gl_, current_slot_);
}

}  // namespace farfirst::app
