#include "resolve.h"

namespace farfirst::app {

Resolve::Resolve(const GpuContext& gpu)
    : gl_(gpu.gl),
      raster_(gl_, gpu.library, {"render/resolve.vert", "render/resolve.frag"}),
      compute_(gl_, gpu.library, {"render/resolve.comp"}),
      no_vertices_(gl_),
      choice_(gl_) {}

void Resolve::draw(const ColorTarget& picture, const SceneRenderer::Target& target) {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
  gl_.Viewport(0, 0, target.width, target.height);
  gl_.Disable(GL_BLEND);
  gl_.Disable(GL_FRAMEBUFFER_SRGB);
  gl_.BindTextureUnit(0, picture.texture());
  if (target.texture == 0)
    draw_by_raster();
  else
    choice_.run([&] { draw_by_raster(); }, compute_, [&] { draw_by_compute(target); });
}

void Resolve::draw_by_raster() const {
  raster_.use();
  gl_.BindVertexArray(no_vertices_.name());
  gl_.DrawArrays(GL_TRIANGLES, 0, 3);
}

void Resolve::draw_by_compute(const SceneRenderer::Target& target) const {
  compute_.use();
  gl_.BindImageTexture(0, target.texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  dispatch_over_picture(gl_, target.width, target.height);
  gl_.MemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_PIXEL_BUFFER_BARRIER_BIT);  // whatever is done with it
}

}  // namespace farfirst::app
