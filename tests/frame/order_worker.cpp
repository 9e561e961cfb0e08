// The thread that sorts beside the frame: late orders, slow sorts, slots in flight, failures, the end.

#include "order/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <numeric>
#include <set>

#include "headless/context.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t n = 64;

/// In the order of the file, or shuffled by a seed: so that every request has an order of its own.
OrderRequest request_for(std::uint64_t scene, std::uint32_t seed) {
  auto positions = std::make_shared<const std::vector<glm::vec3>>(n);
  OrderRequest request;
  request.elements.positions = *positions;
  request.elements.owner = positions;
  request.spec.scene = scene;
  request.spec.n = n;
  request.spec.draw_order = DrawOrder::shuffled;
  request.spec.seed = seed;
  return request;
}

/// Holds the worker until it is opened.
class Gate {
 public:
  void pass() {
    entered_.set_value();
    opened_.get_future().wait();
  }
  void wait_until_entered() { entered_.get_future().wait(); }
  void open() { opened_.set_value(); }

 private:
  std::promise<void> entered_, opened_;
};

class OrderWorkerTest : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();

  std::vector<std::uint32_t> words(const CurrentOrder& order) {
    std::vector<std::uint32_t> result(order.view.words);
    gl.GetNamedBufferSubData(order.view.buffer, static_cast<GLintptr>(order.view.offset),
                             static_cast<GLsizeiptr>(result.size() * sizeof(result[0])), result.data());
    return result;
  }
  static std::vector<std::uint32_t> expected(std::uint32_t seed) {
    DepthOrder depth_order;
    depth_order.make(request_for(0, seed));
    return {depth_order.order().begin(), depth_order.order().end()};
  }
};

TEST_F(OrderWorkerTest, WaitingGivesTheOrderOfTheLastRequest) {
  OrderWorker worker(gl);
  EXPECT_EQ(worker.current(), nullptr);
  EXPECT_FALSE(worker.update(true)) << "nothing was asked for";
  worker.set_scene(1, n);
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    worker.request(request_for(1, 1000 + seed));
    worker.request(request_for(1, seed));
    EXPECT_TRUE(worker.update(true));
    ASSERT_NE(worker.current(), nullptr);
    EXPECT_EQ(worker.current()->result.spec.seed, seed);
    EXPECT_EQ(words(*worker.current()), expected(seed));
    if (seed % 3 != 0) worker.drawn();
  }
}

TEST_F(OrderWorkerTest, ExpandsCorners) {
  OrderWorker worker(gl);
  std::vector<std::uint32_t> corners(3 * n);
  std::iota(corners.begin(), corners.end(), 100u);
  OrderRequest request = request_for(1, 5);
  request.elements.drawn_corners = corners;
  worker.set_scene(1, 3 * n);
  worker.request(request);
  worker.update(true);
  const std::vector<std::uint32_t> order = expected(5);
  const std::vector<std::uint32_t> written = words(*worker.current());
  ASSERT_EQ(written.size(), 3 * n);
  for (std::uint32_t i = 0; i < 3 * n; ++i) EXPECT_EQ(written[i], 100 + 3 * order[i / 3] + i % 3);
}

TEST_F(OrderWorkerTest, OrdersOfAnotherSceneAreDropped) {
  Gate gate;
  std::atomic<int> sorted{0};
  OrderWorker worker(gl, [&](const OrderRequest& request) {
    ++sorted;
    if (request.spec.scene == 1) gate.pass();
  });
  worker.set_scene(1, n);
  worker.request(request_for(1, 1));
  gate.wait_until_entered();
  worker.set_scene(2, 2 * n);
  EXPECT_EQ(worker.current(), nullptr);
  gate.open();
  EXPECT_FALSE(worker.update(true)) << "its scene is gone";
  EXPECT_EQ(worker.current(), nullptr);
  worker.request(request_for(2, 2));
  EXPECT_TRUE(worker.update(true));
  ASSERT_NE(worker.current(), nullptr);
  EXPECT_EQ(worker.current()->result.spec.scene, 2u);
  EXPECT_EQ(words(*worker.current()), expected(2));
  EXPECT_EQ(sorted, 2);
}

TEST_F(OrderWorkerTest, SlowSortDelaysOnlyTheOrder) {
  Gate gate;
  OrderWorker worker(gl, [&](const OrderRequest& request) {
    if (request.spec.seed == 2) gate.pass();
  });
  worker.set_scene(1, n);
  worker.request(request_for(1, 1));
  worker.update(true);
  worker.request(request_for(1, 2));
  gate.wait_until_entered();
  for (std::uint32_t frame = 0; frame < 50; ++frame) {
    worker.request(request_for(1, 3 + frame));
    EXPECT_FALSE(worker.update(false));  // would never return if it waited
    EXPECT_EQ(worker.current()->result.spec.seed, 1u);
    worker.drawn();
  }
  gate.open();
  worker.update(true);
  EXPECT_EQ(worker.current()->result.spec.seed, 52u) << "of those that waited, only the newest is sorted";
}

