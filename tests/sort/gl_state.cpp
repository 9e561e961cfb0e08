// See gl_state.h.
#include "gl_state.h"

#include <utility>

namespace farfirst::test {

namespace {

#define FARFIRST_NAMED(name) \
  { name, #name }

constexpr std::pair<GLenum, const char*> values[] = {
    FARFIRST_NAMED(GL_CURRENT_PROGRAM),
    FARFIRST_NAMED(GL_PROGRAM_PIPELINE_BINDING),
    FARFIRST_NAMED(GL_VERTEX_ARRAY_BINDING),
    FARFIRST_NAMED(GL_ARRAY_BUFFER_BINDING),
    FARFIRST_NAMED(GL_TRANSFORM_FEEDBACK_BINDING),
    FARFIRST_NAMED(GL_DISPATCH_INDIRECT_BUFFER_BINDING),
    FARFIRST_NAMED(GL_DRAW_INDIRECT_BUFFER_BINDING),
    FARFIRST_NAMED(GL_SHADER_STORAGE_BUFFER_BINDING),
    FARFIRST_NAMED(GL_UNIFORM_BUFFER_BINDING),
    FARFIRST_NAMED(GL_ATOMIC_COUNTER_BUFFER_BINDING),
    FARFIRST_NAMED(GL_COPY_READ_BUFFER_BINDING),
    FARFIRST_NAMED(GL_COPY_WRITE_BUFFER_BINDING),
    FARFIRST_NAMED(GL_PIXEL_PACK_BUFFER_BINDING),
    FARFIRST_NAMED(GL_PIXEL_UNPACK_BUFFER_BINDING),
    FARFIRST_NAMED(GL_QUERY_BUFFER_BINDING),
    FARFIRST_NAMED(GL_TEXTURE_BUFFER_BINDING),
    FARFIRST_NAMED(GL_DRAW_FRAMEBUFFER_BINDING),
    FARFIRST_NAMED(GL_READ_FRAMEBUFFER_BINDING),
    FARFIRST_NAMED(GL_RENDERBUFFER_BINDING),
    FARFIRST_NAMED(GL_ACTIVE_TEXTURE),
    FARFIRST_NAMED(GL_DEPTH_FUNC),
    FARFIRST_NAMED(GL_BLEND_SRC_RGB),
    FARFIRST_NAMED(GL_BLEND_DST_ALPHA),
    FARFIRST_NAMED(GL_CULL_FACE_MODE),
    FARFIRST_NAMED(GL_PACK_ALIGNMENT),
    FARFIRST_NAMED(GL_UNPACK_ALIGNMENT),
    FARFIRST_NAMED(GL_PROVOKING_VERTEX),
    FARFIRST_NAMED(GL_PRIMITIVE_RESTART_INDEX),
};

constexpr std::pair<GLenum, const char*> switches[] = {
    FARFIRST_NAMED(GL_RASTERIZER_DISCARD), FARFIRST_NAMED(GL_BLEND),        FARFIRST_NAMED(GL_DEPTH_TEST),
    FARFIRST_NAMED(GL_CULL_FACE),          FARFIRST_NAMED(GL_SCISSOR_TEST), FARFIRST_NAMED(GL_PROGRAM_POINT_SIZE),
    FARFIRST_NAMED(GL_PRIMITIVE_RESTART),  FARFIRST_NAMED(GL_DEPTH_CLAMP),  FARFIRST_NAMED(GL_FRAMEBUFFER_SRGB),
    FARFIRST_NAMED(GL_CLIP_DISTANCE0),     FARFIRST_NAMED(GL_STENCIL_TEST), FARFIRST_NAMED(GL_DITHER),
};

struct Indexed {
  GLenum name;
  const char* text;
  GLuint count;
};
constexpr Indexed indexed[] = {
    {GL_SHADER_STORAGE_BUFFER_BINDING, "storage block", 12},
    {GL_SHADER_STORAGE_BUFFER_START, "storage start", 12},
    {GL_SHADER_STORAGE_BUFFER_SIZE, "storage size", 12},
    {GL_UNIFORM_BUFFER_BINDING, "uniform block", 8},
    {GL_UNIFORM_BUFFER_START, "uniform start", 8},
    {GL_UNIFORM_BUFFER_SIZE, "uniform size", 8},
    {GL_ATOMIC_COUNTER_BUFFER_BINDING, "atomic counter", 1},
    {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, "feedback buffer", 4},
};

}  // namespace

GlStateValues gl_state(const GladGLContext& gl) {
  GlStateValues state;
  for (const auto& [name, text] : values) {
    GLint value = 0;
    gl.GetIntegerv(name, &value);
    state[text] = value;
  }
  for (const auto& [name, text] : switches) state[text] = gl.IsEnabled(name);
  for (const auto& [name, text, count] : indexed) {
    for (GLuint i = 0; i < count; ++i) {
      GLint64 value = 0;
      gl.GetInteger64i_v(name, i, &value);
      state[std::string(text) + " " + std::to_string(i)] = value;
    }
  }
  GLint viewport[4] = {}, scissor[4] = {};
  gl.GetIntegerv(GL_VIEWPORT, viewport);
  gl.GetIntegerv(GL_SCISSOR_BOX, scissor);
  for (int i = 0; i < 4; ++i) {
    state["viewport " + std::to_string(i)] = viewport[i];
    state["scissor " + std::to_string(i)] = scissor[i];
  }
  for (GLint unit = 0; unit < 4; ++unit) {
    GLint active = 0, texture = 0;
    gl.GetIntegerv(GL_ACTIVE_TEXTURE, &active);
    gl.ActiveTexture(GLenum{GL_TEXTURE0} + static_cast<GLenum>(unit));
    gl.GetIntegerv(GL_TEXTURE_BINDING_2D, &texture);
    gl.ActiveTexture(static_cast<GLenum>(active));
    state["texture " + std::to_string(unit)] = texture;
  }
  return state;
}

}  // namespace farfirst::test
