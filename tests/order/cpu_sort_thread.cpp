// The thread that sorts beside the frame: late orders, slow sorts, slots in flight, failures, the end.

#include "order/cpu_sort_thread.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <numeric>
#include <set>

#include "object/context.h"
#include "offscreen/context.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t n = 64;

/// In file order, or shuffled by a seed: so that every request has its own order.
Task worker_task(std::uint64_t scene, std::uint32_t seed) {
  auto positions = std::make_shared<const std::vector<glm::vec3>>(n);
  Task task;
  task.elements.positions = *positions;
  task.elements.owner = positions;
  task.wanted.scene = scene;
  task.wanted.n = n;
  task.wanted.draw_order = DrawOrder::shuffled;
  task.wanted.seed = seed;
  return task;
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

class CpuSortThreadTest : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();

  /// Takes an order like a frame; true if there is a new one.
  bool update(CpuSortThread& worker, bool wait) {
    std::optional<Order> taken = worker.take(wait);
    if (!taken) return false;
    current = std::move(taken);
    return true;
  }

  std::optional<Order> current;

  std::vector<std::uint32_t> words(const Order& order) {
    std::vector<std::uint32_t> result(order.view.words);
    gl.GetNamedBufferSubData(order.view.buffer, static_cast<GLintptr>(order.view.offset),
                             static_cast<GLsizeiptr>(result.size() * sizeof(result[0])), result.data());
    return result;
  }
  static std::vector<std::uint32_t> expected(std::uint32_t seed) {
    CpuSorter sorter;
    sorter.make(worker_task(0, seed));
    return {sorter.order().begin(), sorter.order().end()};
  }
};

TEST_F(CpuSortThreadTest, WaitingGivesTheOrderOfTheLastRequest) {
  CpuSortThread worker(gl);
  EXPECT_FALSE(current);
  EXPECT_FALSE(update(worker, true)) << "nothing was asked for";
  worker.set_scene(1, n);
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    worker.ask(worker_task(1, 1000 + seed));
    worker.ask(worker_task(1, seed));
    EXPECT_TRUE(update(worker, true));
    ASSERT_TRUE(current);
    EXPECT_EQ(current->wanted.seed, seed);
    EXPECT_EQ(words(*current), expected(seed));
    if (seed % 3 != 0) worker.drawn();
  }
}

TEST_F(CpuSortThreadTest, ExpandsCorners) {
  CpuSortThread worker(gl);
  std::vector<std::uint32_t> corners(3 * n);
  std::iota(corners.begin(), corners.end(), 100u);
  Task task = worker_task(1, 5);
  task.elements.drawn_corners = corners;
  worker.set_scene(1, 3 * n);
  worker.ask(task);
  update(worker, true);
  const std::vector<std::uint32_t> order = expected(5);
  const std::vector<std::uint32_t> written = words(*current);
  ASSERT_EQ(written.size(), 3 * n);
  for (std::uint32_t i = 0; i < 3 * n; ++i) EXPECT_EQ(written[i], 100 + 3 * order[i / 3] + i % 3);
}

TEST_F(CpuSortThreadTest, WorkersThatShareATurnSortOneAfterTheOther) {
  const CpuTurn turn = make_cpu_turn();
  CpuSortThread worker(gl, {}, turn);
  worker.set_scene(1, n);
  {
    const std::lock_guard another_sorts(*turn);
    worker.ask(worker_task(1, 1));
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(update(worker, false));
  }
  EXPECT_TRUE(update(worker, true));
}

TEST_F(CpuSortThreadTest, OrdersOfAnotherSceneAreDropped) {
  Gate gate;
  std::atomic<int> sorted{0};
  CpuSortThread worker(gl, [&](const Task& task) {
    ++sorted;
    if (task.wanted.scene == 1) gate.pass();
  });
  worker.set_scene(1, n);
  worker.ask(worker_task(1, 1));
  gate.wait_until_entered();
  worker.set_scene(2, 2 * n);
  EXPECT_FALSE(current);
  gate.open();
  EXPECT_FALSE(update(worker, true)) << "its scene is gone";
  EXPECT_FALSE(current);
  worker.ask(worker_task(2, 2));
  EXPECT_TRUE(update(worker, true));
  ASSERT_TRUE(current);
  EXPECT_EQ(current->wanted.scene, 2u);
  EXPECT_EQ(words(*current), expected(2));
  EXPECT_EQ(sorted, 2);
}

TEST_F(CpuSortThreadTest, SlowSortDelaysOnlyTheOrder) {
  Gate gate;
  CpuSortThread worker(gl, [&](const Task& task) {
    if (task.wanted.seed == 2) gate.pass();
  });
  worker.set_scene(1, n);
  worker.ask(worker_task(1, 1));
  update(worker, true);
  worker.ask(worker_task(1, 2));
  gate.wait_until_entered();
  for (std::uint32_t frame = 0; frame < 50; ++frame) {
    worker.ask(worker_task(1, 3 + frame));
    EXPECT_FALSE(update(worker, false));  // would never return if it waited
    EXPECT_EQ(current->wanted.seed, 1u);
    worker.drawn();
  }
  gate.open();
  update(worker, true);
  EXPECT_EQ(current->wanted.seed, 52u) << "of those that waited, only the newest is sorted";
}

