#pragma once
// Several GPUs that sort together. Each is a member with a stream and memory of its own; events order the streams, and
// the host never waits. A GPU can be a member more than once: then its members share its memory and its time.

#include <cuda_runtime.h>

#include <memory>
#include <vector>

#include "core/implementation.h"
#include "cuda/device.h"

namespace farfirst::cuda {

inline constexpr unsigned most_members = 16;

class Group {
 public:
  /// `wanted` members: the GPUs of `first`, repeated as needed; 0: each of them once. Member 0 is `first`.
  Group(CudaDevice& first, unsigned wanted);
  /// More streams of the same members.
  struct Beside {
    const Group& group;
  };
  explicit Group(Beside beside);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group();

  unsigned size() const noexcept { return static_cast<unsigned>(members_.size()); }
  CudaDevice& operator[](unsigned member) const noexcept { return *members_[member]; }
  /// Can the kernels of every member access the memory of all?
  bool is_direct() const noexcept { return is_direct_; }

  /// Calls f(member, its device) for each member, with its GPU current and its stream in use: for member 0, that of the
  /// call.
  template <class Function>
  void each(Function f) const {
    void* const stream = members_[0]->stream();
    for (unsigned member = 0; member < size(); ++member) {
      const core::CallScope scope(*members_[member], member == 0 ? stream : nullptr);
      f(member, *members_[member]);
    }
  }
  /// Makes the others wait for member 0.
  void fork() const;
  /// Makes every member wait for all.
  void meet() const;
  /// Makes member 0 wait for all.
  void join() const;
  /// Makes every member wait for the same one of the other group.
  void follow(const Group& other) const;

  /// Enqueues a copy on the stream of the device that is current; the memory may be that of any GPU, or the host's.
  static void copy(const CudaDevice& device, void* to, const void* from, std::size_t bytes);
  /// The ordinal of the GPU that has this memory; -1: none.
  static int gpu_of(const void* address);

 private:
  void make_events();
  void record() const;

  std::vector<CudaDevice*> members_;
  std::vector<std::unique_ptr<CudaDevice>> own_;  // members beyond the GPUs of the device
  std::vector<cudaEvent_t> events_;
  bool is_direct_ = true;
};

}  // namespace farfirst::cuda
