#pragma once
// Scenes and a fixture for the frame with orders from CUDA and from OpenGL, on a GPU, emulated, or on a software
// renderer.

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "scenes.h"

namespace farfirst::app {

using Picture = std::vector<std::uint8_t>;

inline std::vector<const Algorithm*> entries_of(Backend backend) {
  std::vector<const Algorithm*> result;
  for (const Algorithm* entry : algorithms())
    if (entry->backend == backend && why_unavailable(*entry).empty()) result.push_back(entry);
  return result;
}

inline glm::vec3 somewhere(std::mt19937& random) {
  std::uniform_real_distribution<float> coordinate(-1, 1);
  const float x = coordinate(random), y = coordinate(random), z = coordinate(random);
  return {x, y, z - 2.0f};
}

/// Some triangles stand twice, so that there are ties, and one corner is no number.
inline std::shared_ptr<const Model> soup(std::uint32_t triangles, std::uint32_t seed = 1) {
  Model model;
  std::mt19937 random(seed);
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const glm::vec3 center = somewhere(random);
    for (int corner = 0; corner < 3; ++corner) {
      model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
      model.positions.push_back(i % 5 == 4 ? model.positions[model.positions.size() - 3]
                                           : center + 0.4f * (somewhere(random) + glm::vec3(0, 0, 2)));
      model.colors.push_back(static_cast<std::uint32_t>(random()) | 0x80000000u);
    }
  }
  if (triangles > 7) model.positions[22].y = nan;
  compute_bounds(model);
  return std::make_shared<const Model>(std::move(model));
}

inline std::shared_ptr<const Model> cloud(std::uint32_t points, std::uint32_t seed = 1) {
  Model model;
  std::mt19937 random(seed);
  for (std::uint32_t i = 0; i < points; ++i) {
    model.positions.push_back(i % 9 == 8 ? model.positions[i - 3] : somewhere(random));
    model.colors.push_back(static_cast<std::uint32_t>(random()) | 0x60000000u);
  }
  compute_bounds(model);
  return std::make_shared<const Model>(std::move(model));
}

struct DrawnScene {
  const char* name;
  VertexFetch fetch;
  std::shared_ptr<const Model> model;
  std::uint32_t elements;
};
inline std::vector<DrawnScene> scenes(std::uint32_t n) {
  return {{"triangles, pulled", VertexFetch::pulled, soup(n), n},
          {"triangles, expanded", VertexFetch::expanded, soup(n), n},
          {"points", VertexFetch::automatic, cloud(n), n}};
}

class GpuFrameTest : public FrameTest {
 protected:
  explicit GpuFrameTest(Backend sorts_on) : backend(sorts_on) {
    look.point_size = 9;
    choice.resort = Resort::always;
  }
  void SetUp() override {
    if (const std::string reason = why_unavailable(backend); !reason.empty()) GTEST_SKIP() << reason;
    ASSERT_FALSE(entries().empty());
  }

  std::unique_ptr<SceneRenderer> make_frame(VertexFetch fetch = VertexFetch::automatic) {
    return std::make_unique<SceneRenderer>(gl, fetch, HeadlessContext::proc());
  }
  FrameStats draw(SceneRenderer& frame, bool wait = true) {
    return frame.draw(camera, look, choice, canvas.target(), wait);
  }
  Picture picture(SceneRenderer& frame) {
    draw(frame);
    return canvas.read();
  }
  Picture picture_by(SceneRenderer& frame, const std::string& algorithm) {
    choice.algorithm = algorithm;
    return picture(frame);
  }
  std::vector<const Algorithm*> entries() const { return entries_of(backend); }
  std::string first_entry() const { return std::string(entries().front()->id); }

  const Backend backend;
};

}  // namespace farfirst::app
