#include "cpu.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "async_cpu_renderer.h"
#include "object/context.h"
#include "render/array.h"
#include "render/host_objects.h"
#include "render/tiles/samples.h"

namespace farfirst::app::cpu {

namespace {

class CpuRenderer final : public Renderer {
 public:
  explicit CpuRenderer(const GladGLContext& gl) : gl_(gl) {}

  void release_scene() override {
    beside_.reset();
    async_renderer_.forget();
  }
  /// Arrays in host memory count where OpenGL's do too.
  std::size_t gpu_bytes() const override {
    if (!gl::is_software(gl_)) return 0;
    return async_renderer_.bytes() + blended_.capacity() * sizeof(float) +
           (shown_.capacity() + order_.capacity()) * sizeof(std::uint32_t);
  }
  bool reads_host_arrays() const override { return true; }

  void draw(const DrawRequest& request, const ColorTarget& target) override {
    const DrawInput input = draw_input_for(request);
    blended_.resize(std::size_t{4} * pixels(target.width(), target.height()));
    drawing().draw(input, request.memory, blended_, request.view.part);
    const Rows rows = rows_of(request.view.part, target.height());
    gl_.TextureSubImage2D(target.texture(), 0, 0, rows.first, target.width(), rows.count, GL_RGBA, GL_FLOAT,
                          blended_.data() + 4 * pixels(target.width(), rows.first));
    is_new_ = true;
  }

  bool draw_shown(const DrawRequest& request, const ShownTarget& target) override {
    const OrderView& order = request.order;
    if (request.view.may_lag && !request.view.awaited && order.host != nullptr && order.count == 0) {
      draw_beside(request, target);
      return true;
    }
    const DrawInput input = draw_input_for(request);
    shown_.resize(pixels(target.width, target.height));
    drawing().draw_shown(input, request.memory, shown_, request.view.part);
    upload(shown_, target, rows_of(request.view.part, target.height));
    is_new_ = true;
    return true;
  }
  bool may_be_incomplete() const override { return beside_ && !beside_->is_shown; }

  bool take_steps(Steps& steps) override {
    if (const auto newest = async_renderer_.take_steps(); beside_ && newest) {
      steps = *newest;
      return true;
    }
    if (!std::exchange(is_new_, false)) return false;
    steps = drawing().steps();
    return true;
  }

  std::string remark() const override {
    if (!beside_) return async_renderer_.remark();
    if (beside_->is_shown) return "drawn beside the window; " + async_renderer_.remark();
    return beside_->is_coarse ? "half as many pixels each way; the whole picture is being drawn"
                              : "the last picture; the next one is being drawn";
  }

 private:
  /// The request for a picture beside the frame: equal ones are the same picture.
  struct Asked {
    ViewBlock camera{};
    LookBlock look{};
    std::uint64_t version = 0, order = 0;
    ElementVariant variant{};
    std::vector<ElementVariant> of_objects{};
    int samples = 0;
    std::uint64_t lit = 0;  // colours of particles
    std::uint64_t repeats = 0;
    bool operator==(const Asked&) const = default;
  };
  /// The newest of them, and its progress.
  struct Beside {
    std::uint64_t number = 0;
    Asked asked{};
    bool is_shown = false, is_coarse = false;
  };

  static std::vector<ElementVariant> variants_of(const HostArrays& arrays) {
    std::vector<ElementVariant> result;
    if (!arrays.objects) return result;
    for (const HostObject& object : *arrays.objects) result.push_back(object.arrays.variant);
    return result;
  }

  /// Cancels the picture beside the frame.
  Drawing& drawing() {
    beside_.reset();
    return async_renderer_.drawing();
  }

