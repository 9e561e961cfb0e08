#include "worker.h"

#include <algorithm>

#include "timer.h"

namespace farfirst::app {

OrderWorker::OrderWorker(const GladGLContext& gl, Hook before_sort)
    : gl_(gl), before_sort_(std::move(before_sort)), thread_([this] { run(); }) {}

OrderWorker::~OrderWorker() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// ------------------------------------------------------------------------------------------ the worker's thread

void OrderWorker::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stop_ || waiting_; });
    if (stop_) return;
    OrderRequest request = std::move(*waiting_);
    waiting_.reset();
    busy_ = true;
    lock.unlock();
    std::exception_ptr failure;
    try {
      work(request);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (request.spec.scene == scene_) {
      failure_ = failure;
      failed_by_ = request.by;
    }
    busy_ = false;
    changed_.notify_all();
  }
}

void OrderWorker::work(const OrderRequest& request) {
  if (before_sort_) before_sort_(request);
  OrderResult result = depth_order_.make(request);

  std::unique_lock lock(mutex_);
  const int slot = slot_to_write(lock, request.spec.scene);
  if (slot < 0) return;  // the scene changed, or this is the end
  state(slot) = Slot::writing;
  lock.unlock();
  const Stopwatch stopwatch;
  request.elements.write_drawn(depth_order_.order(), ring_.memory(slot), request.spec.check);
  result.upload = stopwatch.milliseconds();
  lock.lock();

  if (request.spec.scene == scene_) {
    if (newest_ready_ >= 0) {  // overtaken
      state(newest_ready_) = Slot::free;
      orders_[static_cast<std::size_t>(newest_ready_)] = {};
    }
    newest_ready_ = slot;
    state(slot) = Slot::ready;
    orders_[static_cast<std::size_t>(slot)] = {request.elements.view_of(ring_.buffer(), ring_.offset(slot)),
                                               std::move(result), request.spec.check ? request.elements : Elements{}};
  } else {
    state(slot) = Slot::free;
  }
  changed_.notify_all();
}

/// A slot that nobody reads: a free one, or else an order that was never drawn and is older than this one.
int OrderWorker::slot_to_write(std::unique_lock<std::mutex>& lock, std::uint64_t scene) {
  int found = -1;
  changed_.wait(lock, [&] {
    found = -1;
    for (int slot = 0; slot < MappedRing::slots; ++slot) {
      if (state(slot) == Slot::free) found = slot;
    }
    if (found < 0) found = std::exchange(newest_ready_, -1);
    return stop_ || scene != scene_ || found >= 0;
  });
  return stop_ || scene != scene_ ? -1 : found;
}

// ------------------------------------------------------------------------------------- the thread of the context

void OrderWorker::set_scene(std::uint64_t scene, std::size_t max_words) {
  std::unique_lock lock(mutex_);
  scene_ = scene;
  waiting_.reset();
  failure_ = nullptr;
  current_slot_ = -1;
  current_ = {};
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

void OrderWorker::request(OrderRequest request) {
  request.elements.own();  // the simulation goes on while the worker reads
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(request);
  }
  changed_.notify_all();
}

bool OrderWorker::update(bool wait) {
  std::unique_lock lock(mutex_);
  free_retired();
  bool took = take_ready();
  if (wait) wait_for_last(lock, took);
  throw_failure();
  return took;
}

void OrderWorker::wait_for_last(std::unique_lock<std::mutex>& lock, bool& took) {
  while (waiting_ || busy_) {
    // The worker must never wait for a slot while this thread waits for the worker.
    if (std::ranges::find(states_, Slot::free) == states_.end()) {
      for (int slot = 0; slot < MappedRing::slots; ++slot) {
        if (state(slot) == Slot::retired) ring_.wait(slot);
      }
      free_retired();
    }
    changed_.wait(lock, [&] { return newest_ready_ >= 0 || !(waiting_ || busy_); });
    took = take_ready() || took;
  }
}

bool OrderWorker::take_ready() {
  const int slot = std::exchange(newest_ready_, -1);
  if (slot < 0) return false;
  if (current_slot_ >= 0) state(current_slot_) = Slot::retired;
  state(slot) = Slot::current;
  current_slot_ = slot;
  current_ = std::move(orders_[static_cast<std::size_t>(slot)]);
  changed_.notify_all();
  return true;
}

void OrderWorker::free_retired() {
  for (int slot = 0; slot < MappedRing::slots; ++slot) {
    if (state(slot) == Slot::retired && ring_.is_read(slot)) state(slot) = Slot::free;
  }
  changed_.notify_all();
}

void OrderWorker::throw_failure() {
  if (!failure_) return;
  thrown_by_ = failed_by_;
  std::rethrow_exception(std::exchange(failure_, nullptr));
}

void OrderWorker::drawn() {
  if (current_slot_ >= 0) ring_.fence(gl_, current_slot_);
}

std::size_t OrderWorker::host_bytes() const { return depth_order_.bytes(); }

}  // namespace farfirst::app
