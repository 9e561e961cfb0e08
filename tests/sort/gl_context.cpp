// Tests of OpenGL devices in foreign contexts: the state of another renderer, several devices, and contexts with fewer
// features. Each missing feature has a message, and no reported limit is exceeded.

#include <farfirst/gl.h>
#include <farfirst/gl_order_check.h>
#include <farfirst/gl_state.h>
#include <farfirst/keys.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "gl_driver.h"
#include "gl_state.h"
#include "guarded.h"
#include "tests/inputs/distributions.h"

namespace farfirst::test::gl_context {
namespace {

constexpr std::uint32_t seed = 9;

/// Sorts in guarded memory, at an odd offset, and compares. Empty, or the message of make_sorter.
std::string sort_or_sentence(Device& device, const Algorithm& algorithm, std::uint32_t n, std::uint32_t max_n) {
  std::unique_ptr<Sorter> sorter;
  try {
    sorter = make_sorter(device, algorithm, max_n);
  } catch (const OutOfMemory&) {
    throw;
  } catch (const Error& error) {
    return error.what();
  }
  std::vector<std::uint32_t> keys = inputs::make_keys(inputs::Distribution::few_unique, n, seed);
  const std::vector<std::uint32_t> expected = expected_order(keys);
  keys.insert(keys.begin(), 3, 0u);
  const Guarded keys_in(device, keys), order(device, n * 4, 0xFF);
  const GuardedWorkspace workspace(device, sorter->requirements(), 0xFF);
  Buffer behind = keys_in.buffer();
  behind.offset += 12;
  behind.bytes -= 12;
  ArgsortJob job{.n = n, .keys = behind, .order = order.buffer()};
  workspace.attach(job);
  sorter->sort(job);
  device.finish();
  EXPECT_EQ(order.read<std::uint32_t>(), expected) << algorithm.id;
  workspace.expect_intact();
  return {};
}

std::vector<const Algorithm*> gl_entries_that_run() {
  std::vector<const Algorithm*> entries;
  for (const Algorithm* algorithm : algorithms()) {
    std::string absent;
    if (algorithm->backend == Backend::gl && device_for(algorithm, absent) != nullptr) entries.push_back(algorithm);
  }
  return entries;
}

// ------------------------------------------------------------------------------------------------ foreign renderers

/// A foreign renderer: objects, and state that differs from every default.
class Renderer {
 public:
  Renderer() {
    gladLoadGLContext(&gl_, reinterpret_cast<GLADloadfunc>(app::HeadlessContext::proc()));
    gl_.CreateBuffers(static_cast<GLsizei>(std::size(buffers_)), buffers_);
    for (const GLuint buffer : buffers_) gl_.NamedBufferStorage(buffer, 4096, nullptr, 0);
    gl_.CreateVertexArrays(1, &vertex_array_);
    gl_.VertexArrayElementBuffer(vertex_array_, buffers_[0]);
    gl_.CreateTransformFeedbacks(1, &feedback_);
    for (GLuint i = 0; i < 4; ++i) gl_.TransformFeedbackBufferBase(feedback_, i, buffers_[8 + i]);
    gl_.CreateTextures(GL_TEXTURE_2D, 1, &texture_);
    gl_.TextureStorage2D(texture_, 1, GL_RGBA8, 8, 8);
    gl_.CreateFramebuffers(1, &framebuffer_);
    gl_.NamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
    const char* source = "#version 450 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    program_ = gl_.CreateShaderProgramv(GL_COMPUTE_SHADER, 1, &source);
    gl_.CreateQueries(GL_TIMESTAMP, 1, &query_);
    gl_.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_before_);
  }
  ~Renderer() {
    set_defaults();
    gl_.DeleteQueries(1, &query_);
    gl_.DeleteProgram(program_);
    gl_.DeleteFramebuffers(1, &framebuffer_);
    gl_.DeleteTextures(1, &texture_);
    gl_.DeleteTransformFeedbacks(1, &feedback_);
    gl_.DeleteVertexArrays(1, &vertex_array_);
    gl_.DeleteBuffers(static_cast<GLsizei>(std::size(buffers_)), buffers_);
  }
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Leaves the state of a renderer in the middle of a frame.
  void disturb() const {
    gl_.UseProgram(program_);
    gl_.BindVertexArray(vertex_array_);
    gl_.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback_);
    for (GLuint i = 0; i < 12; ++i) gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffers_[i], 256, 512 + 256 * i);
    for (GLuint i = 0; i < 8; ++i) gl_.BindBufferRange(GL_UNIFORM_BUFFER, i, buffers_[i], 256, 256);
    gl_.BindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, buffers_[1]);
    constexpr GLenum targets[] = {GL_ARRAY_BUFFER,        GL_DISPATCH_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER,
                                  GL_COPY_READ_BUFFER,    GL_COPY_WRITE_BUFFER,        GL_PIXEL_PACK_BUFFER,
                                  GL_PIXEL_UNPACK_BUFFER, GL_TEXTURE_BUFFER,           GL_SHADER_STORAGE_BUFFER,
                                  GL_UNIFORM_BUFFER};
    for (std::size_t i = 0; i < std::size(targets); ++i) gl_.BindBuffer(targets[i], buffers_[i]);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    for (GLuint unit = 0; unit < 4; ++unit) gl_.BindTextureUnit(unit, texture_);
    gl_.ActiveTexture(GL_TEXTURE2);
    for (const GLenum name : switches) gl_.Enable(name);
    gl_.PrimitiveRestartIndex(1);
    gl_.Viewport(1, 2, 3, 4);
    gl_.Scissor(0, 0, 1, 1);
    gl_.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl_.PixelStorei(GL_PACK_ALIGNMENT, 8);
    gl_.DepthFunc(GL_NEVER);
  }
  GlStateValues state() const { return gl_state(gl_); }

 private:
  static constexpr GLenum switches[] = {GL_RASTERIZER_DISCARD, GL_BLEND,          GL_DEPTH_TEST,
                                        GL_CULL_FACE,          GL_SCISSOR_TEST,   GL_PROGRAM_POINT_SIZE,
                                        GL_PRIMITIVE_RESTART,  GL_CLIP_DISTANCE0, GL_STENCIL_TEST};

  void set_defaults() const {
    for (const GLenum name : switches) gl_.Disable(name);
    gl_.ActiveTexture(GL_TEXTURE0);
    gl_.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    gl_.PixelStorei(GL_PACK_ALIGNMENT, 4);
    gl_.DepthFunc(GL_LESS);
    gl_.PrimitiveRestartIndex(0);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer_before_));
    gl_.UseProgram(0);  // deleting unbinds the other objects
    gl_.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  }

  GladGLContext gl_{};
  GLuint buffers_[12] = {};
  GLuint vertex_array_ = 0, feedback_ = 0, texture_ = 0, framebuffer_ = 0, program_ = 0, query_ = 0;
  GLint framebuffer_before_ = 0;
};

