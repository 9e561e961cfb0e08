#include "step_times.h"

#include <algorithm>

#include "object/context.h"

namespace farfirst::app {

StepTimes::StepTimes(const GladGLContext& gl) : gl_(gl), measures_(!gl::is_software(gl)) {}

void StepTimes::begin() {
  active_ = measures_ && begun_ - taken_ < depth;
  if (!active_) return;
  Draw& draw = draws_[begun_ % depth];
  draw.names.clear();
  stamp(draw);
}

void StepTimes::mark(const char* step) {
  if (!active_) return;
  Draw& draw = draws_[begun_ % depth];
  if (draw.names.size() < most)
    draw.names.push_back(step);
  else
    draw.names.back() = "further steps";
  stamp(draw);
}

void StepTimes::end() {
  if (active_) ++begun_;
  active_ = false;
}

void StepTimes::stamp(Draw& draw) const {
  const std::size_t number = draw.names.size();
  if (draw.stamps.size() == number) draw.stamps.emplace_back(gl_, GLenum{GL_TIMESTAMP});
  gl_.QueryCounter(draw.stamps[number].name(), GL_TIMESTAMP);
}

bool StepTimes::is_known(const Draw& draw) const {
  GLint available = 0;
  gl_.GetQueryObjectiv(draw.stamps[draw.names.size()].name(), GL_QUERY_RESULT_AVAILABLE, &available);
  return available != 0;
}

void StepTimes::add(const Draw& draw, Steps& steps) const {
  const auto time_of = [&](std::size_t number) {
    GLuint64 time = 0;
    gl_.GetQueryObjectui64v(draw.stamps[number].name(), GL_QUERY_RESULT, &time);
    return time;
  };
  GLuint64 from = time_of(0);
  for (std::size_t i = 0; i < draw.names.size(); ++i) {
    const GLuint64 to = time_of(i + 1);
    auto step = std::ranges::find(steps, draw.names[i], &Steps::value_type::first);
    if (step == steps.end()) step = steps.insert(step, {draw.names[i], 0.0});
    step->second += static_cast<double>(to - from) * 1e-6;
    from = to;
  }
}

bool StepTimes::take(Steps& steps) {
  bool any = false;
  for (; taken_ < begun_ && is_known(draws_[taken_ % depth]); ++taken_) {
    steps.clear();
    add(draws_[taken_ % depth], steps);
    any = true;
  }
  return any;
}

}  // namespace farfirst::app
