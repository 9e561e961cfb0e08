#include "cpu.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "object/context.h"
#include "painter.h"
#include "render/array.h"
#include "render/beside.h"
#include "render/host_objects.h"
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
  /// Of no scene: what was drawn is let go of.
  void set_view(const DrawnView& view) override {
    if (view.scene != view_.scene) {
      beside_.reset();
      painter_.forget();
    }
    view_ = view;
  }
  void reload(const gl::ShaderLibrary&) override {}
  /// What lies in the host's memory counts where OpenGL's does too.
  std::size_t gpu_bytes() const override {
    if (!gl::is_software(gl_)) return 0;
    return painter_.bytes() + vertices_.capacity() * sizeof(StoredVertex) + motions_.capacity() * sizeof(glm::vec4) +
           blended_.capacity() * sizeof(float) +
           (shown_.capacity() + colors_.capacity() + corners_.capacity() + order_.capacity()) * sizeof(std::uint32_t);
  }
  void limit_memory(std::size_t bytes) override { memory_ = bytes; }

  bool reads_host_arrays() const override { return true; }

  void draw(const DrawnElements& elements, const OrderView& order, const ColorTarget& target, int samples) override {
    const Subject subject = subject_for(elements, order, samples);
    blended_.resize(std::size_t{4} * pixels(target.width(), target.height()));
    drawing().draw(subject, memory_, blended_);
    gl_.TextureSubImage2D(target.texture(), 0, 0, 0, target.width(), target.height(), GL_RGBA, GL_FLOAT,
                          blended_.data());
    is_new_ = true;
  }

  bool draw_shown(const DrawnElements& elements, const OrderView& order, const ShownTarget& target,
                  int samples) override {
    if (pictures_beside_frames() && !view_.awaited && !elements.host.empty() && order.host != nullptr &&
        order.count == 0) {
      draw_beside(elements, order, target, samples);
      return true;
    }
    const Subject subject = subject_for(elements, order, samples);
    shown_.resize(pixels(target.width, target.height));
    drawing().draw_shown(subject, memory_, shown_);
    upload(shown_, target);
    is_new_ = true;
    return true;
  }
  bool is_unsure() const override { return beside_ && !beside_->is_shown; }

  bool take_steps(Steps& steps) override {
    if (const auto newest = painter_.take_steps(); beside_ && newest) {
      steps = *newest;
      return true;
    }
    if (!std::exchange(is_new_, false)) return false;
    steps = drawing().steps();
    return true;
  }

  std::string remark() const override {
    if (!beside_) return painter_.remark();
    if (beside_->is_shown) return "drawn beside the window; " + painter_.remark();
    return beside_->is_coarse ? "half as many pixels each way; the whole picture is being drawn"
                              : "the last picture; the next one is being drawn";
  }

 private:
  /// What was asked for beside the frame, last, and how far it is.
  struct Beside {
    std::uint64_t number = 0;
    FrameBlock block{};
    std::uint64_t version = 0;
    ElementVariant variant{};
    std::vector<ElementVariant> of_objects{};
    const std::uint32_t* order = nullptr;  // a newer one is elsewhere: three slots take turns (Worker)
    int samples = 0;
    std::uint64_t lit = 0;  // colours of particles
    bool is_shown = false, is_coarse = false;

    bool is_of(const Beside& other) const {
      constexpr std::size_t used = offsetof(FrameBlock, streak) + sizeof(float);
      return version == other.version && variant == other.variant && of_objects == other.of_objects &&
             order == other.order && samples == other.samples && lit == other.lit &&
             std::memcmp(&block, &other.block, used) == 0;
    }
  };

  static std::vector<ElementVariant> variants_of(const HostArrays& arrays) {
    std::vector<ElementVariant> result;
    if (!arrays.objects) return result;
    for (const HostObject& object : *arrays.objects) result.push_back(object.arrays.variant);
    return result;
  }

  /// What is drawn beside the frame is given up.
  Drawing& drawing() {
    beside_.reset();
    return painter_.drawing();
  }

  /// Asks for the picture, unless that was done, and shows the newest one that there is. Waits for it a little: most
  /// pictures are there before anybody sees that one is missing.
  void draw_beside(const DrawnElements& elements, const OrderView& order, const ShownTarget& target, int samples) {
    using namespace std::chrono_literals;
    Beside wanted{.block = view_.block,
                  .version = view_.version,
                  .variant = elements.variant,
                  .of_objects = variants_of(elements.host),
                  .order = order.host,
                  .samples = samples,
                  .lit = elements.host.lit};
    if (!beside_ || !beside_->is_of(wanted)) {
      wanted.number = painter_.ask(job_of(elements.host, order, samples));
      beside_ = wanted;
    }
    const auto patience = painter_.newest_time().value_or(0) > 50 ? 16ms : 50ms;
    const Painter::Picture* picture = painter_.wait(beside_->number, patience);
    beside_->is_coarse = picture != nullptr && picture->is_coarse;
    beside_->is_shown = picture != nullptr && picture->number == beside_->number && !picture->is_coarse;
    if (picture != nullptr && picture->width == target.width && picture->height == target.height)
      upload(picture->pixels, target);
  }

  Painter::Job job_of(const HostArrays& arrays, const OrderView& order, int samples) {
    Painter::Job job{.arrays = arrays,
                     .order = {order.host, order.host + order.words},
                     .view = view_.block,
                     .samples = samples,
                     .positions = positions(samples),
                     .memory = memory_};
    const bool moves = arrays.variant.kind == ElementKind::particle || arrays.variant.kind == ElementKind::streak;
    if (!moves) return job;
    job.own_vertices.assign(arrays.vertices.begin(), arrays.vertices.end());
    job.own_colors.assign(arrays.colors.begin(), arrays.colors.end());
    job.own_motions.assign(arrays.motions.begin(), arrays.motions.end());
    return job;
  }

  void upload(const std::vector<std::uint32_t>& from, const ShownTarget& target) const {
    gl_.TextureSubImage2D(target.texture, 0, 0, 0, target.width, target.height, GL_RGBA, GL_UNSIGNED_BYTE, from.data());
  }

  static std::size_t pixels(int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }

  Subject subject_for(const DrawnElements& elements, const OrderView& order, int samples) try {
    return subject_of(arrays_of(elements), order_of(order), view_.block, samples, positions(samples));
  } catch (const std::bad_alloc&) {
    throw OutOfMemory("the renderer cpu: there is no memory for the arrays of this scene");
  }

  /// As they are in the host's memory; else from OpenGL's.
  HostArrays arrays_of(const DrawnElements& elements) {
    if (!elements.host.empty()) return elements.host;
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    fetch_elements(elements);
    return {.variant = elements.variant,
            .vertices = vertices_,
            .colors = colors_,
            .motions = motions_,
            .corners = corners_};
  }
  std::span<const std::uint32_t> order_of(const OrderView& order) {
    if (order.host != nullptr && order.count == 0) return {order.host, order.words};
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    fetch_order(order);
    return order_;
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
    Part vertices, colors, motions, corners{elements.corners, 0, 0};
    for (const VertexArrayView& array : elements.arrays) {
      Part& part = array.array == ElementArray::vertex  ? vertices
                   : array.array == ElementArray::color ? colors
                                                        : motions;
      part = {array.buffer, array.offset, array.bytes};
    }
    if (corners.buffer != 0) {
      GLint64 bytes = 0;
      gl_.GetNamedBufferParameteri64v(corners.buffer, GL_BUFFER_SIZE, &bytes);
      corners.bytes = static_cast<std::size_t>(bytes);
    }
    const Fetched fetched{view_.scene, view_.version, vertices, colors, motions, corners};
    if (fetched == fetched_) return;
    read(vertices, vertices_);
    read(colors, colors_);
    read(motions, motions_);
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

  struct Fetched {
    std::uint64_t scene = 0, version = 0;
    Part vertices, colors, motions, corners;
    bool operator==(const Fetched&) const = default;
  };

  const GladGLContext& gl_;
  Painter painter_;
  std::optional<Beside> beside_;  // none: pictures are drawn at once
  DrawnView view_;
  Fetched fetched_;
  Array<StoredVertex> vertices_;
  Array<glm::vec4> motions_;
  Array<std::uint32_t> colors_, corners_, order_;
  std::vector<float> blended_;
  std::vector<std::uint32_t> shown_;
  std::size_t memory_ = std::size_t{1} << 30;
  std::map<int, std::vector<glm::ivec2>> positions_;  // of samples, by their number
  bool is_new_ = false;
};

}  // namespace

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<CpuRenderer>(context.gl); }

}  // namespace farfirst::app::cpu