/// The state that calls leave at its default, according to gl.h.
bool may_be_default(const std::string& name) {
  static const std::set<std::string> names = {"GL_CURRENT_PROGRAM",
                                              "GL_VERTEX_ARRAY_BINDING",
                                              "GL_TRANSFORM_FEEDBACK_BINDING",
                                              "GL_DISPATCH_INDIRECT_BUFFER_BINDING",
                                              "GL_DRAW_INDIRECT_BUFFER_BINDING",
                                              "GL_SHADER_STORAGE_BUFFER_BINDING",
                                              "GL_RASTERIZER_DISCARD"};
  if (names.contains(name)) return true;
  for (const char* indexed : {"storage block ", "storage start ", "storage size "}) {
    if (name.rfind(indexed, 0) == 0) return std::stoi(name.substr(std::string(indexed).size())) < 8;
  }
  return false;
}

void expect_promised(const GlStateValues& before, const GlStateValues& after, bool kept, const std::string& call) {
  for (const auto& [name, value] : before) {
    if (!kept && name.rfind("feedback buffer", 0) == 0) continue;  // of the bound transform feedback object
    if (!kept && may_be_default(name) && after.at(name) == 0) continue;
    EXPECT_EQ(after.at(name), value) << name << " after " << call;
  }
}

class ForeignContext : public TestOn<Backend::gl> {
 protected:
  /// Makes each call twice: without a GlState and within one.
  template <class Call>
  void expect_state_as_promised(const std::string& name, Call call) {
    const Renderer renderer;
    for (const bool kept : {false, true}) {
      renderer.disturb();
      const GlStateValues before = renderer.state();
      if (kept) {
        const GlState state(*device_);
        call();
      } else {
        call();
      }
      expect_promised(before, renderer.state(), kept, name + (kept ? " within GlState" : ""));
    }
  }
};

