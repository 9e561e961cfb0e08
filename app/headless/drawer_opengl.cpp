#include <fmt/format.h>

#include "drawer.h"
#include "offscreen/context.h"
#include "render/target.h"

namespace farfirst::app {

namespace {

class OpenGlDrawer final : public Drawer {
 public:
  explicit OpenGlDrawer(const Command& command)
      : context_(command.debug, command.document.left.sort.cuda_devices.front()),
        scene_renderer_(context_.gl(), VertexFetch::automatic, HeadlessContext::proc()),
        target_(context_.gl(), command.size().x, command.size().y) {
    choose_renderer(command.document.left.look.renderer, context_.gl());  // throws if it cannot draw here
  }

  void set_scene(const Scene& scene) override { scene_renderer_.set_scene(scene); }
  void set_measuring(bool allowed) override { scene_renderer_.set_measuring(allowed); }
  FrameStats draw(const Camera& camera, const Look& look, const SortChoice& choice) override {
    return scene_renderer_.draw(camera, look, choice, target_.target(), /*wait=*/true);
  }
  void refine() override { scene_renderer_.refine(target_.target()); }
  Image picture() const override { return target_.read(); }

  std::string description() const override {
    return fmt::format("OpenGL {}, {}", context_.version(), context_.renderer());
  }
  std::string sorts_on() const override { return scene_renderer_.sorts_on(); }
  std::size_t host_bytes() const override { return scene_renderer_.host_bytes(); }
  std::size_t gpu_bytes() const override { return scene_renderer_.gpu_bytes(); }

 private:
  HeadlessContext context_;
  SceneRenderer scene_renderer_;
  PictureTarget target_;
};

}  // namespace

std::unique_ptr<Drawer> make_opengl_drawer(const Command& command) { return std::make_unique<OpenGlDrawer>(command); }

}  // namespace farfirst::app
