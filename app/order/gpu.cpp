#include "gpu.h"

namespace farfirst::app {

void OrderGpu::set_scene(std::uint64_t, std::size_t max_words) {
  waiting_.reset();
  release();
  max_words_ = max_words;
}

void OrderGpu::release() noexcept {
  current_.reset();
  slot_.clear();  // first: a sorter may hold what it was given of the memory
  memory_.reset();
}

bool OrderGpu::update(bool) {
  if (!waiting_) return false;
  const OrderRequest request = std::move(*waiting_);
  waiting_.reset();
  Device& device = open(request);
  OrderResult result;
  result.spec = request.spec;
  result.frame = request.frame;
  slot_.prepare(device, *request.by.algorithm, request.by.parameters, request.spec);
  current_.reset();  // from here on its buffer is written
  prepare_memory(request, result);
  try {
    enqueue(device, request, result);
  } catch (const Error& error) {
    memory_->abandon();
    after_failure(error);
    throw;
  }
  result.algorithm = request.by.algorithm->id;
  result.message = request.excuse.empty() ? remark(request) : request.excuse;
  current_->result = std::move(result);
  return true;
}

void OrderGpu::enqueue(Device& device, const OrderRequest& request, OrderResult& result) {
  float bounds[6];
  DistanceJob job = distance_job(request.spec, request.elements, bounds);
  job.trace = true;
  slot_.workspace().attach(job);
  memory_->begin(request, job, result);
  slot_.sorter()->sort(job);
  slot_.expect_trace(request.frame);
  bring_to_draw(device, request, job);
  current_ = CurrentOrder{memory_->end(request, job, result), {}, request.elements};
}

/// Timed only where there is something to do.
void OrderGpu::bring_to_draw(Device& device, const OrderRequest& request, const DistanceJob& job) {
  const bool reverse = request.spec.draw_order == DrawOrder::front_to_back;
  if (!reverse && !memory_->expands()) return;
  begin_upload();
  if (reverse) reverse_order(device, job.order, job.n);
  if (memory_->expands()) memory_->expand(job);
  end_upload();
}

void OrderGpu::drawn() {
  if (current_) memory_->drawn();
}

bool OrderGpu::take_times(OrderTimes& times) {
  if (slot_.sorter() == nullptr) return false;
  for (double upload = 0; take_upload(upload);) times.upload = upload;
  return slot_.take_times(times);
}

}  // namespace farfirst::app