TEST_F(ForeignContext, CallsOfTheDeviceLeaveItsStateAsPromised) {
  constexpr std::uint32_t n = 1000;
  const std::vector<std::uint32_t> content = inputs::make_keys(inputs::Distribution::uniform, n, seed);
  const Guarded positions(*device_, std::vector<float>(3 * n, 1.0f)), keys(*device_, content),
      order(*device_, expected_order(content)), elements(*device_, 12 * n, 0),
      corners(*device_, std::vector<std::uint32_t>(3 * n));
  GlOrderCheck check(*device_, n);
  expect_state_as_promised("check_order",
                           [&] { EXPECT_TRUE(device_->check_order(keys.buffer(), order.buffer(), n).ok()); });
  expect_state_as_promised("GlOrderCheck::enqueue",
                           [&] { check.enqueue({.keys = keys.buffer(), .order = order.buffer(), .n = n}); });
  expect_state_as_promised("GlOrderCheck::take", [&] { check.take(); });
  expect_state_as_promised("reverse_order", [&] { reverse_order(*device_, order.buffer(), n); });
  expect_state_as_promised("expand_triangles",
                           [&] { expand_triangles(*device_, order.buffer(), corners.buffer(), elements.buffer(), n); });
  expect_state_as_promised("make_keys", [&] {
    const Source source{.n = n, .positions = positions.buffer()};
    device_->make_keys({.n = n, .sources = {&source, 1}, .keys = keys.buffer()});
  });
  expect_state_as_promised("allocate, upload and download", [&] {
    std::vector<std::uint32_t> words(n);
    const OwnedBuffer buffer(*device_, n * 4);
    device_->upload(buffer, content.data(), n * 4);
    device_->download(words.data(), buffer, n * 4);
    EXPECT_EQ(words, content);
  });
  expect_state_as_promised("open", [&] { open(Backend::gl, gl_options(app::HeadlessContext::proc())); });
}

TEST_F(ForeignContext, SortsAreRightInItAndLeaveItsStateAsPromised) {
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    SCOPED_TRACE(algorithm->id);
    constexpr std::uint32_t n = 20000;
    const std::vector<std::uint32_t> content = inputs::make_keys(inputs::Distribution::gaussian, n, seed);
    const Guarded keys(*device_, content), order(*device_, n * 4, 0xFF);
    const auto sorter = make_sorter(*device_, *algorithm, n);
    const Workspace workspace(*device_, sorter->requirements());
    ArgsortJob job{.n = n, .keys = keys.buffer(), .order = order.buffer()};
    workspace.attach(job);
    expect_state_as_promised("sort", [&] { sorter->sort(job); });
    EXPECT_EQ(order.read<std::uint32_t>(), expected_order(content)) << "in the state of a foreign renderer";
    expect_state_as_promised("making a sorter", [&] { make_sorter(*device_, *algorithm, n); });
  }
}

TEST_F(ForeignContext, DevicesLiveSideBySide) {
  auto first = open(Backend::gl, gl_options(app::HeadlessContext::proc()));
  const auto second = open(Backend::gl, gl_options(app::HeadlessContext::proc()));
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    EXPECT_EQ(sort_or_sentence(*first, *algorithm, 5000, 5000), "");
    EXPECT_EQ(sort_or_sentence(*second, *algorithm, 7000, 9000), "");
    EXPECT_EQ(sort_or_sentence(*device_, *algorithm, 3000, 3000), "");
  }
  first.reset();  // the others continue
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    EXPECT_EQ(sort_or_sentence(*second, *algorithm, 5000, 5000), "");
  }
}

// ------------------------------------------------------------------------------------------ contexts that have less

class LesserContext : public testing::Test {
 protected:
  void SetUp() override {
    if (shared_device(Backend::gl) == nullptr) GTEST_SKIP() << "no gl device can be opened here";
    GlDriver::get().reset();
  }
  void TearDown() override { GlDriver::get().reset(); }

  static std::unique_ptr<Device> open_through_driver() { return open(Backend::gl, gl_options(GlDriver::proc())); }
  /// The message of open(); empty if it opens.
  static std::string refusal() {
    try {
      open_through_driver();
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }
  static void expect_refusal(std::initializer_list<const char*> words) {
    const std::string sentence = refusal();
    EXPECT_GT(sentence.size(), 20u) << sentence;
    for (const char* word : words) EXPECT_NE(sentence.find(word), std::string::npos) << sentence;
  }
  static void expect_within_limits() {
    for (const std::string& sentence : GlDriver::get().excesses)
      ADD_FAILURE() << "beyond a reported limit: " << sentence;
  }
};

TEST_F(LesserContext, TheLayerItselfChangesNothing) {
  const auto device = open_through_driver();
  EXPECT_EQ(device->description(), shared_device(Backend::gl)->description());
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    EXPECT_EQ(sort_or_sentence(*device, *algorithm, 4000, 4000), "");
  }
}

