#pragma once
// Culling by compute shaders (order/culler.h): every element is tested against the six planes of the view, as its kind
// projects it (elements.h), and a prefix sum makes the culled subset: the ids of visible elements, one after the other.

#include <array>
#include <map>
#include <optional>

#include "elements.h"
#include "object/buffer.h"
#include "object/fence.h"
#include "object/program.h"
#include "order/culler.h"
#include "order/gpu_context.h"
#include "order/timer.h"

namespace farfirst::app {

class Culling final : public Culler {
 public:
  explicit Culling(const GpuContext& gpu);

  /// Frees the memory of the scene before. Null: there is none.
  void set_scene(OrderedElements* elements);
  KeptElements prepare(const OrderRequest& wanted) override;
  /// Another uniform block 0 is bound afterwards.
  void cull(const OrderRequest& wanted, std::uint64_t frame) override;
  /// Starts to compile its programs. Could it run now without waiting?
  bool is_ready(const OrderRequest& wanted, const CullView& view);
  /// Enqueues the counting alone.
  void count(const OrderRequest& wanted, const CullView& view);
  /// The reason why elements cannot be culled in this context or scene; empty if they can.
  const std::string& failure() const { return failure_; }

  /// How many elements were kept.
  struct KeptCount {
    std::uint32_t count = 0;
    std::uint32_t of = 0;
  };
  /// The newest known count that was not fetched yet. Never waits.
  std::optional<KeptCount> take_kept_count();
  std::optional<GlTimer::Time> take_time() { return timer_.take_newest(); }

  std::size_t gpu_bytes() const;

 private:
  const gl::Program& finder(const ElementVariant& variant);
  bool prepare_finding(const OrderRequest& wanted, const CullView& view);
  void make_buffers();
  std::size_t max_count() const;
  void find(const OrderRequest& wanted, const CullView& view);
  void bind_view(const CullView& view);
  void send_count(std::uint32_t of);

  const GladGLContext& gl_;
  const gl::ShaderLibrary& library_;
  const std::size_t largest_block_;
  gl::Program scan_, keep_;
  std::map<ElementVariant, gl::Program> finders_;
  gl::Buffer block_;  // of uniforms
  GlTimer timer_;
  std::string failure_;

  // For the present scene.
  OrderedElements* elements_ = nullptr;
  gl::Buffer found_, sums_, count_;
  gl::Buffer ids_;  // kept, once there were some

  static constexpr std::uint32_t depth = 4;  // pending counts
  gl::Buffer counts_;
  std::array<gl::Fence, depth> fences_;
  std::array<std::uint32_t, depth> on_their_way_{};  // of how many
  std::uint32_t sent_ = 0, taken_ = 0;
};

}  // namespace farfirst::app