// A context whose fences do not signal until the test allows it.
std::set<GLsync>* held_fences = nullptr;
GLenum GLAD_API_PTR held_wait(GLsync sync, GLbitfield, GLuint64 timeout) {
  if (!held_fences->contains(sync)) return GL_ALREADY_SIGNALED;
  if (timeout > 0) held_fences->erase(sync);  // a wait lasts until the GPU is done
  return GL_TIMEOUT_EXPIRED;
}
GLsync GLAD_API_PTR held_fence(GLenum, GLbitfield) {
  static std::uintptr_t next = 0;
  const auto sync = reinterpret_cast<GLsync>(++next);
  held_fences->insert(sync);
  return sync;
}
void GLAD_API_PTR held_delete(GLsync) {}

TEST_F(CpuSortThreadTest, SlotsInFlightAreNotWritten) {
  std::set<GLsync> held;
  held_fences = &held;
  GladGLContext slow_gpu = gl;
  slow_gpu.FenceSync = held_fence;
  slow_gpu.ClientWaitSync = held_wait;
  slow_gpu.DeleteSync = held_delete;

  std::atomic<std::uint32_t> started{0};
  CpuSortThread worker(slow_gpu, [&](const Task& task) { started = task.wanted.seed; });
  worker.set_scene(1, n);
  std::vector<Order> in_flight;
  const auto advance = [&](std::uint32_t seed) {
    worker.ask(worker_task(1, seed));
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!update(worker, false)) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      std::this_thread::sleep_for(1ms);
    }
    worker.drawn();
    in_flight.push_back(*current);
  };
  for (const std::uint32_t seed : {1u, 2u, 3u}) advance(seed);
  ASSERT_EQ(in_flight.size(), 3u);

  // All three slots are in flight: a fourth order is sorted, but has nowhere to go.
  worker.ask(worker_task(1, 4));
  while (started != 4) std::this_thread::sleep_for(1ms);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(update(worker, false));
    std::this_thread::sleep_for(1ms);
  }
  // On hardware the slots are copied to where the draw reads, one after the other, and only the newest is there.
  const bool copies = !gl::is_software(gl);
  for (std::uint32_t seed = copies ? 3 : 1; seed <= 3; ++seed) EXPECT_EQ(words(in_flight[seed - 1]), expected(seed));

  // The GPU has drawn the first: its slot, and no other, is taken.
  held.erase(held.begin());
  advance(4);
  EXPECT_EQ(in_flight[3].view.offset, in_flight[0].view.offset);
  if (!copies) {
    EXPECT_EQ(words(in_flight[1]), expected(2));
    EXPECT_EQ(words(in_flight[2]), expected(3));
  }
  EXPECT_EQ(words(in_flight[3]), expected(4));

  // A wait for an order waits for the GPU first, if necessary.
  worker.ask(worker_task(1, 5));
  EXPECT_TRUE(update(worker, true));
  EXPECT_EQ(words(*current), expected(5));
}

TEST_F(CpuSortThreadTest, OrderThatIsDrawnStaysWhileOthersArrive) {
  CpuSortThread worker(gl);
  worker.set_scene(1, n);
  worker.ask(worker_task(1, 1));
  update(worker, true);
  worker.drawn();
  const Order drawn = *current;
  for (std::uint32_t seed = 2; seed < 100; ++seed) {
    worker.ask(worker_task(1, seed));
    std::this_thread::sleep_for(200us);
  }
  EXPECT_EQ(words(drawn), expected(1));
  update(worker, true);
  EXPECT_EQ(words(*current), expected(99));
}

TEST_F(CpuSortThreadTest, FailuresReachTheFrameOnce) {
  CpuSortThread worker(gl, [](const Task& task) {
    if (task.wanted.seed == 2) throw OutOfMemory("no memory for the sort");
  });
  worker.set_scene(1, n);
  worker.ask(worker_task(1, 1));
  update(worker, true);
  worker.ask(worker_task(1, 2));
  EXPECT_THROW(update(worker, true), OutOfMemory);
  EXPECT_FALSE(update(worker, true));
  EXPECT_EQ(current->wanted.seed, 1u) << "the order before stays in use";
  worker.ask(worker_task(1, 3));
  EXPECT_TRUE(update(worker, true));
}

TEST_F(CpuSortThreadTest, CanEndWhileASortRuns) {
  for (int i = 0; i < 5; ++i) {
    std::promise<void> entered;
    CpuSortThread worker(gl, [&](const Task& task) {
      if (task.wanted.seed == 1) entered.set_value();
      std::this_thread::sleep_for(5ms);
    });
    worker.set_scene(1, n);
    worker.ask(worker_task(1, 1));
    entered.get_future().wait();
    worker.ask(worker_task(1, 2));
  }
}

TEST_F(CpuSortThreadTest, ScenesMayChangeAtAnyTime) {
  CpuSortThread worker(gl);
  for (std::uint64_t scene = 1; scene <= 300; ++scene) {
    worker.set_scene(scene, scene % 3 == 0 ? n : 40 * n);
    current.reset();
    worker.ask(worker_task(scene, static_cast<std::uint32_t>(scene)));
    if (scene % 2 == 0) update(worker, false);
    if (scene % 7 == 0) {
      update(worker, true);
      ASSERT_TRUE(current);
      EXPECT_EQ(current->wanted.scene, scene);
      EXPECT_EQ(words(*current), expected(static_cast<std::uint32_t>(scene)));
      worker.drawn();
    }
    if (current) {
      EXPECT_EQ(current->wanted.scene, scene);
    }
  }
}

}  // namespace
}  // namespace farfirst::app
