#include "resolve.h"

namespace farfirst::app {

Resolve::Programs::Programs(const GladGLContext& gl, const gl::ShaderLibrary& library)
    : raster(gl, library, {"render/resolve.vert", "render/resolve.frag"}),
      compute(gl, library, {"render/resolve.comp"}) {}

Resolve::Resolve(const GladGLContext& gl, const gl::ShaderLibrary& library)
    : gl_(gl), programs_(gl, library), no_vertices_(gl), choice_(gl) {}

void Resolve::draw(const ColorTarget& picture, const Frame::Target& target) {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  gl_.Viewport(0, 0, target.width, target.height);
  gl_.Disable(GL_BLEND);
  gl_.Disable(GL_FRAMEBUFFER_SRGB);
  gl_.BindTextureUnit(0, picture.texture());
  if (target.texture == 0)
    draw_by_raster();
  else
    choice_.run([&] { draw_by_raster(); }, programs_.compute, [&] { draw_by_compute(target); });
}

void Resolve::draw_by_raster() const {
  programs_.raster.use();
  gl_.BindVertexArray(no_vertices_.name());
  gl_.DrawArrays(GL_TRIANGLES, 0, 3);
}

void Resolve::draw_by_compute(const Frame::Target& target) const {
  programs_.compute.use();
  gl_.BindImageTexture(0, target.texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  dispatch_over_picture(gl_, target.width, target.height);
  gl_.MemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_PIXEL_BUFFER_BARRIER_BIT);  // whatever is done with it
}

}  // namespace farfirst::app
