// Fewer elements than there are: a number that only the GPU knows is drawn of an order.

#include <gtest/gtest.h>

#include "gpu_scenes.h"
#include "object/buffer.h"
#include "render/renderer.h"

namespace farfirst::app {
namespace {

class Culling : public GpuFrameTest {
 protected:
  Culling() : GpuFrameTest(Backend::gl) {}
};

/// The first elements of scenes() are those of smaller ones.
TEST_F(Culling, RenderersDrawAsManyElementsAsTheCountSays) {
  choice.draw_order = DrawOrder::file_order;
  constexpr std::uint32_t n = 100;
  for (const RendererAbout* about : renderers()) {
    if (!about->why_unavailable(gl).empty()) continue;
    look.renderer = about->id;
    for (std::size_t kind = 0; kind < scenes(n).size(); ++kind) {
      const Scene scene = scenes(n)[kind];
      for (const std::uint32_t count : {n, 61u, 1u, 0u}) {
        SCOPED_TRACE(std::string(about->id) + ", " + scene.name + ", " + std::to_string(count));
        const std::array<std::uint32_t, 2> values{n, count};
        const gl::Buffer counts(gl, sizeof values, values.data());
        Frame frame(gl, scene.fetch, HeadlessContext::proc(), {.on_new_order = [&](Order& order) {
                      order.view.count = counts.name();
                      order.view.count_offset = 4;
                    }});
        frame.set_scene(scene.model);
        Frame fewer(gl, scene.fetch, HeadlessContext::proc());
        if (count > 0) fewer.set_scene(scenes(count)[kind].model);
        EXPECT_EQ(picture(frame), picture(fewer));
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::app
