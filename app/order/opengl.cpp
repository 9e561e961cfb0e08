#include "opengl.h"

namespace farfirst::app {

void OrderOpenGl::prepare_memory(const OrderRequest& request, OrderTimes& times) {
  if (memory_ == nullptr) memory_ = make_opengl_memory(gl_, device_.get(), max_words_);
  memory_->prepare(request, times);
}

bool OrderOpenGl::take_upload(double& milliseconds) {
  const std::optional<GlTimer::Time> time = upload_timer_.take();
  if (time) milliseconds = time->milliseconds;
  return time.has_value();
}

std::string OrderOpenGl::description() const {
  return device_.opened() == nullptr ? std::string() : "OpenGL " + device_.opened()->description();
}

}  // namespace farfirst::app
