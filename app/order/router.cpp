#include "router.h"

#include "object/context.h"

namespace farfirst::app {

OrderRouter::OrderRouter(const GladGLContext& gl, OpenGlDevice& opengl, OrderWorker::Hook before_cpu_sort)
    : choice_(gl::is_software(gl)),
      cpu_(gl, std::move(before_cpu_sort)),
      cuda_(gl, opengl.proc()),
      opengl_(gl, opengl) {}

void OrderRouter::set_scene(std::uint64_t scene, std::size_t max_words) {
  waiting_.reset();
  at_cpu_ = {};
  asked_ = active_ = &cpu_;
  scene_ = scene;
  max_words_ = max_words;
  choice_.forget_failures();
  cuda_.set_scene(scene, max_words);
  opengl_.set_scene(scene, max_words);
  cpu_has_scene_ = choice_.auto_backend() == Backend::cpu;
  cpu_.set_scene(scene, cpu_has_scene_ ? max_words : 0);
}

bool OrderRouter::update(bool wait) {
  bool fresh = false;
  if (waiting_) {
    OrderRequest request = std::move(*waiting_);
    waiting_.reset();
    choice_.begin(request);
    fresh = send(std::move(request));
  }
  while (asked_ == &cpu_) {
    try {
      return take_from_cpu(wait) || fresh;
    } catch (const Error& error) {
      note_failure(at_cpu_, cpu_.failed_by(), error);
      fresh = send(std::move(at_cpu_)) || fresh;
    }
  }
  return fresh;
}

/// To the best one that can. True if there is a new order at once.
bool OrderRouter::send(OrderRequest request) {
  while (true) {
    choice_.choose(request);
    OrderSource& source = source_for(request);
    if (&source == &cpu_) {
      send_to_cpu(std::move(request));
      return false;
    }
    if (sort_on_gpu(source, request)) return true;
  }
}

/// What is not sorted is the CPU's as well.
OrderSource& OrderRouter::source_for(const OrderRequest& request) {
  if (request.by.algorithm == nullptr) return cpu_;
  switch (request.by.algorithm->backend) {
    case Backend::cuda:
      return cuda_;
    case Backend::gl:
      return opengl_;
    case Backend::cpu:
      break;
  }
  return cpu_;
}

bool OrderRouter::sort_on_gpu(OrderSource& source, const OrderRequest& request) {
  try {
    source.request(request);
    source.update(/*wait=*/false);
  } catch (const Error& error) {
    if (active_->current() == nullptr) active_ = &cpu_;
    note_failure(request, request.by, error);
    return false;
  }
  choice_.succeeded(request.by);
  if (active_ != &source && active_ != &cpu_) active_->set_scene(scene_, max_words_);  // gives its GPU memory back
  asked_ = active_ = &source;
  return true;
}

void OrderRouter::send_to_cpu(OrderRequest request) {
  if (!cpu_has_scene_) {
    cpu_.set_scene(scene_, max_words_);
    cpu_has_scene_ = true;
  }
  asked_ = &cpu_;
  request.elements.own();  // for as long as it may be sent on
  at_cpu_ = request;
  request.gpu_elements = nullptr;  // not on the worker's thread
  cpu_.request(std::move(request));
}

/// Not an order that the CPU had under way while a GPU made a newer one.
bool OrderRouter::take_from_cpu(bool wait) {
  if (!cpu_.update(wait)) return false;
  const CurrentOrder& order = *cpu_.current();
  if (active_ != &cpu_ && active_->current() != nullptr && order.result.frame < active_->current()->result.frame) {
    return false;
  }
  active_ = &cpu_;
  if (!order.result.algorithm.empty() && order.result.frame == at_cpu_.frame) choice_.succeeded(at_cpu_.by);
  return true;
}

/// From within the handler of `error`, which goes on to a caller who insists on this entry. What is not sorted cannot
/// be done by another one either.
void OrderRouter::note_failure(const OrderRequest& request, const Candidate& by, const Error& error) {
  if (by.algorithm == nullptr || (request.strict && request.spec.algorithm != "auto")) throw;
  choice_.failed(by, error.what());
}

}  // namespace farfirst::app
