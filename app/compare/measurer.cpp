#include "measurer.h"

#include <cstring>
#include <vector>

#include "render/pass_choice.h"

namespace farfirst::app {

namespace {

gl::Buffer heat_colors(const GladGLContext& gl) {
  std::vector<std::uint32_t> colors;
  for (std::uint32_t steps = 0; steps < 256; ++steps) colors.push_back(heat_color(steps));
  return {gl, colors.size() * sizeof colors[0], colors.data()};
}

}  // namespace

Measurer::Measurer(const GpuContext& gpu)
    : gl_(gpu.gl),
      measure_(gl_, gpu.library, {"compare/measure.comp"}),
      difference_(gl_, gpu.library, {"compare/difference.comp"}),
      heat_(gl_, gpu.library, {"compare/heat.comp"}),
      sums_(gl_, sizeof(Sums)),
      results_(gl::Buffer::read_back(gl_, slots * sizeof(Sums))),
      heat_colors_(heat_colors(gl_)) {}

void Measurer::fetch(const PictureTarget& a, const PictureTarget& b) const {
  gl_.BindTextureUnit(0, a.target().texture);
  gl_.BindTextureUnit(1, b.target().texture);
}

bool Measurer::enqueue(const PictureTarget& a, const PictureTarget& b, std::uint64_t tag) {
  if (enqueued_ - taken_ == slots) return false;
  const std::uint32_t slot = enqueued_ % slots;
  fetch(a, b);
  gl_.ClearNamedBufferData(sums_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, sums_.name());
  measure_.use();
  dispatch_over_picture(gl_, a.width(), a.height());
  gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  gl_.CopyNamedBufferSubData(sums_.name(), results_.name(), 0, static_cast<GLintptr>(slot * sizeof(Sums)),
                             sizeof(Sums));
  fences_[slot] = gl::Fence(gl_);
  pending_[slot] = {.tag = tag};
  pending_[slot].error.pixels = static_cast<std::uint64_t>(a.width()) * static_cast<std::uint64_t>(a.height());
  ++enqueued_;
  return true;
}

std::optional<Measurer::Finding> Measurer::take() {
  std::optional<Finding> newest;
  for (; taken_ < enqueued_ && fences_[taken_ % slots].signalled(); ++taken_) newest = finding(taken_);
  return newest;
}

PictureError Measurer::measure(const PictureTarget& a, const PictureTarget& b) {
  taken_ = enqueued_;  // what was enqueued before is not wanted any more
  enqueue(a, b);
  fences_[taken_ % slots].wait();
  return finding(taken_++).error;
}

Measurer::Finding Measurer::finding(std::uint32_t number) const {
  const std::uint32_t slot = number % slots;
  Sums sums{};
  std::memcpy(&sums, results_.memory() + slot * sizeof sums, sizeof sums);
  Finding result = pending_[slot];
  result.error.squares = std::uint64_t{sums.squares_high} << 32 | sums.squares_low;
  result.error.off = sums.off;
  result.error.largest = sums.largest;
  return result;
}

void Measurer::draw(const gl::Program& program, const PictureTarget& into) const {
  program.use();
  gl_.BindImageTexture(0, into.target().texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
  dispatch_over_picture(gl_, into.width(), into.height());
  gl_.MemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                    GL_PIXEL_BUFFER_BARRIER_BIT);
}

void Measurer::draw_difference(const PictureTarget& a, const PictureTarget& b, const PictureTarget& into, int gain) {
  fetch(a, b);
  gl_.ProgramUniform1i(difference_.name(), 0, gain);
  draw(difference_, into);
}

void Measurer::draw_heat(const PictureTarget& a, const PictureTarget& b, const PictureTarget& into) {
  fetch(a, b);
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, heat_colors_.name());
  draw(heat_, into);
}

}  // namespace farfirst::app
