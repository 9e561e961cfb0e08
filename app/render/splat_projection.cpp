#include "splat_projection.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "elements.h"
#include "object/context.h"
#include "packed_splat.h"

namespace farfirst::app {

namespace {

constexpr std::size_t shape_bytes = 12;

/// Binds elements of this size in bytes.
void bind(const GladGLContext& gl, GLuint binding, const gl::Buffer& buffer, std::size_t first, std::size_t count,
          std::size_t bytes) {
  gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer.name(), static_cast<GLintptr>(first * bytes),
                     static_cast<GLsizeiptr>(count * bytes));
}

}  // namespace

SplatProjection::SplatProjection(const GpuContext& gpu, std::shared_ptr<const Model> model)
    : gl_(&gpu.gl),
      model_(std::move(model)),
      top_(top_of(model_->splats)),
      program_(*gl_, gpu.library, {"splat/project.comp"}, {{"DEGREE", std::to_string(model_->splats.degree)}}) {}

/// A part at a time, so that loading takes little more memory than the model itself.
void SplatProjection::upload(const gl::Buffer& buffer, std::size_t begin) {
  const Splats& splats = model_->splats;
  const std::size_t words = harmonic_words(splats.degree);
  shapes_ = gl::Buffer(*gl_, count() * shape_bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);
  if (words > 0) harmonics_ = gl::Buffer(*gl_, count() * 4 * words, nullptr, GL_DYNAMIC_STORAGE_BIT);
  constexpr std::size_t at_once = std::size_t{1} << 16;
  std::vector<StoredVertex> vertices;
  std::vector<std::array<std::uint32_t, 3>> shapes;
  std::vector<std::uint32_t> harmonics;
  for (std::size_t first = 0; first < count(); first += at_once) {
    const std::size_t size = std::min(at_once, count() - first);
    vertices.resize(size);
    shapes.resize(size);
    harmonics.resize(size * words);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t splat = first + i;
      const glm::vec3 color = 0.5f + constant_harmonic * splats.harmonics_of(splat)[0];
      vertices[i] = {model_->positions[splat], packed_color(color)};
      shapes[i] = packed_shape(splats.scales[splat], splats.rotations[splat], splats.opacities[splat], top_);
      if (words > 0) pack_harmonics(splats.harmonics_of(splat), harmonics.data() + i * words);
    }
    gl::write(*gl_, buffer, (begin + first) * sizeof(StoredVertex), std::as_bytes(std::span(vertices)));
    gl::write(*gl_, shapes_, first * shape_bytes, std::as_bytes(std::span(shapes)));
    if (words > 0) gl::write(*gl_, harmonics_, first * 4 * words, std::as_bytes(std::span(harmonics)));
  }
}

void SplatProjection::project(const Part& vertices, const Part& projected, const PlacedSplats& placed) const {
  const glm::mat4 to_object = glm::inverse(placed.to_scene);
  const std::size_t harmonic_bytes = 4 * harmonic_words(model_->splats.degree);
  program_.use();
  gl_->Uniform1f(1, top_);
  gl_->UniformMatrix4fv(2, 1, GL_FALSE, &placed.to_scene[0][0]);
  gl_->UniformMatrix4fv(6, 1, GL_FALSE, &to_object[0][0]);
  gl_->Uniform1f(10, placed.opacity);
  for (std::size_t first = 0; first < count(); first += chunk) {
    const std::size_t size = std::min(chunk, count() - first);
    bind(*gl_, 2, vertices.buffer, vertices.first + first, size, sizeof(StoredVertex));
    bind(*gl_, 3, shapes_, first, size, shape_bytes);
    if (harmonics_) bind(*gl_, 4, harmonics_, first, size, harmonic_bytes);
    bind(*gl_, 5, projected.buffer, projected.first + first, size, projected_bytes);
    gl_->Uniform1ui(0, static_cast<GLuint>(size));
    gl_->DispatchCompute(static_cast<GLuint>((size + 255) / 256), 1, 1);
  }
}

void check_splat_limit(const GladGLContext& gl, std::size_t splats) {
  const std::size_t most = gl::largest_block(gl) / SplatProjection::projected_bytes;
  if (splats > most) {
    throw OutOfMemory("the scene has " + std::to_string(splats) + " splats; this OpenGL can draw " +
                      std::to_string(most));
  }
}

}  // namespace farfirst::app
