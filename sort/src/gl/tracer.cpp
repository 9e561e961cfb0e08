// See tracer.h.
#include "gl/tracer.h"

#include <chrono>
#include <deque>

#include "object/query.h"

namespace farfirst::gl {
namespace {

/// Enqueues a timestamp at the start of each pass and after the last. A trace is known when its last timestamp is.
class TimestampTracer final : public core::Tracer {
 public:
  explicit TimestampTracer(const GladGLContext& gl) : gl_(gl) {}

  void begin() override {
    for (Mark& mark : open_) spare_.push_back(std::move(mark.query));  // of a call that failed
    open_.clear();
  }
  void pass(std::string_view name) override {
    if (spare_.empty()) spare_.emplace_back(gl_, GLenum{GL_TIMESTAMP});
    open_.push_back({name, std::move(spare_.back())});
    spare_.pop_back();
    gl_.QueryCounter(open_.back().query.name(), GL_TIMESTAMP);
  }
  void end() override {
    pass({});
    traces_.push_back(std::move(open_));
    open_.clear();
  }
  bool take(std::vector<Pass>& passes) override {
    if (traces_.empty()) return false;
    Trace& trace = traces_.front();
    GLint known = 0;
    gl_.GetQueryObjectiv(trace.back().query.name(), GL_QUERY_RESULT_AVAILABLE, &known);
    if (known == 0) return false;
    GLuint64 before = time_of(trace.front());
    for (std::size_t i = 0; i + 1 < trace.size(); ++i) {
      const GLuint64 after = time_of(trace[i + 1]);
      passes.push_back({trace[i].name, static_cast<double>(after - before) * 1e-6});
      before = after;
    }
    for (Mark& mark : trace) spare_.push_back(std::move(mark.query));
    traces_.pop_front();
    return true;
  }

 private:
  struct Mark {
    std::string_view name;  // of the pass that begins here; empty at the end
    Query query;
  };
  using Trace = std::vector<Mark>;

  GLuint64 time_of(const Mark& mark) const {
    GLuint64 nanoseconds = 0;
    gl_.GetQueryObjectui64v(mark.query.name(), GL_QUERY_RESULT, &nanoseconds);
    return nanoseconds;
  }

  const GladGLContext& gl_;
  Trace open_;
  std::deque<Trace> traces_;  // ended, oldest first
  std::vector<Query> spare_;  // used before, free now
};

class ClockTracer final : public core::Tracer {
 public:
  explicit ClockTracer(const GladGLContext& gl) : gl_(gl) {}

  void begin() override { open_.clear(); }
  void pass(std::string_view name) override {
    close();
    open_.push_back({name, 0});
  }
  void end() override {
    close();
    traces_.push_back(std::move(open_));
    open_.clear();
  }
  bool take(std::vector<Pass>& passes) override {
    if (traces_.empty()) return false;
    passes.insert(passes.end(), traces_.front().begin(), traces_.front().end());
    traces_.pop_front();
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  void close() {
    gl_.Finish();
    const Clock::time_point now = Clock::now();
    if (!open_.empty()) {
      open_.back().milliseconds = std::chrono::duration<double, std::milli>(now - since_).count();
    }
    since_ = now;
  }

  const GladGLContext& gl_;
  std::vector<Pass> open_;
  Clock::time_point since_;
  std::deque<std::vector<Pass>> traces_;
};

}  // namespace

std::unique_ptr<core::Tracer> make_timestamp_tracer(const GladGLContext& gl) {
  return std::make_unique<TimestampTracer>(gl);
}

std::unique_ptr<core::Tracer> make_clock_tracer(const GladGLContext& gl) { return std::make_unique<ClockTracer>(gl); }

}  // namespace farfirst::gl
