#include "cuda_sorter.h"

namespace farfirst::app {

void CudaSorter::set_scene(std::size_t max_words) {
  GpuSorter::set_scene(max_words);
  share_failure_.clear();
}

Device& CudaSorter::open(const Task& task) {
  if (device_ != nullptr && ordinals_ != task.wanted.cuda_devices) {
    close();
    broken_.clear();
  }
  if (!broken_.empty()) throw Error(broken_);
  if (device_ == nullptr) open_device(task);
  return *device_;
}

/// A failed attempt costs up to some tenths of a second (H100, memory used up), so that a frame makes only one, not
/// one for each entry.
void CudaSorter::open_device(const Task& task) {
  if (unopened_in_ == task.frame) throw Error(unopened_);
  try {
    device_ = farfirst::open(Backend::cuda, {.cuda_devices = task.wanted.cuda_devices});
    upload_timer_.emplace(*device_);
  } catch (const Error& error) {
    close();
    unopened_in_ = task.frame;
    unopened_ = error.what();
    throw;
  }
  ordinals_ = task.wanted.cuda_devices;
}

/// Wait, unregister, delete the buffers, and then the device.
void CudaSorter::close() noexcept {
  release();
  match_.reset();
  upload_timer_.reset();
  device_.reset();
}

bool CudaSorter::can_share(const Task& task) {
  if (!task.wanted.interop || !share_failure_.empty()) return false;
  if (!match_) match_ = match_gl(*device_, proc_);
  return match_->same;
}

/// Prepares the scene's memory for this task.
void CudaSorter::prepare_memory(const Task& task, ElementSource& source, SortTimings& timings) {
  const bool share = can_share(task);
  if (memory_ == nullptr || shared_ != share) {
    memory_.reset();
    memory_ = share ? make_shared_memory(gl_, *device_, max_words_) : make_staged_memory(gl_, *device_, max_words_);
    shared_ = share;
  }
  try {
    memory_->prepare(task, source, timings);
  } catch (const OutOfMemory&) {
    throw;
  } catch (const Error& error) {
    if (!share) throw;
    share_failure_ = error.what();  // a driver that cannot, although the GPU is the same
    prepare_memory(task, source, timings);
  }
}

/// A failure of an earlier sort may be reported now. A device that cannot even finish is lost.
void CudaSorter::after_failure(const Error& error) {
  try {
    device_->finish();
  } catch (const Error&) {
    broken_ = error.what();
    close();
  }
}

/// Empty if orders are shared, or if the user chose copies.
std::string CudaSorter::remark(const Task& task) const {
  if (!task.wanted.interop || shared_) return {};
  if (!share_failure_.empty()) return share_failure_ + "; orders are copied through the host's memory instead";
  return match_->sentence() + "; until then orders are copied through the host's memory";
}

std::string CudaSorter::description() const {
  if (device_ == nullptr || memory_ == nullptr) return {};
  return "CUDA " + device_->description() +
         (shared_ ? "; it shares OpenGL's buffers" : "; orders are copied through the host's memory");
}

}  // namespace farfirst::app
