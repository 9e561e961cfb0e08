#pragma once
// The elements of a scene as a race sorts them: all, or a sample spread over the scene.

#include <glad/gl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "object/buffer.h"
#include "render/elements.h"

namespace farfirst::app {

/// The first of every `step` elements of a scene; the scene lives longer. Their orders are not drawn.
class RaceElements final : public ElementSource {
 public:
  RaceElements(const GladGLContext& gl, GpuGeometry& all, std::uint32_t step)
      : gl_(gl), all_(all, IndexLayout::elements), step_(step) {}

  /// For sorts on a GPU, which read what gpu_elements() names: of points only the number counts.
  Elements elements(Primitive primitive) override;
  GpuElements gpu_elements(Primitive primitive) override;
  std::uint64_t version() const override { return all_.version(); }
  std::size_t max_order_words() const override { return all_.max_order_words(); }
  /// For sorts on the CPU, read-only. Made once for each version, if they move.
  Elements host_elements(Primitive primitive) override;

 private:
  using Corners = std::vector<std::uint32_t>;
  Elements make_host_elements(Primitive primitive);
  void thin_triangles(const Elements& all);

  const GladGLContext& gl_;
  OrderedElements all_;
  const std::uint32_t step_;
  std::shared_ptr<const Corners> corners_;  // of the sampled triangles
  gl::Buffer gpu_corners_;
  struct Host {
    Elements elements;
    std::uint64_t version = 0;
    Primitive primitive = Primitive::automatic;
  };
  std::optional<Host> host_;
};

}  // namespace farfirst::app
