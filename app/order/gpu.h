#pragma once
// Orders by entries of a back end on the GPU. The sort is enqueued between two frames of OpenGL's commands, and its
// order is current at once: the draw waits for it on the GPU, the host does not, unless the entry's description says
// so. Times are the GPU's, and known a few frames later. What CUDA and OpenGL do differently is in order_cuda.h and
// order_opengl.h.

#include <memory>
#include <optional>
#include <string>

#include "gpu_memory.h"
#include "sorter_slot.h"
#include "source.h"

namespace farfirst::app {

class OrderGpu : public OrderSource {
 public:
  void set_scene(std::uint64_t scene, std::size_t max_words) override;
  void request(OrderRequest request) override { waiting_ = std::move(request); }
  /// Enqueues what was asked for, by the entry that the request names. Throws Error or OutOfMemory if that cannot.
  bool update(bool wait) override;
  const CurrentOrder* current() const override { return current_ ? &*current_ : nullptr; }
  void drawn() override;
  bool take_times(OrderTimes& times) override;
  std::size_t host_bytes() const override { return memory_ == nullptr ? 0 : memory_->host_bytes(); }
  std::size_t gpu_bytes() const override { return (memory_ == nullptr ? 0 : memory_->gpu_bytes()) + slot_.bytes(); }

 protected:
  /// The device for this request. Throws Error.
  virtual Device& open(const OrderRequest& request) = 0;
  /// Makes memory_ what this request needs, and prepares it.
  virtual void prepare_memory(const OrderRequest& request, OrderTimes& times) = 0;
  /// Times what follows the sort, where there is something to do.
  virtual void begin_upload() = 0;
  virtual void end_upload() = 0;
  virtual bool take_upload(double& milliseconds) = 0;
  /// A sort failed: is the device lost?
  virtual void after_failure(const Error&) {}
  /// Something the user should know while nothing else is to be told.
  virtual std::string remark(const OrderRequest&) const { return {}; }

  /// Gives back all that was made with the device.
  void release() noexcept;

  std::size_t max_words_ = 0;
  std::unique_ptr<GpuMemory> memory_;  // of the scene

 private:
  void enqueue(Device& device, const OrderRequest& request, OrderResult& result);
  void bring_to_draw(Device& device, const OrderRequest& request, const DistanceJob& job);

  std::optional<OrderRequest> waiting_;
  std::optional<CurrentOrder> current_;
  SorterSlot slot_;
};

}  // namespace farfirst::app
