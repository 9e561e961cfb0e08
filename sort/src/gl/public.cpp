// Implements farfirst/gl.h, gl_order_check.h and gl_state.h.
#include <farfirst/gl.h>
#include <farfirst/gl_order_check.h>
#include <farfirst/gl_state.h>

#include <array>
#include <cassert>

#include "gl/device.h"
#include "gl/prim/check_order.h"

namespace farfirst {
namespace {

gl::GlDevice& own(Device& device) {
  assert(device.backend() == Backend::gl && "not a gl device");
  return gl::gl_device(core::core_of(device));
}

}  // namespace

bool is_compiling(Device& gl) { return own(gl).is_compiling(); }
bool complete_a_program(Device& gl) { return own(gl).complete_a_program(); }

bool is_software(Device& gl) { return own(gl).limits().software; }

// ---- GlOrderCheck

struct GlOrderCheck::Parts {
  Parts(gl::GlDevice& owner, std::uint32_t max_n, std::uint32_t elements)
      : device(owner), dependent(owner), checker(owner, max_n, elements) {}
  gl::GlDevice& device;
  const core::Dependent dependent;
  gl::OrderChecker checker;
};

GlOrderCheck::GlOrderCheck() noexcept = default;
GlOrderCheck::GlOrderCheck(Device& gl, std::uint32_t max_n, std::uint32_t elements)
    : parts_(std::make_unique<Parts>(own(gl), max_n, elements)) {}
GlOrderCheck::GlOrderCheck(GlOrderCheck&&) noexcept = default;
GlOrderCheck& GlOrderCheck::operator=(GlOrderCheck&&) noexcept = default;
GlOrderCheck::~GlOrderCheck() = default;

bool GlOrderCheck::enqueue(const OrderToCheck& order) {
  const core::CallScope scope(parts_->device);
  return parts_->checker.enqueue(order);
}

std::optional<OrderCheck> GlOrderCheck::take() { return parts_ ? parts_->checker.take() : std::nullopt; }
std::uint32_t GlOrderCheck::max_n() const noexcept { return parts_ ? parts_->checker.max_n() : 0; }
std::uint32_t GlOrderCheck::elements() const noexcept { return parts_ ? parts_->checker.elements() : 0; }
std::size_t GlOrderCheck::bytes() const noexcept { return parts_ ? parts_->checker.bytes() : 0; }

// ---- GlState

struct GlState::Parts {
  struct Block {
    GLint buffer = 0;
    GLint64 offset = 0, bytes = 0;
  };
  explicit Parts(gl::GlDevice& device) : dependent(device), gl(device.gl()) {
    for (std::size_t i = 0; i < names.size(); ++i) gl.GetIntegerv(names[i], &values[i]);
    discard = gl.IsEnabled(GL_RASTERIZER_DISCARD);
    for (GLuint i = 0; i < blocks.size(); ++i) {
      gl.GetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &blocks[i].buffer);
      gl.GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &blocks[i].offset);
      gl.GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &blocks[i].bytes);
    }
  }
  ~Parts() {
    for (GLuint i = 0; i < blocks.size(); ++i) {
      const Block& block = blocks[i];
      const auto buffer = static_cast<GLuint>(block.buffer);
      if (block.bytes == 0) {  // the whole buffer, or none
        gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffer);
      } else {
        gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffer, block.offset, block.bytes);
      }
    }
    gl.UseProgram(static_cast<GLuint>(values[0]));
    gl.BindVertexArray(static_cast<GLuint>(values[1]));
    gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, static_cast<GLuint>(values[2]));
    gl.BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, static_cast<GLuint>(values[3]));
    gl.BindBuffer(GL_DRAW_INDIRECT_BUFFER, static_cast<GLuint>(values[4]));
    gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(values[5]));
    if (discard == GL_TRUE) gl.Enable(GL_RASTERIZER_DISCARD);
  }

  const core::Dependent dependent;
  const GladGLContext& gl;
  static constexpr std::array<GLenum, 6> names{GL_CURRENT_PROGRAM,
                                               GL_VERTEX_ARRAY_BINDING,
                                               GL_TRANSFORM_FEEDBACK_BINDING,
                                               GL_DISPATCH_INDIRECT_BUFFER_BINDING,
                                               GL_DRAW_INDIRECT_BUFFER_BINDING,
                                               GL_SHADER_STORAGE_BUFFER_BINDING};
  std::array<GLint, names.size()> values{};
  GLboolean discard = GL_FALSE;
  std::array<Block, 8> blocks;
};

GlState::GlState(Device& gl) : parts_(std::make_unique<Parts>(own(gl))) {}
GlState::~GlState() = default;

}  // namespace farfirst
