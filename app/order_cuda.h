#pragma once
// Orders by entries of the CUDA back end. The sort is enqueued between two frames of OpenGL's commands, and its order
// is current at once: the draw waits for it on the GPU, the host does not, unless the entry's description says so.
// Times are events of CUDA's, and known a few frames later.

#include <farfirst/cuda.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cuda_memory.h"
#include "order_source.h"
#include "sorter_slot.h"

namespace farfirst::app {

/// As farfirst::DeviceOptions::gl_proc.
using GlProc = void* (*)(const char*);

class OrderCuda final : public OrderSource {
 public:
  /// `proc` serves to tell whether OpenGL and CUDA work on the same GPU; it may be null.
  OrderCuda(const GladGLContext& gl, GlProc proc);
  /// Waits for the GPU.
  ~OrderCuda() override;

  void set_scene(std::uint64_t scene, std::size_t max_words) override;
  void request(OrderRequest request) override;
  /// Enqueues what was asked for. Throws Error or OutOfMemory if no entry of CUDA's can do it, or, for a strict
  /// request, if the named one cannot.
  bool update(bool wait) override;
  const CurrentOrder* current() const override { return current_ ? &*current_ : nullptr; }
  void drawn() override;
  bool take_times(OrderTimes& times) override;
  /// Something else was sorted with in between: what failed here may be tried again.
  void forget_failures() { failures_.clear(); }
  std::string description() const override;
  std::size_t host_bytes() const override;
  std::size_t gpu_bytes() const override;

 private:
  /// An entry, and with which parameters.
  struct Choice {
    const Algorithm* algorithm = nullptr;
    std::vector<ParameterValue> parameters;
  };
  /// One that failed: not tried again until something about the request changes.
  struct Failure {
    Choice choice;
    std::string sentence;
  };

  void open(const OrderRequest& request);
  void close() noexcept;
  void forget_old_failures(const OrderRequest& request);
  std::vector<Choice> choices(const OrderRequest& request) const;
  const Failure* failure_of(const Choice& choice) const;
  OrderResult make(const OrderRequest& request);
  void sort_with(const Choice& choice, const OrderRequest& request, OrderResult& result);
  bool can_share(const OrderRequest& request);
  std::string why_not_shared(const OrderRequest& request) const;
  CudaMemory& memory_for(const OrderRequest& request, OrderTimes& times);
  void enqueue(const OrderRequest& request, CudaMemory& memory, OrderResult& result);
  void bring_to_draw(const OrderRequest& request, const DistanceJob& job, CudaMemory& memory);

  const GladGLContext& gl_;
  const GlProc proc_;
  std::size_t max_words_ = 0;
  std::optional<OrderRequest> waiting_;
  std::optional<CurrentOrder> current_;

  std::unique_ptr<Device> device_;
  int ordinal_ = 0;
  std::string broken_;  // why the device cannot be used any more
  std::optional<GlMatch> match_;
  std::optional<CudaTimer> upload_timer_;

  // Of the scene.
  std::unique_ptr<CudaMemory> memory_;
  bool shared_ = false;        // memory_ is
  std::string share_failure_;  // why it could not be, although it is the same GPU
  OwnedBuffer keys_;           // for the check
  SorterSlot slot_;

  std::optional<Choice> last_good_;
  std::vector<Failure> failures_;
  OrderSpec failed_spec_;  // that failures_ are about
};

}  // namespace farfirst::app