TEST_F(LesserContext, NoFunctions) {
  try {
    open(Backend::gl);
    ADD_FAILURE() << "opened without functions";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("gl_proc"), std::string::npos) << error.what();
  }
  EXPECT_THROW(open(Backend::gl, gl_options([](const char*) -> void* { return nullptr; })), Error);
}

TEST_F(LesserContext, AnOldVersion) {
  GlDriver& driver = GlDriver::get();
  driver.version = "4.3 (Core Profile) of a test";
  driver.limits = {{GL_MAJOR_VERSION, 4}, {GL_MINOR_VERSION, 3}};
  expect_refusal({"4.3", "4.5"});
  driver.version = "3.2 of a test";
  driver.limits = {{GL_MAJOR_VERSION, 3}, {GL_MINOR_VERSION, 2}};
  expect_refusal({"3.2", "4.5"});
}

TEST_F(LesserContext, NoComputeShaders) {
  GlDriver& driver = GlDriver::get();
  for (const char* function : {"glDispatchCompute", "glDispatchComputeIndirect", "glMemoryBarrier"}) {
    SCOPED_TRACE(function);
    driver.hidden_functions = {function};
    expect_refusal({"compute"});
  }
}

TEST_F(LesserContext, LimitsBelowOpenGlsMinimum) {
  GlDriver& driver = GlDriver::get();
  const std::pair<GLenum, GLint64> limits[] = {
      {GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, 128}, {GL_MAX_COMPUTE_WORK_GROUP_SIZE, 64},
      {GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1000},      {GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, 16384},
      {GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, 4},    {GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, 0},
      {GL_MAX_SHADER_STORAGE_BLOCK_SIZE, 1 << 20}};
  for (const auto& limit : limits) {
    SCOPED_TRACE(testing::Message() << std::hex << "limit 0x" << limit.first);
    driver.limits = {limit};
    expect_refusal({"compute"});
  }
}

/// Reports the minimum of the OpenGL 4.5 specification's tables, and no extensions.
void report_minimum() {
  GlDriver& driver = GlDriver::get();
  driver.limits = {{GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, 1024},
                   {GL_MAX_COMPUTE_WORK_GROUP_COUNT, 65535},
                   {GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, 32768},
                   {GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, 8},
                   {GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, 8},
                   {GL_MAX_SHADER_STORAGE_BLOCK_SIZE, 1 << 24},
                   {GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, 256},
                   {GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, 0},
                   {GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS, 0},
                   {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, 4},
                   {GL_MAX_VERTEX_STREAMS, 4},
                   {GL_MAX_GEOMETRY_SHADER_INVOCATIONS, 32}};
  driver.hidden_extensions = {"GL_KHR_shader_subgroup", "GL_NV_shader_subgroup_partitioned", "GL_ARB_gpu_shader_int64",
                              "GL_ARB_shader_ballot"};
}

TEST_F(LesserContext, OpenGlsMinimumIsEnough) {
  report_minimum();
  const auto device = open_through_driver();
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    SCOPED_TRACE(algorithm->id);
    const std::string sentence = sort_or_sentence(*device, *algorithm, 30011, 1u << 19);
    if (algorithm == &choose(*device)) {
      EXPECT_EQ(sentence, "");
    } else if (!sentence.empty()) {  // none in vertex and geometry shaders: entries that draw may need them
      EXPECT_NE(sentence.find("storage blocks in "), std::string::npos) << sentence;
    }
  }
  for (const GLenum limit : {GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS}) {
    GlDriver::get().limits[limit] = 8;
  }
  GlDriver::get().limits[GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS] = 8;
  const auto better = open_through_driver();
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    SCOPED_TRACE(algorithm->id);
    EXPECT_EQ(sort_or_sentence(*better, *algorithm, 30011, 1u << 19), "");
  }
  expect_within_limits();
}

