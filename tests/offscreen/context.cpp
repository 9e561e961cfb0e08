// The context without a window, and the owners of OpenGL names.

#include <farfirst/sort.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <type_traits>
#include <vector>

#include "object/buffer.h"
#include "object/context.h"
#include "object/debug.h"
#include "object/fence.h"
#include "object/framebuffer.h"
#include "object/program.h"
#include "object/query.h"
#include "object/texture.h"
#include "object/vertex_array.h"
#include "offscreen/context.h"

namespace farfirst::app {
namespace {

static_assert(!std::is_copy_constructible_v<gl::Buffer> && std::is_nothrow_move_constructible_v<gl::Buffer>);
static_assert(!std::is_copy_constructible_v<gl::Fence> && std::is_nothrow_move_assignable_v<gl::Fence>);

TEST(HeadlessContext, IsCoreProfileWithACompleteFramebuffer) {
  HeadlessContext context;
  const GladGLContext& gl = context.gl();
  GLint major = 0, minor = 0, profile = 0;
  gl.GetIntegerv(GL_MAJOR_VERSION, &major);
  gl.GetIntegerv(GL_MINOR_VERSION, &minor);
  gl.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_GE(10 * major + minor, 45);
  EXPECT_TRUE(profile & GL_CONTEXT_CORE_PROFILE_BIT);
  EXPECT_EQ(gl.CheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
  EXPECT_FALSE(context.renderer().empty());
  EXPECT_NE(context.version().find('.'), std::string::npos);
  EXPECT_NE(HeadlessContext::proc()("glDrawArrays"), nullptr);
}

TEST(HeadlessContext, CanBeMadeAgain) {
  for (int i = 0; i < 3; ++i) {
    HeadlessContext context;
    gl::Buffer buffer(context.gl(), 16);
    EXPECT_NE(buffer.name(), 0u);
  }
}

TEST(HeadlessContextDeathTest, SaysWhatIsMissing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        unsetenv("__EGL_VENDOR_LIBRARY_FILENAMES");
        setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nowhere", 1);
        try {
          HeadlessContext context;
        } catch (const NoOpenGL& error) {
          std::fputs(error.what(), stderr);
          std::_Exit(4);
        }
        std::_Exit(0);
      },
      testing::ExitedWithCode(4), "no usable OpenGL without a window: EGL found no device");
}

class OpenGlObjects : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
};

TEST_F(OpenGlObjects, AreDeletedOnceByTheirLastOwner) {
  GLuint name = 0;
  {
    gl::Buffer first(gl, 64);
    name = first.name();
    gl::Buffer second = std::move(first);
    EXPECT_EQ(first.name(), 0u);
    EXPECT_EQ(second.name(), name);
    gl::Buffer third(gl, 32);
    const GLuint replaced = third.name();
    third = std::move(second);
    EXPECT_EQ(third.name(), name);
    EXPECT_FALSE(gl.IsBuffer(replaced));
    EXPECT_TRUE(gl.IsBuffer(name));
  }
  EXPECT_FALSE(gl.IsBuffer(name));
}

TEST_F(OpenGlObjects, MappedBufferIsSeenByOpenGL) {
  const gl::Buffer buffer = gl::Buffer::mapped(gl, 8);
  const std::uint32_t words[2] = {0x01020304, 0xA0B0C0D0};
  std::memcpy(buffer.memory(), words, sizeof words);
  const gl::Buffer copy(gl, 8, nullptr, GL_DYNAMIC_STORAGE_BIT);
  gl.CopyNamedBufferSubData(buffer.name(), copy.name(), 0, 0, 8);
  std::uint32_t read[2] = {};
  gl.GetNamedBufferSubData(copy.name(), 0, sizeof read, read);
  EXPECT_EQ(read[0], words[0]);
  EXPECT_EQ(read[1], words[1]);
}

/// Each dispatch takes long before it reads, so that on a GPU the host has written to the buffer before the first one
/// does.
TEST_F(OpenGlObjects, WritesWaitForWhatEarlierCommandsRead) {
  const gl::ShaderFile files[] = {{"read_late.comp", R"(#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 1) readonly buffer From { uint from; };
layout(std430, binding = 2) writeonly buffer To { uint to[]; };
layout(location = 0) uniform uint number;
layout(location = 1) uniform uint rounds;
void main() {
  uint state = number;
  for (uint i = 0u; i < rounds; ++i) state = state * 1664525u + 1013904223u + (state >> 7);
  to[number] = from + (state == 12345u ? 1u : 0u);
}
)"}};
  const gl::Program program(gl, gl::ShaderLibrary(files, ""), {"read_late.comp"});
  std::vector<std::uint32_t> expected(16);
  std::iota(expected.begin(), expected.end(), 0u);
  const gl::Buffer from(gl, 4, expected.data(), GL_DYNAMIC_STORAGE_BIT), other(gl, 4), to(gl, 4 * expected.size());
  program.use();
  gl.Uniform1ui(1, gl::is_software(gl) ? 1000 : 400'000);
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, to.name());
  for (const std::uint32_t number : expected) {
    const std::uint32_t next = number + 1;
    gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, from.name());
    gl.Uniform1ui(0, number);
    gl.DispatchCompute(1, 1, 1);
    gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, other.name());
    gl::write(gl, from, 0, std::as_bytes(std::span(&next, 1)));
  }
  gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  std::vector<std::uint32_t> read(expected.size());
  gl.GetNamedBufferSubData(to.name(), 0, static_cast<GLsizeiptr>(to.bytes()), read.data());
  EXPECT_EQ(read, expected);
}