// A context whose fences do not signal until they are let.
std::set<GLsync>* held_fences = nullptr;
GLenum GLAD_API_PTR held_wait(GLsync sync, GLbitfield, GLuint64 timeout) {
  if (!held_fences->contains(sync)) return GL_ALREADY_SIGNALED;
  if (timeout > 0) held_fences->erase(sync);  // whoever waits, waits until the GPU is done
  return GL_TIMEOUT_EXPIRED;
}
GLsync GLAD_API_PTR held_fence(GLenum, GLbitfield) {
  static std::uintptr_t next = 0;
  const auto sync = reinterpret_cast<GLsync>(++next);
  held_fences->insert(sync);
  return sync;
}
void GLAD_API_PTR held_delete(GLsync) {}

TEST_F(OrderWorkerTest, SlotsInFlightAreNotWritten) {
  std::set<GLsync> held;
  held_fences = &held;
  GladGLContext slow_gpu = gl;
  slow_gpu.FenceSync = held_fence;
  slow_gpu.ClientWaitSync = held_wait;
  slow_gpu.DeleteSync = held_delete;

  std::atomic<std::uint32_t> started{0};
  OrderWorker worker(slow_gpu, [&](const OrderRequest& request) { started = request.spec.seed; });
  worker.set_scene(1, n);
  std::vector<CurrentOrder> in_flight;
  const auto advance = [&](std::uint32_t seed) {
    worker.request(request_for(1, seed));
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!worker.update(false)) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      std::this_thread::sleep_for(1ms);
    }
    worker.drawn();
    in_flight.push_back(*worker.current());
  };
  for (const std::uint32_t seed : {1u, 2u, 3u}) advance(seed);
  ASSERT_EQ(in_flight.size(), 3u);

  // All three slots are in flight: a fourth order is sorted, but has nowhere to go.
  worker.request(request_for(1, 4));
  while (started != 4) std::this_thread::sleep_for(1ms);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(worker.update(false));
    std::this_thread::sleep_for(1ms);
  }
  for (std::uint32_t seed = 1; seed <= 3; ++seed) EXPECT_EQ(words(in_flight[seed - 1]), expected(seed));

  // The GPU has drawn the first: its slot, and no other, is taken.
  held.erase(held.begin());
  advance(4);
  EXPECT_EQ(in_flight[3].view.offset, in_flight[0].view.offset);
  EXPECT_EQ(words(in_flight[1]), expected(2));
  EXPECT_EQ(words(in_flight[2]), expected(3));
  EXPECT_EQ(words(in_flight[3]), expected(4));

  // Whoever waits for an order waits for the GPU first, if must be.
  worker.request(request_for(1, 5));
  EXPECT_TRUE(worker.update(true));
  EXPECT_EQ(words(*worker.current()), expected(5));
}

TEST_F(OrderWorkerTest, OrderThatIsDrawnStaysWhileOthersArrive) {
  OrderWorker worker(gl);
  worker.set_scene(1, n);
  worker.request(request_for(1, 1));
  worker.update(true);
  worker.drawn();
  const CurrentOrder drawn = *worker.current();
  for (std::uint32_t seed = 2; seed < 100; ++seed) {
    worker.request(request_for(1, seed));
    std::this_thread::sleep_for(200us);
  }
  EXPECT_EQ(words(drawn), expected(1));
  worker.update(true);
  EXPECT_EQ(words(*worker.current()), expected(99));
}

TEST_F(OrderWorkerTest, FailuresReachTheFrameOnce) {
  OrderWorker worker(gl, [](const OrderRequest& request) {
    if (request.spec.seed == 2) throw OutOfMemory("no memory for the sort");
  });
  worker.set_scene(1, n);
  worker.request(request_for(1, 1));
  worker.update(true);
  worker.request(request_for(1, 2));
  EXPECT_THROW(worker.update(true), OutOfMemory);
  EXPECT_FALSE(worker.update(true));
  EXPECT_EQ(worker.current()->result.spec.seed, 1u) << "the order before stays in use";
  worker.request(request_for(1, 3));
  EXPECT_TRUE(worker.update(true));
}

TEST_F(OrderWorkerTest, CanEndWhileASortRuns) {
  for (int i = 0; i < 5; ++i) {
    std::promise<void> entered;
    OrderWorker worker(gl, [&](const OrderRequest& request) {
      if (request.spec.seed == 1) entered.set_value();
      std::this_thread::sleep_for(5ms);
    });
    worker.set_scene(1, n);
    worker.request(request_for(1, 1));
    entered.get_future().wait();
    worker.request(request_for(1, 2));
  }
}

TEST_F(OrderWorkerTest, ScenesMayChangeAtAnyTime) {
  OrderWorker worker(gl);
  for (std::uint64_t scene = 1; scene <= 300; ++scene) {
    worker.set_scene(scene, scene % 3 == 0 ? n : 40 * n);
    worker.request(request_for(scene, static_cast<std::uint32_t>(scene)));
    if (scene % 2 == 0) worker.update(false);
    if (scene % 7 == 0) {
      worker.update(true);
      ASSERT_NE(worker.current(), nullptr);
      EXPECT_EQ(worker.current()->result.spec.scene, scene);
      EXPECT_EQ(words(*worker.current()), expected(static_cast<std::uint32_t>(scene)));
      worker.drawn();
    }
    if (worker.current() != nullptr) {
      EXPECT_EQ(worker.current()->result.spec.scene, scene);
    }
  }
}

}  // namespace
}  // namespace farfirst::app
