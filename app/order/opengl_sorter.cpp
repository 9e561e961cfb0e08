#include "opengl_sorter.h"

namespace farfirst::app {

void OpenGlSorter::prepare_memory(const Task& task, ElementSource& source, SortTimings& timings) {
  if (memory_ == nullptr) memory_ = make_opengl_memory(gl_, device_.get(), max_words_);
  memory_->prepare(task, source, timings);
}

bool OpenGlSorter::take_upload(double& milliseconds) {
  const std::optional<GlTimer::Time> time = upload_timer_.take();
  if (time) milliseconds = time->milliseconds;
  return time.has_value();
}

std::string OpenGlSorter::description() const {
  return device_.opened() == nullptr ? std::string() : "OpenGL " + device_.opened()->description();
}

}  // namespace farfirst::app
