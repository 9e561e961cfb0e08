// Tests that no test makes OpenGL report an error or undefined behaviour (KHR_debug). Also tests that a caller's error
// that is pending before a call of the library is pending after it, and has no effect on it.

#include <farfirst/gl.h>
#include <farfirst/gl_order_check.h>
#include <farfirst/gl_state.h>
#include <gtest/gtest.h>

#include "guarded.h"

namespace farfirst::test::gl_errors {
namespace {

class GlErrors : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo&) override {
    if (!GlForTests::shared()) return;
    try {
      GlForTests::shared()->log.check();
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
};

/// Before main(): listens to every test.
[[maybe_unused]] const bool listening = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new GlErrors);  // owned by the framework
  return true;
}();

TEST(GlErrors, AreReported) {
  if (shared_device(Backend::gl) == nullptr) GTEST_SKIP() << "no gl device can be opened here";
  GlForTests::shared()->context.gl().Enable(GL_POINTS);  // an invalid switch
  EXPECT_THROW(GlForTests::shared()->log.check(), Error);
}

/// Ways to raise each kind of error, by commands without other effects.
struct Mistake {
  GLenum error;
  void (*make)(const GladGLContext& gl);
};
constexpr Mistake mistakes[] = {
    {GL_INVALID_ENUM, [](const GladGLContext& gl) { gl.Enable(GL_POINTS); }},
    {GL_INVALID_VALUE, [](const GladGLContext& gl) { gl.Viewport(0, 0, -1, -1); }},
    {GL_INVALID_OPERATION, [](const GladGLContext& gl) { gl.EndTransformFeedback(); }},
    {GL_INVALID_FRAMEBUFFER_OPERATION,
     [](const GladGLContext& gl) {
       GLuint framebuffer = 0;
       GLint before = 0;
       gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
       gl.CreateFramebuffers(1, &framebuffer);
       gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
       gl.Clear(GL_COLOR_BUFFER_BIT);
       gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before));
       gl.DeleteFramebuffers(1, &framebuffer);
     }},
    {GL_STACK_UNDERFLOW, [](const GladGLContext& gl) { gl.PopDebugGroup(); }},
};

class CallersErrors : public TestOn<Backend::gl> {
 protected:
  /// Makes calls with each kind of error pending.
  template <class Call>
  void expect_kept(const char* name, Call call) {
    GlForTests& shared = *GlForTests::shared();
    const GladGLContext& gl = shared.context.gl();
    while (gl.GetError() != GL_NO_ERROR) {}  // of earlier tests: a failed allocation leaves one
    for (const Mistake& mistake : mistakes) {
      SCOPED_TRACE(testing::Message() << name << " with error 0x" << std::hex << mistake.error);
      mistake.make(gl);
      EXPECT_THROW(shared.log.check(), Error) << "no error was raised";
      call();
      EXPECT_EQ(gl.GetError(), mistake.error);
      EXPECT_EQ(gl.GetError(), static_cast<GLenum>(GL_NO_ERROR)) << "a second one";
      EXPECT_NO_THROW(shared.log.check());
    }
  }
};

TEST_F(CallersErrors, ArePendingAfterCallsOfTheDevice) {
  constexpr std::uint32_t n = 3000;
  const Guarded positions(*device_, std::vector<float>(3 * n, 1.0f)), keys(*device_, n * 4, 0),
      order(*device_, n * 4, 0);
  const Source source{.n = n, .positions = positions.buffer()};
  const OrderToCheck to_check{.keys = keys.buffer(), .order = order.buffer(), .n = n};
  expect_kept("open", [] { open(Backend::gl, gl_options(app::HeadlessContext::proc())); });
  expect_kept("allocate", [&] { const OwnedBuffer buffer(*device_, 1 << 20); });
  expect_kept("make_keys", [&] { device_->make_keys({.n = n, .sources = {&source, 1}, .keys = keys.buffer()}); });
  expect_kept("check_order", [&] { EXPECT_FALSE(device_->check_order(to_check).ok()); });
  expect_kept("reverse_order", [&] { reverse_order(*device_, order.buffer(), n); });
  expect_kept("GlOrderCheck", [&] { GlOrderCheck(*device_, n, n).enqueue(to_check); });
  expect_kept("GlState", [&] { const GlState state(*device_); });
}

TEST_F(CallersErrors, ArePendingAfterSorts) {
  constexpr std::uint32_t n = 20000;
  for (const Algorithm* algorithm : algorithms()) {
    std::string absent;
    if (algorithm->backend != Backend::gl || device_for(algorithm, absent) == nullptr) continue;
    SCOPED_TRACE(algorithm->id);
    const Guarded keys(*device_, std::vector<std::uint32_t>(n, 5)), order(*device_, n * 4, 0);
    const auto sorter = make_sorter(*device_, *algorithm, n);
    const Workspace workspace(*device_, sorter->requirements());
    ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
    workspace.attach(job);
    expect_kept("make_sorter", [&] { make_sorter(*device_, *algorithm, n); });
    expect_kept("sort", [&] { sorter->sort(job); });
    EXPECT_EQ(order.read<std::uint32_t>(), expected_order(std::vector<std::uint32_t>(n, 5)));
  }
}

/// With all additions of the core or an entry: keys of two sources, ids, a count, and the other direction.
TEST_F(CallersErrors, ArePendingAfterSortsByDistance) {
  constexpr std::uint32_t n = 6000;
  std::vector<std::uint32_t> every_second(n), reversed;
  for (std::uint32_t i = 0; i < n; ++i) every_second[i] = 2 * i;
  const Guarded positions(*device_, std::vector<float>(3 * n, 1.0f)), ids(*device_, every_second),
      count(*device_, std::vector<std::uint32_t>{n - 7});
  for (std::uint32_t i = n - 7; i > 0; --i) reversed.push_back(2 * (i - 1));
  const Source sources[] = {{.n = n, .positions = positions.buffer()}, {.n = n, .positions = positions.buffer()}};
  for (const Algorithm* algorithm : algorithms()) {
    std::string absent;
    if (algorithm->backend != Backend::gl || device_for(algorithm, absent) == nullptr) continue;
    SCOPED_TRACE(algorithm->id);
    const Guarded order(*device_, n * 4, 0);
    const auto sorter = make_distance_sorter(*device_, *algorithm, n);
    const Workspace workspace(*device_, sorter->requirements());
    DistanceJob job{.n = n,
                    .sources = sources,
                    .ids = ids.buffer(),
                    .count = count.buffer(),
                    .direction = Direction::front_to_back,
                    .order = order.buffer()};
    workspace.attach(job);
    expect_kept("make_distance_sorter", [&] { make_distance_sorter(*device_, *algorithm, n); });
    expect_kept("sort", [&] { sorter->sort(job); });
    EXPECT_EQ(first_of(order.read<std::uint32_t>(), n - 7), reversed);
  }
}

TEST_F(CallersErrors, ArePendingAfterAFailedAllocation) {
  if (!is_software(*device_)) GTEST_SKIP() << "hardware drivers may take memory only when it is used";
  expect_kept("allocate", [&] { EXPECT_THROW(device_->allocate(std::size_t{1} << 46), OutOfMemory); });
}

}  // namespace
}  // namespace farfirst::test::gl_errors
