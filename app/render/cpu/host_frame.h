#pragma once
// A frame without OpenGL: like SceneRenderer (render/scene_renderer.h) where it waits, with one side, by the
// renderer `cpu` and sorts of the CPU. Nothing leaves the host's memory.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drawing.h"
#include "order/host_orders.h"
#include "render/host_elements.h"
#include "render/scene_renderer.h"
#include "scene/scene.h"

namespace farfirst::app::cpu {

class HostFrame {
 public:
  HostFrame(int width, int height);

  /// Throws OutOfMemory: then there is no scene.
  void set_scene(const Scene& scene);
  /// Like SceneRenderer::draw() with `wait`. A choice that names a sort of another back end is an error.
  FrameStats draw(const Camera& camera, const Look& look, const SortChoice& choice);
  /// Like SceneRenderer::refine().
  std::uint32_t refine();

  int width() const { return width_; }
  int height() const { return height_; }
  /// The newest picture: RGBA8, encoded, premultiplied after that, the lowest row first.
  std::span<const std::uint32_t> picture() const { return shown_; }
  std::size_t host_bytes() const;  // besides the scene itself and the picture

 private:
  void make_order(const OrderRequest& wanted, const Elements& elements, const SortChoice& choice, FrameStats& report);
  void check(const OrderRequest& wanted, const Elements& elements, FrameStats& report);
  void find_inversions(const OrderRequest& wanted, const Elements& elements, FrameStats& report);
  void draw_elements(const Look& look, FrameStats& report);
  DrawInput input(const FrameBlock& block) const;
  DrawInput moved_input(std::uint32_t picture) const;

  const int width_, height_;
  Drawing drawing_;
  HostOrders orders_;
  std::optional<HostElements> elements_;
  Contents contents_;
  bool moves_ = false;  // particles
  SceneBounds bounds_;
  std::uint64_t scenes_ = 0, frame_ = 0;
  CheckResult check_;
  std::uint64_t check_about_ = 0;
  std::vector<std::uint32_t> shown_;

  // The newest frame's content, its mean, and the state of its refinement.
  HostArrays arrays_;
  FrameBlock block_{};
  int samples_ = 0;  // 0: no elements
  std::size_t memory_ = 0;
  std::vector<float> mean_, blended_;
  std::uint32_t pictures_ = 0;
};

}  // namespace farfirst::app::cpu
