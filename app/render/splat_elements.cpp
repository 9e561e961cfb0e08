// Gaussian splats. What is drawn of them is made anew for every picture: where they are on it, and their colours.

#include <farfirst/sort.h>

#include <algorithm>
#include <string>
#include <vector>

#include "elements.h"
#include "host_elements.h"
#include "object/buffer.h"
#include "object/context.h"
#include "object/program.h"
#include "packed_splat.h"

namespace farfirst::app {

namespace {

constexpr std::size_t projected_bytes = 32;
// Splats that are packed, and projected, at once: no array is then larger than what every context can bind.
constexpr std::size_t chunk = std::size_t{1} << 20;

gl::Program make_program(const GladGLContext& gl, const gl::ShaderLibrary& library, int degree) {
  return {gl, library, {"splat/project.comp"}, {{"DEGREE", std::to_string(degree)}}};
}

class SplatElements final : public SceneElements {
 public:
  SplatElements(const GladGLContext& gl, const gl::ShaderLibrary& library, std::shared_ptr<const Model> model,
                bool at_once)
      : gl_(gl), library_(library), model_(std::move(model)) {
    if (at_once) upload();
  }

  Elements elements(Primitive, OrderWords) override {
    Elements result;
    result.owner = model_;
    result.positions = model_->positions;
    result.bounds = model_->bounds;
    return result;
  }

  GpuElements gpu_elements(Primitive, OrderWords) override {
    upload();
    return {.positions = vertices_.name(), .stride = sizeof(StoredVertex)};
  }

  std::size_t max_order_words(OrderWords) const override { return count(); }
  const Bounds& bounds() const override { return model_->bounds; }
  std::size_t gpu_bytes() const override {
    const std::size_t host = host_ && gl::is_software(gl_) ? host_->bytes() : 0;
    return vertices_.bytes() + shapes_.bytes() + harmonics_.bytes() + projected_.bytes() + colors_.bytes() + host;
  }

  Footprint footprint(bool, const Look& look) const override {
    return look.splats_as_points ? Footprint::sprite : Footprint::ellipse;
  }
  DrawnElements drawn(bool, OrderWords, const Look& look) override {
    upload();
    projects_ = !look.splats_as_points;
    if (!projects_) return points(look);
    return {.variant = {.kind = ElementKind::splat}, .footprint = Footprint::ellipse, .arrays = arrays_};
  }

  HostArrays host_arrays(bool triangles, const Look& look) override {
    if (!host_) host_.emplace(model_);
    return host_->drawn(triangles, look);
  }

  void will_be_drawn() override {
    if (!projects_) return;
    program_->use();
    gl_.Uniform1f(1, top_);
    for (std::size_t first = 0; first < count(); first += chunk) {
      const std::size_t size = std::min(chunk, count() - first);
      bind(2, vertices_, first, size);
      bind(3, shapes_, first, size);
      if (harmonics_) bind(4, harmonics_, first, size);
      bind(5, projected_, first, size);
      gl_.Uniform1ui(0, static_cast<GLuint>(size));
      gl_.DispatchCompute(static_cast<GLuint>((size + 255) / 256), 1, 1);
    }
    gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // renderers read what is projected
  }

  void reload(const gl::ShaderLibrary& library) override {
    library_ = library;
    if (program_) program_ = make_program(gl_, library, model_->splats.degree);
  }

 private:
  std::size_t count() const { return model_->positions.size(); }

  DrawnElements points(const Look& look) {
    const std::span<const std::uint32_t> all = model_->colors;
    const bool encoded = look.blend_space == BlendSpace::encoded, colors = !all.empty() && look.use_file_colors;
    if (colors && !colors_) colors_ = gl::Buffer(gl_, all.size_bytes(), all.data());
    point_arrays_ = {
        arrays_[0],
        VertexArrayView{.array = ElementArray::color, .buffer = colors_.name(), .bytes = colors_.bytes(), .words = 1}};
    return {.variant = {.kind = ElementKind::point, .colors = colors, .encoded = encoded},
            .footprint = Footprint::sprite,
            .arrays = std::span(point_arrays_).first(colors ? 2 : 1)};
  }

  void check_limits() const {
    GLint64 largest = 0;
    gl_.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    const std::size_t most = static_cast<std::size_t>(largest) / projected_bytes;
    if (count() > most) {
      throw OutOfMemory("the scene has " + std::to_string(count()) + " splats; this OpenGL can draw " +
                        std::to_string(most));
    }
  }

  /// Packed a chunk at a time, so that loading takes little more memory than the model itself. Once, as soon as
  /// somebody draws or sorts them there.
  void upload() {
    if (program_) return;
    check_limits();
    const Splats& splats = model_->splats;
    top_ = top_of(splats);
    const std::size_t words = harmonic_words(splats.degree);
    vertices_ = gl::Buffer(gl_, count() * sizeof(StoredVertex), nullptr, GL_DYNAMIC_STORAGE_BIT);
    shapes_ = gl::Buffer(gl_, count() * 12, nullptr, GL_DYNAMIC_STORAGE_BIT);
    if (words > 0) harmonics_ = gl::Buffer(gl_, count() * 4 * words, nullptr, GL_DYNAMIC_STORAGE_BIT);
    projected_ = gl::Buffer(gl_, count() * projected_bytes);
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
      send(vertices_, first, std::as_bytes(std::span(vertices)));
      send(shapes_, first, std::as_bytes(std::span(shapes)));
      if (words > 0) send(harmonics_, first, std::as_bytes(std::span(harmonics)));
    }
    arrays_ = {VertexArrayView{
                   .array = ElementArray::vertex, .buffer = vertices_.name(), .bytes = vertices_.bytes(), .words = 4},
               VertexArrayView{.array = ElementArray::projected,
                               .buffer = projected_.name(),
                               .bytes = projected_.bytes(),
                               .words = projected_bytes / 4}};
    program_ = make_program(gl_, library_, splats.degree);
  }

  std::size_t bytes_each(const gl::Buffer& buffer) const { return buffer.bytes() / count(); }

  void send(const gl::Buffer& buffer, std::size_t first, std::span<const std::byte> bytes) const {
    gl_.NamedBufferSubData(buffer.name(), static_cast<GLintptr>(first * bytes_each(buffer)),
                           static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  }

  void bind(GLuint binding, const gl::Buffer& buffer, std::size_t first, std::size_t size) const {
    gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer.name(),
                        static_cast<GLintptr>(first * bytes_each(buffer)),
                        static_cast<GLsizeiptr>(size * bytes_each(buffer)));
  }

  const GladGLContext& gl_;
  gl::ShaderLibrary library_;
  const std::shared_ptr<const Model> model_;
  std::optional<HostElements> host_;    // as soon as somebody reads them there
  std::optional<gl::Program> program_;  // none: they are not in OpenGL's memory
  float top_ = 0;                       // see packed_splat.h
  gl::Buffer vertices_, shapes_, harmonics_;
  gl::Buffer projected_;  // of the picture that is drawn
  std::array<VertexArrayView, 2> arrays_;
  bool projects_ = true;  // else they are drawn as points
  gl::Buffer colors_;     // of points, once there were some
  std::array<VertexArrayView, 2> point_arrays_;
};

}  // namespace

std::unique_ptr<SceneElements> make_splat_elements(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                                   std::shared_ptr<const Model> model,
                                                   std::optional<OrderWords> words) {
  return std::make_unique<SplatElements>(gl, library, std::move(model), words.has_value());
}

}  // namespace farfirst::app
