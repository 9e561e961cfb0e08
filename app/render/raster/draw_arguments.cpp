#include "draw_arguments.h"

namespace farfirst::app::raster {

namespace {

constexpr std::size_t argument_bytes = 5 * sizeof(GLuint);

}  // namespace

DrawArguments::DrawArguments(const GpuContext& gpu)
    : gl_(gpu.gl), program_(gl_, gpu.library, {"render/raster/arguments.comp"}), arguments_(gl_, argument_bytes) {}

void DrawArguments::write(const OrderView& order, GLuint vertices, GLuint first) const {
  program_.use();
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, order.count);
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, arguments_.name());
  gl_.Uniform1ui(0, static_cast<GLuint>(order.count_offset / sizeof(std::uint32_t)));
  gl_.Uniform1ui(1, vertices);
  gl_.Uniform1ui(2, first);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // for the count
  gl_.DispatchCompute(1, 1, 1);
  gl_.MemoryBarrier(GL_COMMAND_BARRIER_BIT);
  gl_.BindBuffer(GL_DRAW_INDIRECT_BUFFER, arguments_.name());
}

}  // namespace farfirst::app::raster
