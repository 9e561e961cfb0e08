#pragma once
// Several GPUs that sort together. Each is a member with a stream and memory of its own; events order what the streams
// do, and the host never waits. A GPU can be a member more than once: then its members share its memory and its time.

#include <cuda_runtime.h>

#include <memory>
#include <vector>

#include "core/implementation.h"
#include "cuda/device.h"

namespace farfirst::cuda {

inline constexpr unsigned most_members = 16;

class Group {
 public:
  /// `wanted` members: the GPUs of `first`, as often as it takes; 0: each of them once. Member 0 is `first`.
  Group(CudaDevice& first, unsigned wanted);
  /// Further streams of the same members.
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

  /// Calls f(member, its device) for each, with its GPU current and what is enqueued going to its stream: that of the
  /// call, for member 0.
  template <class Function>
  void each(Function f) const {
    void* const stream = members_[0]->stream();
    for (unsigned member = 0; member < size(); ++member) {
      const core::CallScope scope(*members_[member], member == 0 ? stream : nullptr);
      f(member, *members_[member]);
    }
  }
  /// The others go on when member 0 has come so far.
  void fork() const;
  /// Every member goes on when all have come so far.
  void meet() const;
  /// Member 0 goes on when all have come so far.
  void join() const;
  /// Every member goes on when the same one of the other group has come so far.
  void follow(const Group& other) const;

  /// Enqueues a copy on the stream of the device that is current; the memory may be that of any GPU, or the host's.
  static void copy(const CudaDevice& device, void* to, const void* from, std::size_t bytes);
  /// The ordinal of the GPU in whose memory this is; -1: in none's.
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
