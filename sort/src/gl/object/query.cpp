#include "object/query.h"

namespace farfirst::gl {

GLuint QueryKind::create(const GladGLContext& gl, GLenum target) {
  GLuint name = 0;
  gl.CreateQueries(target, 1, &name);
  return name;
}

void QueryKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteQueries(1, &name); }

GpuTimer::GpuTimer(const GladGLContext& gl) {
  for (Query& query : queries_) query = Query(gl, GLenum{GL_TIME_ELAPSED});
}

void GpuTimer::begin() {
  if (!queries_[0] || begun_ - taken_ == depth) return;
  const Query& query = queries_[begun_ % depth];
  query.gl().BeginQuery(GL_TIME_ELAPSED, query.name());
  active_ = true;
}

void GpuTimer::end() {
  if (!active_) return;
  queries_[0].gl().EndQuery(GL_TIME_ELAPSED);
  active_ = false;
  ++begun_;
}

std::optional<double> GpuTimer::take() {
  if (taken_ == begun_) return std::nullopt;
  const Query& query = queries_[taken_ % depth];
  GLint available = 0;
  query.gl().GetQueryObjectiv(query.name(), GL_QUERY_RESULT_AVAILABLE, &available);
  if (available == 0) return std::nullopt;
  GLuint64 nanoseconds = 0;
  query.gl().GetQueryObjectui64v(query.name(), GL_QUERY_RESULT, &nanoseconds);
  ++taken_;
  return static_cast<double>(nanoseconds) * 1e-6;
}

}  // namespace farfirst::gl