  /// Requests the picture, unless that was done, and shows the newest one. Waits for it a little: most
  /// pictures are ready before a person notices the lack of one.
  void draw_beside(const DrawRequest& request, const ShownTarget& target) {
    using namespace std::chrono_literals;
    const DrawnView& view = request.view;
    const HostArrays& arrays = request.elements.host;
    Asked asked{.camera = view.block.camera,
                .look = view.block.look,
                .version = view.version,
                .order = view.order,
                .variant = request.elements.variant,
                .of_objects = variants_of(arrays),
                .samples = request.samples,
                .lit = arrays.lit,
                .repeats = view.repeats};
    if (!beside_ || beside_->asked != asked)
      beside_ = Beside{.number = async_renderer_.ask(job_of(request)), .asked = std::move(asked)};
    const auto patience = async_renderer_.newest_time().value_or(0) > 50 ? 16ms : 50ms;
    const AsyncCpuRenderer::Picture* picture = async_renderer_.wait(beside_->number, patience);
    beside_->is_coarse = picture != nullptr && picture->is_coarse;
    beside_->is_shown = picture != nullptr && picture->number == beside_->number && !picture->is_coarse;
    if (picture != nullptr && picture->width == target.width && picture->height == target.height)
      upload(picture->pixels, target, {0, target.height});
  }

  AsyncCpuRenderer::Job job_of(const DrawRequest& request) {
    const HostArrays& arrays = request.elements.host;
    const OrderView& order = request.order;
    AsyncCpuRenderer::Job job{.arrays = arrays,
                              .order = {order.host, order.host + order.words},
                              .view = request.view.block,
                              .samples = request.samples,
                              .positions = positions(request.samples),
                              .memory = request.memory};
    const bool moves = arrays.variant.kind == ElementKind::particle || arrays.variant.kind == ElementKind::streak;
    if (!moves) return job;
    job.own_vertices.assign(arrays.vertices.begin(), arrays.vertices.end());
    job.own_colors.assign(arrays.colors.begin(), arrays.colors.end());
    job.own_motions.assign(arrays.motions.begin(), arrays.motions.end());
    return job;
  }

  /// In pixels. Those of a part beside its own were drawn with parts before it.
  struct Rows {
    int first = 0, count = 0;
  };
  static Rows rows_of(const PicturePart& part, int height) {
    return part.is_whole() ? Rows{0, height} : Rows{part.least.y, part.end.y - part.least.y};
  }

  void upload(const std::vector<std::uint32_t>& from, const ShownTarget& target, const Rows& rows) const {
    gl_.TextureSubImage2D(target.texture, 0, 0, rows.first, target.width, rows.count, GL_RGBA, GL_UNSIGNED_BYTE,
                          from.data() + pixels(target.width, rows.first));
  }

  static std::size_t pixels(int width, int height) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }

  DrawInput draw_input_for(const DrawRequest& request) try {
    return draw_input_of(request.elements.host, order_of(request.order), request.view.block, request.samples,
                         positions(request.samples));
  } catch (const std::bad_alloc&) {
    throw OutOfMemory("the renderer cpu: not enough memory for the arrays of this scene");
  }

  /// The order in host memory; else read from OpenGL's.
  std::span<const std::uint32_t> order_of(const OrderView& order) {
    if (order.host != nullptr && order.count == 0) return {order.host, order.words};
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    fetch_order(order);
    return order_;
  }

  void fetch_order(const OrderView& order) {
    auto words = static_cast<std::uint32_t>(order.words);
    if (order.count != 0)
      gl_.GetNamedBufferSubData(order.count, static_cast<GLintptr>(order.count_offset), sizeof words, &words);
    words = std::min(words, static_cast<std::uint32_t>(order.words));
    order_.resize(words);
    if (words > 0)
      gl_.GetNamedBufferSubData(order.buffer, static_cast<GLintptr>(order.offset),
                                static_cast<GLsizeiptr>(words * sizeof(std::uint32_t)), order_.data());
  }

  /// OpenGL is asked once for each number.
  const std::vector<glm::ivec2>& positions(int samples) {
    std::vector<glm::ivec2>& places = positions_[samples];
    if (places.empty()) places = tiles::sample_positions(gl_, samples);
    return places;
  }

  const GladGLContext& gl_;
  AsyncCpuRenderer async_renderer_;
  std::optional<Beside> beside_;  // none: pictures are drawn at once
  Array<std::uint32_t> order_;
  std::vector<float> blended_;
  std::vector<std::uint32_t> shown_;
  std::map<int, std::vector<glm::ivec2>> positions_;  // of samples, by their number
  bool is_new_ = false;
};

}  // namespace

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<CpuRenderer>(context.gpu.gl); }

}  // namespace farfirst::app::cpu
