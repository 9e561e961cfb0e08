#pragma once
// Sends each request to where it is sorted: `auto` to CUDA where CUDA runs, a named entry to its back end, what is not
// sorted to the CPU. What CUDA cannot do, the CPU does, and the order says why.

#include <memory>
#include <optional>

#include "order_cuda.h"
#include "order_source.h"
#include "order_worker.h"

namespace farfirst::app {

class OrderRouter final : public OrderSource {
 public:
  OrderRouter(const GladGLContext& gl, GlProc proc);

  void set_scene(std::uint64_t scene, std::size_t max_words) override;
  void request(OrderRequest request) override { waiting_ = std::move(request); }
  bool update(bool wait) override;
  const CurrentOrder* current() const override { return active_->current(); }
  void drawn() override { active_->drawn(); }
  bool take_times(OrderTimes& times) override { return active_->take_times(times); }
  std::string description() const override { return active_->description(); }
  std::size_t host_bytes() const override { return cpu_.host_bytes() + cuda_.host_bytes(); }
  std::size_t gpu_bytes() const override { return cpu_.gpu_bytes() + cuda_.gpu_bytes(); }

 private:
  bool is_for_cuda(const OrderRequest& request) const;
  bool sort_on_cuda(OrderRequest& request);
  void send_to_cpu(OrderRequest request);
  bool take_from_cpu(bool wait);

  const bool has_cuda_;
  const bool auto_is_cuda_;
  OrderWorker cpu_;
  OrderCuda cuda_;
  OrderSource* asked_ = &cpu_;   // last
  OrderSource* active_ = &cpu_;  // whose order is drawn
  std::optional<OrderRequest> waiting_;

  std::uint64_t scene_ = 0;
  std::size_t max_words_ = 0;
  bool cpu_has_scene_ = false;  // where there is CUDA, the CPU's memory is taken when it is needed
};

}  // namespace farfirst::app
