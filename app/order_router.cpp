#include "order_router.h"

namespace farfirst::app {

OrderRouter::OrderRouter(const GladGLContext& gl, GlProc proc)
    : has_cuda_(why_unavailable(Backend::cuda).empty()),
      auto_is_cuda_(has_cuda_ && !automatic_entries(Backend::cuda).empty()),
      cpu_(gl),
      cuda_(gl, proc) {}

void OrderRouter::set_scene(std::uint64_t scene, std::size_t max_words) {
  waiting_.reset();
  asked_ = active_ = &cpu_;
  scene_ = scene;
  max_words_ = max_words;
  cuda_.set_scene(scene, max_words);
  cpu_has_scene_ = !has_cuda_;
  cpu_.set_scene(scene, cpu_has_scene_ ? max_words : 0);
}

bool OrderRouter::update(bool wait) {
  if (waiting_) {
    OrderRequest request = std::move(*waiting_);
    waiting_.reset();
    if (is_for_cuda(request) && sort_on_cuda(request)) return true;
    send_to_cpu(std::move(request));
  }
  return asked_ == &cpu_ && take_from_cpu(wait);
}

bool OrderRouter::is_for_cuda(const OrderRequest& request) const {
  const OrderSpec& spec = request.spec;
  if (!has_cuda_ || !spec.is_sorted() || spec.n == 0) return false;
  if (spec.algorithm == "auto") return auto_is_cuda_;
  const Algorithm* entry = find(spec.algorithm);
  return entry != nullptr && entry->backend == Backend::cuda && why_unavailable(*entry).empty();
}

/// False if the CPU has to do it; then the request says why.
bool OrderRouter::sort_on_cuda(OrderRequest& request) {
  try {
    cuda_.request(request);
    cuda_.update(/*wait=*/false);
  } catch (const Error& error) {
    if (request.strict && request.spec.algorithm != "auto") throw;
    request.failed = error.what();
    return false;
  }
  asked_ = active_ = &cuda_;
  return true;
}

void OrderRouter::send_to_cpu(OrderRequest request) {
  if (!cpu_has_scene_) {
    cpu_.set_scene(scene_, max_words_);
    cpu_has_scene_ = true;
  }
  if (request.failed.empty()) cuda_.forget_failures();
  asked_ = &cpu_;
  request.gpu_elements = nullptr;  // not on the worker's thread
  if (active_ == &cuda_ && cuda_.current() == nullptr) active_ = &cpu_;
  cpu_.request(std::move(request));
}

/// Not an order that the CPU had under way while CUDA made a newer one.
bool OrderRouter::take_from_cpu(bool wait) {
  if (!cpu_.update(wait)) return false;
  const bool late =
      active_ == &cuda_ && cuda_.current() != nullptr && cpu_.current()->result.frame < cuda_.current()->result.frame;
  if (late) return false;
  active_ = &cpu_;
  return true;
}

}  // namespace farfirst::app
