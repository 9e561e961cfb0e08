#pragma once
// Chooses the entry for each request and sends it to where that sorts: CUDA, OpenGL, or the CPU beside the frame. If it
// cannot, the next one gets the request, and the order says why.

#include <memory>
#include <optional>

#include "cuda.h"
#include "entry_choice.h"
#include "opengl.h"
#include "source.h"
#include "worker.h"

namespace farfirst::app {

class OrderRouter final : public OrderSource {
 public:
  OrderRouter(const GladGLContext& gl, OpenGlDevice& opengl, OrderWorker::Hook before_cpu_sort = {});

  void set_scene(std::uint64_t scene, std::size_t max_words) override;
  void request(OrderRequest request) override { waiting_ = std::move(request); }
  bool update(bool wait) override;
  const CurrentOrder* current() const override { return active_->current(); }
  void drawn() override { active_->drawn(); }
  void reject(const std::string& algorithm, const std::string& sentence) override {
    choice_.reject(algorithm, sentence);
  }
  bool take_times(OrderTimes& times) override { return active_->take_times(times); }
  std::string description() const override { return active_->description(); }
  std::string why_auto() const override { return choice_.why_auto(); }
  std::size_t host_bytes() const override { return cpu_.host_bytes() + cuda_.host_bytes() + opengl_.host_bytes(); }
  std::size_t gpu_bytes() const override { return cpu_.gpu_bytes() + cuda_.gpu_bytes() + opengl_.gpu_bytes(); }

 private:
  bool send(OrderRequest request);
  bool sort_on_gpu(OrderSource& source, const OrderRequest& request);
  void send_to_cpu(OrderRequest request);
  bool take_from_cpu(bool wait);
  void note_failure(const OrderRequest& request, const Candidate& by, const Error& error);
  OrderSource& source_for(const OrderRequest& request);

  EntryChoice choice_;
  OrderWorker cpu_;
  OrderCuda cuda_;
  OrderOpenGl opengl_;
  OrderSource* asked_ = &cpu_;           // last
  OrderSource* active_ = &cpu_;          // whose order is drawn
  std::optional<OrderRequest> waiting_;  // not yet sent
  OrderRequest at_cpu_;                  // sent there last

  std::uint64_t scene_ = 0;
  std::size_t max_words_ = 0;
  bool cpu_has_scene_ = false;  // its memory is taken when it is needed
};

}  // namespace farfirst::app
