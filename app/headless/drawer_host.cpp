#include <cstring>
#include <utility>

#include "drawer.h"
#include "render/cpu/host_frame.h"

namespace farfirst::app {

namespace {

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

}  // namespace

std::unique_ptr<Drawer> make_host_drawer(const Command& command, const std::string& why) {
  return std::make_unique<HostDrawer>(command, why);
}

}  // namespace farfirst::app
