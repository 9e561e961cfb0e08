#include "object/query.h"

namespace farfirst::gl {

GLuint QueryKind::create(const GladGLContext& gl, GLenum target) {
  GLuint name = 0;
  gl.CreateQueries(target, 1, &name);
  return name;
}

void QueryKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteQueries(1, &name); }

GpuTimer::GpuTimer(const GladGLContext& gl) {
  for (auto& pair : queries_) {
    for (Query& query : pair) query = Query(gl, GLenum{GL_TIMESTAMP});
  }
}

void GpuTimer::begin(std::uint64_t tag) {
  active_ = queries_[0][0] && begun_ - taken_ < depth;
  if (!active_) return;
  tags_[begun_ % depth] = tag;
  const Query& query = queries_[begun_ % depth][0];
  query.gl().QueryCounter(query.name(), GL_TIMESTAMP);
}

void GpuTimer::end() {
  if (!active_) return;
  const Query& query = queries_[begun_ % depth][1];
  query.gl().QueryCounter(query.name(), GL_TIMESTAMP);
  active_ = false;
  ++begun_;
}

std::optional<GpuTimer::Time> GpuTimer::take() {
  if (taken_ == begun_) return std::nullopt;
  const auto& [begin, end] = queries_[taken_ % depth];
  const GladGLContext& gl = end.gl();
  GLint available = 0;
  gl.GetQueryObjectiv(end.name(), GL_QUERY_RESULT_AVAILABLE, &available);
  if (available == 0) return std::nullopt;
  GLuint64 from = 0, to = 0;
  gl.GetQueryObjectui64v(begin.name(), GL_QUERY_RESULT, &from);
  gl.GetQueryObjectui64v(end.name(), GL_QUERY_RESULT, &to);
  return Time{static_cast<double>(to - from) * 1e-6, tags_[taken_++ % depth]};
}

}  // namespace farfirst::gl
