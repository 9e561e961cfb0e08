#include "peeled.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>

#include "render/exact/coverage_pass.h"

namespace farfirst::app::peeled {

namespace {

constexpr std::size_t word = sizeof(std::uint32_t);
constexpr std::size_t light_bytes = 4 * sizeof(float);
constexpr std::size_t sample_bytes = 4 * word + light_bytes;

class Peeled final : public Renderer {
 public:
  explicit Peeled(const RendererContext& context)
      : gl_(context.gpu.gl), library_(context.gpu.library), coverage_(gl_), counts_(gl_, sizeof(Counts)), times_(gl_) {}

  bool prepare(const DrawnElements& elements, int samples) override {
    variant_ = elements.variant;
    samples_ = static_cast<std::uint32_t>(samples);
    bool ready = true;
    for (const Step step : {Step::groups, Step::search, Step::blend, Step::finish}) ready &= program(step).is_ready();
    return ready;
  }

  void draw(const DrawRequest& request, const ColorTarget& target) override {
    const auto& [elements, order, view, samples, memory, layers] = request;
    prepare(elements, samples);
    memory_limit_ = memory;
    layers_ = layers;
    if (order.words == 0) {
      target.clear();
      return;
    }
    coverage_.begin(elements, order, {target.width(), target.height(), samples_, view.part},
                    static_cast<ExactBy>(view.block.keys.exact_by), "peeled");
    if (view.part.begins) clear(counts_);
    times_.begin();
    const std::vector<exact::CoveragePass::Tiles> strips = coverage_.strips(rows_of_strip());
    const std::uint32_t rows = strips.front().top - strips.front().bottom;  // the last one may have fewer
    for (const exact::CoveragePass::Tiles& strip : strips) {
      coverage_.set_strip(strip, program(Step::groups));
      peel(rows * coverage_.tiles_across() * exact::tile_pixels);
      finish(target);
    }
    gl_.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    times_.end();
    gl_.GetNamedBufferSubData(counts_.name(), 0, sizeof found_, &found_);
    drawn_layers_ = layers_;
  }

  bool take_steps(Steps& steps) override { return times_.take(steps); }

  std::string remark() const override {
    if (drawn_layers_ == 0) return {};
    const double share = found_.all > 0 ? static_cast<double>(found_.left) / static_cast<double>(found_.all) : 0;
    char percent[32];
    std::snprintf(percent, sizeof percent, "%.3g %%", 100 * share);
    return std::to_string(drawn_layers_) + (drawn_layers_ == 1 ? " layer; " : " layers; ") +
           std::to_string(found_.left) + " of " + std::to_string(found_.all) + " fragments are left behind (" +
           percent + ")";
  }

  std::size_t gpu_bytes() const override {
    std::size_t sum = coverage_.gpu_bytes();
    for (const gl::Buffer* buffer : {&peeled_, &next_keys_, &next_elements_, &lights_}) sum += buffer->bytes();
    return sum;
  }

 private:
  enum class Step : std::uint8_t { groups, search, blend, finish };
  /// Numbered as in layer.comp.
  enum class Search : std::uint8_t { key, element, count };
  struct ProgramKey {
    Step step;
    std::optional<ElementVariant> element;  // none: the same for all
    std::uint32_t samples = 1;
    auto operator<=>(const ProgramKey&) const = default;
  };
  /// The layout of the counters in layer.comp.
  struct Counts {
    std::uint64_t all = 0, left = 0;
  };

  // ---- Memory

  std::uint32_t rows_of_strip() const {
    const std::size_t row_samples = coverage_.tiles_across() * exact::tile_pixels * samples_;
    const std::size_t rows = std::min(memory_limit_ / sample_bytes, coverage_.max_block() / light_bytes) / row_samples;
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(rows, 1, coverage_.rows()));
  }

  void clear(const gl::Buffer& buffer, std::uint32_t value = 0) const {
    gl_.ClearNamedBufferData(buffer.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &value);
  }

  // ---- Steps

  /// A strip of N pixels.
  void peel(std::size_t pixels) {
    const std::size_t samples = pixels * samples_;
    coverage_.fit(peeled_, 2 * word * samples);
    coverage_.fit(next_keys_, word * samples);
    coverage_.fit(next_elements_, word * samples);
    coverage_.fit(lights_, light_bytes * samples);
    clear(peeled_, 0xFFFFFFFFu);
    clear(lights_);
    for (std::uint32_t layer = 0; layer < layers_; ++layer) {
      clear(next_keys_);
      clear(next_elements_);
      search(Search::key);
      search(Search::element);
      visit(Step::blend);
      times_.mark("layers");
    }
    search(Search::count);
    times_.mark("count");
  }

  void search(Search what) {
    gl_.ProgramUniform1ui(program(Step::search).name(), 0, static_cast<GLuint>(what));
    visit(Step::search);
  }

  void visit(Step step) {
    bind_storage(gl_, 8, {peeled_.name(), next_keys_.name(), next_elements_.name(), lights_.name(), counts_.name()});
    coverage_.run(program(step));
  }

  void finish(const ColorTarget& target) {
    const gl::Program& shaders = program(Step::finish);
    bind_storage(gl_, 11, {lights_.name()});
    gl_.ProgramUniform2i(shaders.name(), 0, target.width(), target.height());
    gl_.BindImageTexture(0, target.texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    coverage_.dispatch(shaders, coverage_.band().band_end - coverage_.band().band_first);
    times_.mark("finish");
  }

  // ---- Programs

  gl::Program make_program(const ProgramKey& which) const {
    gl::Defines defines = coverage_.defines(which.element, which.samples);
    if (which.step == Step::groups) return {gl_, library_, {"render/exact/groups.comp"}, defines};
    if (which.step == Step::finish) return {gl_, library_, {"render/peeled/finish.comp"}, defines};
    if (which.step == Step::blend) defines.emplace_back("BLEND", "");
    return {gl_, library_, {"render/peeled/layer.comp"}, defines};
  }

  /// Programs without colours do not depend on them.
  const gl::Program& program(Step step) {
    ProgramKey key{.step = step, .element = {}, .samples = samples_};
    if (step == Step::blend)
      key.element = variant_;
    else if (step != Step::finish)
      key.element = ElementVariant{.kind = variant_.kind};
    gl::Program& program = programs_[key];
    if (!program) program = make_program(key);
    return program;
  }

  const GladGLContext& gl_;
  const gl::ShaderLibrary& library_;
  std::map<ProgramKey, gl::Program> programs_;

  // The present draw.
  std::size_t memory_limit_ = 0;
  std::uint32_t layers_ = 0;
  exact::CoveragePass coverage_;
  ElementVariant variant_;
  std::uint32_t samples_ = 1;

  // The result of the newest picture.
  Counts found_;
  std::uint32_t drawn_layers_ = 0;

  gl::Buffer counts_;
  gl::Buffer peeled_, next_keys_, next_elements_, lights_;  // of the samples of a strip
  StepTimes times_;
};

}  // namespace

std::string why_unavailable(const GladGLContext& gl) { return exact::why_no_coverage_pass(gl); }

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<Peeled>(context); }

}  // namespace farfirst::app::peeled
