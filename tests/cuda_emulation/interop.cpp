// Tests of farfirst/cuda.h on the emulated device: OpenGL's buffers in CUDA, comparison of GPUs, orders for drawing.

#include <cuda_runtime.h>
#include <farfirst/cuda.h>
#include <farfirst/cuda_timer.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "object/buffer.h"
#include "offscreen/context.h"

namespace farfirst::app {
namespace {

using Words = std::vector<std::uint32_t>;

class CudaInterop : public testing::Test {
 protected:
  ~CudaInterop() override { cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = true; }

  gl::Buffer buffer_of(const Words& words) { return gl::Buffer(gl, words.size() * 4, words.data()); }
  Words words_of(const gl::Buffer& buffer) {
    Words words(buffer.bytes() / 4);
    gl.GetNamedBufferSubData(buffer.name(), 0, static_cast<GLsizeiptr>(buffer.bytes()), words.data());
    return words;
  }
  OwnedBuffer on_device(const Words& words) {
    OwnedBuffer buffer(*device, words.size() * 4);
    device->upload(buffer, words.data(), words.size() * 4);
    return buffer;
  }
  Words from_device(const Buffer& buffer) {
    Words words(buffer.bytes / 4);
    device->download(words.data(), buffer, buffer.bytes);
    return words;
  }

  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
  std::unique_ptr<Device> device = open(Backend::cuda);
};

TEST_F(CudaInterop, MappedBuffersAreReadAndWrittenWhereTheyLie) {
  const Words input{3, 1, 4, 1, 5, 9};
  const gl::Buffer read = buffer_of(input), written = buffer_of(Words(6));
  const GlBuffer buffers[] = {{read.name(), GlAccess::read}, {written.name()}};
  GlShare share(*device, buffers);
  EXPECT_EQ(share.size(), 2u);
  for (std::uint32_t round = 0; round < 3; ++round) {
    auto mapping = share.map();
    EXPECT_THROW(share.map(), Misuse) << "one at a time";
    EXPECT_EQ(mapping[0].where, Backend::cuda);
    EXPECT_EQ(mapping[0].bytes, 24u);
    Words words = from_device(mapping[0]);
    EXPECT_EQ(words, input);
    for (std::uint32_t& word : words) word += round;
    device->upload(mapping[1], words.data(), 24);
    mapping.end();
    EXPECT_EQ(words_of(written), words);
  }
  EXPECT_EQ(words_of(read), input);
}

/// The example of farfirst/cuda.h.
TEST_F(CudaInterop, AFrameThatSortsBuffersOfOpenGL) {
  const float cloud[] = {0, 0, -1, 0, 0, -5, 0, 0, -3};
  const gl::Buffer vertices(gl, sizeof cloud, cloud);
  const gl::Buffer written = buffer_of(Words(3));
  const unsigned vertex_buffer = vertices.name(), order_buffer = written.name();
  auto sorter = make_distance_sorter(*device, *find("cuda.farfirst"), 3);
  Workspace memory(*device, sorter->requirements());
  Source source{.n = 3};
  DistanceJob job{.n = 3, .sources = {&source, 1}, .eye = {0, 0, -4}};
  memory.attach(job);
  const farfirst::GlBuffer buffers[] = {{vertex_buffer, farfirst::GlAccess::read}, {order_buffer}};
  farfirst::GlShare share(*device, buffers);
  auto mapping = share.map();
  source.positions = mapping[0];
  job.order = mapping[1];
  sorter->sort(job);
  mapping.end();
  EXPECT_EQ(words_of(written), (Words{0, 1, 2}));
}

TEST_F(CudaInterop, AMappingEndsWithItsScope) {
  const gl::Buffer buffer = buffer_of(Words(4));
  const GlBuffer buffers[] = {{buffer.name()}};
  const cuda_emulation::GlCounts before = cuda_emulation::gl_counts;
  {
    GlShare share(*device, buffers);
    try {
      const auto mapping = share.map();
      throw Error("in between");
    } catch (const Error&) {}
    auto first = share.map();
    const auto moved = std::move(first);
    first.end();  // has no effect any more
    EXPECT_EQ(moved[0].bytes, 16u);
  }
  EXPECT_EQ(cuda_emulation::gl_counts.maps - before.maps, 2);
  EXPECT_EQ(cuda_emulation::gl_counts.unmaps - before.unmaps, 2);
  EXPECT_EQ(cuda_emulation::gl_counts.unregistered - before.unregistered, 1);
}

TEST_F(CudaInterop, ADeadShareUnmapsAndUnregisters) {
  const gl::Buffer buffer = buffer_of(Words(4));
  const GlBuffer buffers[] = {{buffer.name()}, {buffer.name(), GlAccess::read}};
  const cuda_emulation::GlCounts before = cuda_emulation::gl_counts;
  auto share = std::make_unique<GlShare>(*device, std::span(buffers, 1));
  auto mapping = std::make_unique<GlShare::Mapping>(share->map());
  mapping.reset();
  share = std::make_unique<GlShare>(*device, buffers);  // replaced: the old registration goes
  share.reset();
  EXPECT_EQ(cuda_emulation::gl_counts.registered - before.registered, 3);
  EXPECT_EQ(cuda_emulation::gl_counts.unregistered - before.unregistered, 3);
}

TEST_F(CudaInterop, RegistrationErrorsHaveAMessage) {
  const gl::Buffer buffer = buffer_of(Words(4));
  const GlBuffer buffers[] = {{buffer.name()}, {buffer.name() + 1000}};
  const cuda_emulation::GlCounts before = cuda_emulation::gl_counts;
  try {
    GlShare share(*device, buffers);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("OpenGL's buffer " + std::to_string(buffer.name() + 1000)),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(cuda_emulation::gl_counts.unregistered - before.unregistered, 1) << "the first was registered";
}

TEST_F(CudaInterop, TheDriverReportsTheSameGpu) {
  const GlMatch match = match_gl(*device, HeadlessContext::proc());
  EXPECT_TRUE(match.same);
  EXPECT_EQ(match.ordinal, 0);
  EXPECT_EQ(match.sentence(), "");
  EXPECT_EQ(match.opengl, context.renderer());
  EXPECT_TRUE(match_gl(*device, nullptr).same);
}

TEST_F(CudaInterop, AnotherGpuIsNamedWithARemedy) {
  cuda_emulation::gl_is_same_gpu = false;
  const GlMatch match = match_gl(*device, HeadlessContext::proc());
  EXPECT_FALSE(match.same);
  EXPECT_EQ(match.ordinal, -1);
  const std::string sentence = match.sentence();
  for (const std::string& part :
       {context.renderer(), std::string("CUDA emulation (CUDA device 0)"), std::string("__NV_PRIME_RENDER_OFFLOAD=1")})
    EXPECT_NE(sentence.find(part), std::string::npos) << sentence;
  GlMatch other = match;
  other.ordinal = 3;
  EXPECT_NE(other.sentence().find("choose CUDA device 3"), std::string::npos) << other.sentence();
}

// An OpenGL that reports UUIDs: its first GPU is another one, its second the emulated one.
namespace uuids {
int reported_count = 2;
const unsigned char* get_string(unsigned) { return reinterpret_cast<const unsigned char*>("the GPU of the test"); }
const unsigned char* get_stringi(unsigned, unsigned i) {
  return reinterpret_cast<const unsigned char*>(i == 0 ? "GL_EXT_memory_object_fd" : "GL_EXT_memory_object");
}
void get_integer(unsigned name, int* value) { *value = name == 0x9596 ? reported_count : 2; }
void get_byte(unsigned name, unsigned i, unsigned char* uuid) {
  ASSERT_EQ(name, 0x9597u);
  std::memcpy(uuid, i == 1 ? "emulated GPU no.0" : "some other GPU...", 16);
}
void* proc(const char* name) {
  const std::string_view wanted = name;
  if (wanted == "glGetString") return reinterpret_cast<void*>(get_string);
  if (wanted == "glGetStringi") return reinterpret_cast<void*>(get_stringi);
  if (wanted == "glGetIntegerv") return reinterpret_cast<void*>(get_integer);
  if (wanted == "glGetUnsignedBytei_vEXT") return reinterpret_cast<void*>(get_byte);
  return nullptr;
}
}  // namespace uuids

TEST_F(CudaInterop, AUuidIdentifiesTheSameGpu) {
  cuda_emulation::gl_is_same_gpu = false;
  EXPECT_TRUE(match_gl(*device, uuids::proc).same);
  uuids::reported_count = 1;
  const GlMatch other = match_gl(*device, uuids::proc);
  EXPECT_FALSE(other.same);
  EXPECT_EQ(other.opengl, "the GPU of the test");
  uuids::reported_count = 2;
}

TEST_F(CudaInterop, ReverseIsTheReverse) {
  for (const std::uint32_t n : {0u, 1u, 2u, 3u, 255u, 512u, 1001u}) {
    Words words(n);
    std::iota(words.begin(), words.end(), 7u);
    const OwnedBuffer buffer = on_device(words);
    reverse_order(*device, buffer, n);
    std::ranges::reverse(words);
    EXPECT_EQ(from_device(buffer), words) << n;
  }
}

TEST_F(CudaInterop, ExpandedTrianglesHaveTheirCornersInOrder) {
  std::mt19937 random(5);
  for (const std::uint32_t n : {0u, 1u, 2u, 86u, 1000u}) {
    Words order(n), corners(3 * std::size_t{n}), expected;
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::shuffle(order, random);
    std::ranges::generate(corners, random);
    for (const std::uint32_t triangle : order)
      expected.insert(expected.end(), &corners[3 * triangle], &corners[3 * triangle] + 3);
    const OwnedBuffer elements(*device, expected.size() * 4);
    expand_triangles(*device, on_device(order), on_device(corners), elements, n);
    EXPECT_EQ(from_device(elements), expected) << n;
  }
}

TEST_F(CudaInterop, ATimerKnowsEachTimeOnce) {
  CudaTimer timer(*device);
  double milliseconds = -1;
  EXPECT_FALSE(timer.take(milliseconds));
  const OwnedBuffer buffer = on_device(Words(5000));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3; ++i) {
      timer.begin();
      reverse_order(*device, buffer, 5000);
      timer.end();
    }
    device->finish();
    for (int i = 0; i < 3; ++i) {
      milliseconds = -1;
      EXPECT_TRUE(timer.take(milliseconds));
      EXPECT_GT(milliseconds, 0.0);
    }
    EXPECT_FALSE(timer.take(milliseconds));
  }
}

TEST_F(CudaInterop, CallersBringTheirMemoryAndTheirStream) {
  Words words{1, 2, 3};
  const Buffer buffer = cuda_buffer(words.data(), words.size());
  EXPECT_EQ(buffer.where, Backend::cuda);
  EXPECT_EQ(buffer.bytes, 12u);
  EXPECT_EQ(buffer.handle, reinterpret_cast<std::uintptr_t>(words.data()));
  int stream = 0;
  const auto own = open(Backend::cuda, cuda_options(&stream));
  EXPECT_EQ(cuda_stream(*own), &stream);
}

}  // namespace
}  // namespace farfirst::app
