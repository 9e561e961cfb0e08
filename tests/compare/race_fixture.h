#pragma once
// A race beside a frame in the context without a window, with a clock that only the test moves.

#include <chrono>
#include <memory>
#include <thread>

#include "compare/race.h"
#include "render/scene_renderer.h"
#include "scenes.h"

namespace farfirst::app {

class RaceTest : public FrameTest {
 protected:
  RaceTest() {
    camera.eye = glm::vec3(0, 0, 3);
    frame.before_elements_go([this] { race->release(); });
  }

  static std::shared_ptr<Model> cloud(std::uint32_t n, float size = 1) {
    auto model = std::make_shared<Model>();
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto part = [&](std::uint32_t k) { return static_cast<float>((i * k) % 1013) / 1013.0f - 0.5f; };
      add_point(*model, size * glm::vec3(part(7), part(31), part(101)), rgba(255, 0, 0, 128));
    }
    return model;
  }

  void start(RaceHooks hooks = {}) {
    hooks.clock = [this] { return time; };
    race = std::make_unique<Race>(frame.gpu(), std::move(hooks));
    race->set_on(true);
  }
  std::size_t entry(std::string_view id) const {
    for (std::size_t i = 0; i < race->entries(); ++i)
      if (race->algorithm(i).id == id) return i;
    ADD_FAILURE() << id;
    return 0;
  }
  void only(std::initializer_list<std::string_view> ids) {
    for (std::size_t i = 0; i < race->entries(); ++i) race->tick(i, false);
    for (const std::string_view id : ids) race->tick(entry(id), true);
  }
  void step(double elapsed = 16) {
    time += elapsed;
    const SceneRenderer::Sorting sorting = frame.sorting(camera, choice);
    race->step({sorting.wanted, sorting.scene, sorting.elements});
    time += 0.01;
  }
  template <class Condition>
  void step_until(Condition condition) {
    for (int i = 0; i < 5000 && !condition(); ++i) {
      step();
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    EXPECT_TRUE(condition()) << "it never came";
  }
  RaceRow row(std::string_view id) const {
    for (const RaceRow& row : race->rows())
      if (row.algorithm->id == id) return row;
    ADD_FAILURE() << id;
    return {};
  }
  std::size_t runs(std::string_view id) const {
    const RaceRow its = row(id);
    return its.times == nullptr ? 0 : its.times->steady().size();
  }

  double time = 1000;
  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};
  std::unique_ptr<Race> race;
};

}  // namespace farfirst::app