TEST_F(LesserContext, KeysAndChecksWithTheMinimum) {
  report_minimum();
  const auto device = open_through_driver();
  const std::vector<std::uint32_t> content = inputs::make_keys(inputs::Distribution::uniform, 30011, seed);
  const Guarded keys(*device, content), order(*device, expected_order(content));
  EXPECT_TRUE(device->check_order(keys.buffer(), order.buffer(), 30011).ok());
  const Guarded positions(*device, std::vector<float>(3 * 5003, 2.0f)), made(*device, 5003 * 4, 0);
  const Source source{.n = 5003, .positions = positions.buffer()};
  device->make_keys({.n = 5003, .sources = {&source, 1}, .keys = made.buffer()});
  EXPECT_EQ(made.read<std::uint32_t>(),
            std::vector<std::uint32_t>(5003, key_of_point<Metric::radial>({2, 2, 2}, keys::prepared(Viewpoint{}))));
  expect_within_limits();
}

TEST_F(LesserContext, LessThanTheMinimumIsAnErrorOrEnough) {
  GlDriver& driver = GlDriver::get();
  const std::pair<GLenum, GLint64> limits[] = {{GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, 256},
                                               {GL_MAX_VERTEX_STREAMS, 1},
                                               {GL_MAX_VERTEX_STREAMS, 0},
                                               {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, 1},
                                               {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, 0},
                                               {GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS, 0},
                                               {GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS, 0},
                                               {GL_MAX_GEOMETRY_OUTPUT_VERTICES, 0},
                                               {GL_MAX_GEOMETRY_SHADER_INVOCATIONS, 0}};
  for (const auto& limit : limits) {
    driver.limits = {limit};
    const auto device = open_through_driver();
    for (const Algorithm* algorithm : gl_entries_that_run()) {
      SCOPED_TRACE(testing::Message() << algorithm->id << ", limit 0x" << std::hex << limit.first << std::dec << " = "
                                      << limit.second);
      const std::string sentence = sort_or_sentence(*device, *algorithm, 10007, 10007);
      EXPECT_TRUE(sentence.empty() || sentence.size() > 20) << sentence;
    }
    expect_within_limits();
    driver.excesses.clear();
  }
}

TEST_F(LesserContext, BuffersLargerThanAStorageBlock) {
  report_minimum();
  const auto device = open_through_driver();
  constexpr std::uint32_t too_many = (1u << 22) + 1;  // keys alone are larger than a block
  for (const Algorithm* algorithm : gl_entries_that_run()) {
    SCOPED_TRACE(algorithm->id);
    try {
      make_sorter(*device, *algorithm, too_many);
      ADD_FAILURE() << "made for more elements than a storage block holds";
    } catch (const Error& error) {
      const std::string sentence = error.what();
      EXPECT_NE(sentence.find(algorithm->id), std::string::npos) << sentence;
      EXPECT_NE(sentence.find(std::to_string(1 << 24)), std::string::npos) << sentence;
    }
  }
  EXPECT_THROW(GlOrderCheck(*device, too_many), Error);
}

TEST_F(LesserContext, PositionsOrTrianglesLargerThanAStorageBlock) {
  report_minimum();
  const auto device = open_through_driver();
  constexpr std::uint32_t vertices = (1u << 24) / 12 + 2, triangles = vertices;
  const OwnedBuffer positions(*device, vertices * std::size_t{12}), corners(*device, triangles * std::size_t{12});
  const OwnedBuffer keys(*device, triangles * std::size_t{4});
  const auto refusal = [&](const DistanceJob& job) {
    try {
      device->make_keys(job);
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  Source source{.n = vertices, .positions = positions};
  DistanceJob job{.n = vertices, .sources = {&source, 1}, .keys = keys};
  EXPECT_NE(refusal(job).find(std::to_string(1 << 24)), std::string::npos) << refusal(job);
  job.n = source.n = 10;  // from the same buffer
  EXPECT_EQ(refusal(job), "");
  source.triangles = corners;
  source.vertex_count = 10;
  job.n = source.n = triangles;
  EXPECT_NE(refusal(job).find(std::to_string(1 << 24)), std::string::npos) << refusal(job);
  for (const Algorithm* algorithm : gl_entries_that_run()) {  // keys fit, positions do not
    SCOPED_TRACE(algorithm->id);
    try {
      const auto sorter = make_distance_sorter(*device, *algorithm, 10);
      const Workspace workspace(*device, sorter->requirements());
      const Source large{.n = 10, .positions = positions, .triangles = corners, .vertex_count = vertices};
      DistanceJob whole{.n = 10, .sources = {&large, 1}, .order = keys};
      workspace.attach(whole);
      sorter->sort(whole);
      ADD_FAILURE() << "positions beyond a storage block were sorted";
    } catch (const Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 20u) << error.what();
    }
  }
  expect_within_limits();
}

}  // namespace
}  // namespace farfirst::test::gl_context
