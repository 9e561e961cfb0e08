#include "cpu.h"

#include <algorithm>
#include <map>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "array.h"
#include "drawing.h"
#include "object/context.h"
#include "render/tiles/samples.h"

namespace farfirst::app::cpu {

namespace {

/// A part of a buffer of OpenGL's.
struct Part {
  GLuint buffer = 0;
  std::size_t offset = 0, bytes = 0;
  bool operator==(const Part&) const = default;
};

class CpuRenderer final : public Renderer {
 public:
  explicit CpuRenderer(const GladGLContext& gl) : gl_(gl) {}

  OrderWords order_words(std::size_t) const override { return OrderWords::elements; }
  int samples(int wanted, Footprint footprint) const override { return footprint == Footprint::triangle ? wanted : 1; }
  void set_view(const DrawnView& view) override { view_ = view; }
  void reload(const gl::ShaderLibrary&) override {}
  /// What lies in the host's memory counts where OpenGL's does too.
  std::size_t gpu_bytes() const override {
    if (!gl::is_software(gl_)) return 0;
    return drawing_.bytes() + vertices_.capacity() * sizeof(StoredVertex) + picture_.capacity() * sizeof(float) +
           (colors_.capacity() + corners_.capacity() + order_.capacity()) * sizeof(std::uint32_t);
  }
  void limit_memory(std::size_t bytes) override { memory_ = bytes; }

  void draw(const DrawnElements& elements, const OrderView& order, const ColorTarget& target, int samples) override {
    try {
      make_picture(elements, order, target, samples);
    } catch (const std::bad_alloc&) {
      throw OutOfMemory("the renderer cpu: there is no memory for the arrays of this scene");
    }
    gl_.TextureSubImage2D(target.texture(), 0, 0, 0, target.width(), target.height(), GL_RGBA, GL_FLOAT,
                          picture_.data());
    is_new_ = true;
  }

  bool take_steps(Steps& steps) override {
    if (!std::exchange(is_new_, false)) return false;
    steps = drawing_.steps();
    return true;
  }

  std::string remark() const override { return drawing_.remark(); }

 private:
  void make_picture(const DrawnElements& elements, const OrderView& order, const ColorTarget& target, int samples) {
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    fetch_elements(elements);
    fetch_order(order);
    picture_.resize(std::size_t{4} * static_cast<unsigned>(target.width()) * static_cast<unsigned>(target.height()));
    drawing_.draw(subject_of(arrays_of(elements), order_, view_.block, samples, positions(samples)), memory_, picture_);
  }

  template <class T>
  void read(const Part& part, Array<T>& to) const {
    to.resize(part.bytes / sizeof(T));
    if (part.bytes > 0)
      gl_.GetNamedBufferSubData(part.buffer, static_cast<GLintptr>(part.offset), static_cast<GLsizeiptr>(part.bytes),
                                to.data());
  }

  /// Once for each version of a scene.
  void fetch_elements(const DrawnElements& elements) {
    Part vertices, colors, corners{elements.corners, 0, 0};
    for (const VertexArrayView& array : elements.arrays)
      (array.array == ElementArray::vertex ? vertices : colors) = {array.buffer, array.offset, array.bytes};
    if (corners.buffer != 0) {
      GLint64 bytes = 0;
      gl_.GetNamedBufferParameteri64v(corners.buffer, GL_BUFFER_SIZE, &bytes);
      corners.bytes = static_cast<std::size_t>(bytes);
    }
    const Fetched fetched{view_.scene, view_.version, vertices, colors, corners};
    if (fetched == fetched_) return;
    read(vertices, vertices_);
    read(colors, colors_);
    read(corners, corners_);
    fetched_ = fetched;
  }

  void fetch_order(const OrderView& order) {
    auto words = static_cast<std::uint32_t>(order.words);
    if (order.count != 0)
      gl_.GetNamedBufferSubData(order.count, static_cast<GLintptr>(order.count_offset), sizeof words, &words);
    words = std::min(words, static_cast<std::uint32_t>(order.words));
    read(Part{order.buffer, order.offset, words * sizeof(std::uint32_t)}, order_);
  }

  /// OpenGL is asked once for each number.
  const std::vector<glm::ivec2>& positions(int samples) {
    std::vector<glm::ivec2>& places = positions_[samples];
    if (places.empty()) places = tiles::sample_positions(gl_, samples);
    return places;
  }

  HostArrays arrays_of(const DrawnElements& elements) const {
    return {.variant = elements.variant, .vertices = vertices_, .colors = colors_, .corners = corners_};
  }

  struct Fetched {
    std::uint64_t scene = 0, version = 0;
    Part vertices, colors, corners;
    bool operator==(const Fetched&) const = default;
  };

  const GladGLContext& gl_;
  Drawing drawing_;
  DrawnView view_;
  Fetched fetched_;
  Array<StoredVertex> vertices_;
  Array<std::uint32_t> colors_, corners_, order_;
  std::vector<float> picture_;
  std::size_t memory_ = std::size_t{1} << 30;
  std::map<int, std::vector<glm::ivec2>> positions_;  // of samples, by their number
  bool is_new_ = false;
};

}  // namespace

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<CpuRenderer>(context.gl); }

}  // namespace farfirst::app::cpu