TEST_F(OpenGlObjects, EmptyBufferIsAllowed) {
  gl::DebugLog log(gl);
  const gl::Buffer buffer(gl, 0, nullptr);
  const gl::Buffer mapped = gl::Buffer::mapped(gl, 0);
  EXPECT_EQ(buffer.bytes(), 0u);
  EXPECT_NE(mapped.memory(), nullptr);
  EXPECT_EQ(log.faults(), 0u);
}

TEST_F(OpenGlObjects, HugeBufferIsOutOfMemory) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "hardware drivers may take memory only when it is used";
  gl::DebugLog log(gl);
  EXPECT_THROW(gl::Buffer(gl, std::size_t{1} << 46), OutOfMemory);
  EXPECT_NO_THROW(log.check()) << "the exception has reported it";
}

TEST_F(OpenGlObjects, TextureBeyondTheLimitIsRefused) {
  try {
    gl::Texture(gl, GL_RGBA8, 1 << 20, 4);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("1048576 x 4 pixels"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("GL_MAX_TEXTURE_SIZE"), std::string::npos) << error.what();
  }
  EXPECT_THROW(gl::Texture(gl, GL_RGBA8, 0, 4), Error);
}

TEST_F(OpenGlObjects, IncompleteFramebufferIsRefused) {
  const gl::Texture not_renderable(gl, GL_RGB9_E5, 4, 4);
  EXPECT_THROW(gl::Framebuffer(gl, not_renderable), Error);
}

TEST_F(OpenGlObjects, FenceIsSignalledAfterTheWork) {
  EXPECT_TRUE(gl::Fence().signalled());
  gl::Fence fence(gl);
  fence.wait();
  EXPECT_TRUE(fence.signalled());
}

TEST_F(OpenGlObjects, GpuTimerNeverHoldsMoreThanItsDepth) {
  gl::GpuTimer timer(gl);
  EXPECT_FALSE(timer.take());
  for (int i = 0; i < 10; ++i) {
    timer.begin(static_cast<std::uint64_t>(100 + i));
    gl.Clear(GL_COLOR_BUFFER_BIT);
    timer.end();
  }
  gl.Finish();
  std::vector<std::uint64_t> tags;
  while (const auto time = timer.take()) {
    EXPECT_GE(time->milliseconds, 0.0);
    tags.push_back(time->tag);
  }
  EXPECT_EQ(tags, (std::vector<std::uint64_t>{100, 101, 102, 103}));
}

TEST_F(OpenGlObjects, DebugLogCountsAndThrowsMisuseOnce) {
  gl::DebugLog log(gl);
  EXPECT_NO_THROW(log.check());
  gl.Enable(GL_TEXTURE_2D + 0x7000);
  EXPECT_EQ(log.faults(), 1u);
  try {
    log.check();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("GL_INVALID_ENUM"), std::string::npos) << error.what();
  }
  EXPECT_NO_THROW(log.check());
  EXPECT_EQ(log.faults(), 1u);
}

/// In a context that is not for debugging, drivers may report whenever they like.
TEST(DebugLogs, HearOfMisuseInOtherContextsToo) {
  const HeadlessContext context(/*debug=*/false);
  const GladGLContext& gl = context.gl();
  gl::DebugLog log(gl);
  EXPECT_EQ(gl.IsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS), GL_FALSE);
  gl.Enable(GL_TEXTURE_2D + 0x7000);
  gl.Finish();
  EXPECT_EQ(log.faults(), 1u);
  EXPECT_THROW(log.check(), Error);
}

GLDEBUGPROC kept_callback = nullptr;
const void* kept_user = nullptr;
void GLAD_API_PTR keep_callback(GLDEBUGPROC callback, const void* user) {
  if (callback == nullptr) return;
  kept_callback = callback;
  kept_user = user;
}

TEST(DebugLogs, MayReceiveReportsAfterTheirEnd) {
  const HeadlessContext context(/*debug=*/false);
  GladGLContext gl = context.gl();
  gl.DebugMessageCallback = keep_callback;
  const auto report = [] {
    kept_callback(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, 0, GL_DEBUG_SEVERITY_HIGH, -1, "late", kept_user);
  };
  {
    gl::DebugLog log(gl);
    std::thread thread(report);
    thread.join();
    EXPECT_EQ(log.faults(), 1u);
  }
  EXPECT_NO_FATAL_FAILURE(report());
}

}  // namespace
}  // namespace farfirst::app
