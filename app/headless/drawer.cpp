#include "drawer.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "offscreen/context.h"
#include "render/cpu/host_frame.h"
#include "render/target.h"
#include "say.h"

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

class HostDrawer final : public Drawer {
 public:
  HostDrawer(const Command& command, std::string why)
      : frame_(command.size().x, command.size().y), why_(std::move(why)) {}

  void set_scene(const Scene& scene) override { frame_.set_scene(scene); }
  FrameStats draw(const Camera& camera, const Look& look, const SortChoice& choice) override {
    return frame_.draw(camera, look, choice);
  }
  void refine() override { frame_.refine(); }

  Image picture() const override {
    std::vector<std::uint8_t> pixels(frame_.picture().size_bytes());
    std::memcpy(pixels.data(), frame_.picture().data(), pixels.size());
    return image_from_framebuffer(frame_.width(), frame_.height(), pixels);
  }

  std::string description() const override { return "without OpenGL: " + why_; }
  std::size_t host_bytes() const override { return frame_.host_bytes(); }
  std::size_t gpu_bytes() const override { return 0; }

 private:
  cpu::HostFrame frame_;
  const std::string why_;
};

/// The option of the command that needs OpenGL; empty if none does.
std::string what_needs_opengl(const Command& command) {
  const std::string& renderer = command.document.left.look.renderer;
  const RendererAbout* about = find_renderer(renderer);
  if (about != nullptr && !about->works_without_opengl) return "the renderer " + renderer;
  const Algorithm* algorithm = find(command.document.left.sort.algorithm);
  if (sorted(command.document.left.sort.draw_order) && algorithm != nullptr && algorithm->backend != Backend::cpu)
    return fmt::format("drawing what {} sorts", algorithm->id);
  return {};
}

}  // namespace

std::unique_ptr<Drawer> make_drawer(const Command& command) {
  try {
    return std::make_unique<OpenGlDrawer>(command);
  } catch (const NoOpenGL& error) {
    if (const std::string what = what_needs_opengl(command); !what.empty())
      throw NoOpenGL(fmt::format("{} needs OpenGL: {}", what, error.what()));
    if (command.document.left.look.renderer == "auto")
      say(fmt::format("{}; the renderer cpu draws without", error.what()));
    return std::make_unique<HostDrawer>(command, error.what());
  }
}

}  // namespace farfirst::app
