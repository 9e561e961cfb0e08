// The example of farfirst/gl.h, compiled and run. tests/project/readme.py looks for its statements here.

#include <farfirst/gl.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "guarded.h"

namespace farfirst::test::gl_example {
namespace {

TEST(GlExample, ThePositionsAndTheOrderOfARenderer) {
  std::string absent;
  if (device_for(Backend::gl, absent) == nullptr) GTEST_SKIP() << absent;
  // The context of all tests: one of its own would leave none current afterwards.
  const GladGLContext& gl = GlForTests::shared()->context.gl();
  const auto glMemoryBarrier = gl.MemoryBarrier;
  const auto get_proc_address = app::HeadlessContext::proc();
  const float cloud[] = {0, 0, -1, 0, 0, -5, 0, 0, -3}, x = 0, y = 0, z = -4;
  const std::uint32_t n = 3;
  GLuint vertex_buffer = 0, order_buffer = 0;
  gl.CreateBuffers(1, &vertex_buffer);
  gl.CreateBuffers(1, &order_buffer);
  gl.NamedBufferStorage(vertex_buffer, sizeof cloud, cloud, 0);
  gl.NamedBufferStorage(order_buffer, n * 4, nullptr, 0);
  {
    auto device = farfirst::open(farfirst::Backend::gl, farfirst::gl_options(get_proc_address));
    auto sorter = farfirst::make_distance_sorter(*device, farfirst::choose(*device), n);
    farfirst::Workspace workspace(*device, sorter->requirements());
    const farfirst::Source points{.n = n, .positions = farfirst::gl_buffer(vertex_buffer, n * 12)};
    farfirst::DistanceJob job{.sources = {&points, 1}, .eye = {x, y, z}};
    job.order = farfirst::gl_buffer(order_buffer, n * 4);
    workspace.attach(job);
    sorter->sort(job);
    glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
    device->finish();
  }
  std::uint32_t order[n];
  gl.GetNamedBufferSubData(order_buffer, 0, sizeof order, order);
  EXPECT_EQ(std::vector(order, order + n), (std::vector<std::uint32_t>{0, 1, 2}));
  gl.DeleteBuffers(1, &vertex_buffer);
  gl.DeleteBuffers(1, &order_buffer);
}

}  // namespace
}  // namespace farfirst::test::gl_example
