#include "exact.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>

#include "coverage_pass.h"

namespace farfirst::app::exact {

namespace {

constexpr std::size_t node_bytes = 2 * word_bytes, color_bytes = 4 * sizeof(float);
constexpr std::size_t fragment_bytes = node_bytes + word_bytes + color_bytes;
constexpr std::uint32_t least_room = 16;  // for fragments: more than a pixel's samples of one element
constexpr std::size_t most_room = std::size_t{1} << 30;

class ExactRenderer final : public Exact {
 public:
  explicit ExactRenderer(const RendererContext& context)
      : gl_(context.gpu.gl),
        library_(context.gpu.library),
        coverage_(gl_),
        found_(gl_, sizeof(Found)),
        carried_(gl_, 8 * color_bytes),
        times_(gl_) {}

  bool prepare(const DrawnElements& elements, int samples) override {
    variant_ = elements.variant;
    samples_ = static_cast<std::uint32_t>(samples);
    bool ready = true;
    for (const Step step : {Step::groups, Step::count, Step::places, Step::fill, Step::sort, Step::blend})
      ready &= program(step).is_ready();
    return ready;
  }

  void draw(const DrawRequest& request, const ColorTarget& target) override {
    const auto& [elements, order, view, samples, memory, layers] = request;
    prepare(elements, samples);
    memory_limit_ = memory;
    target_ = &target;
    if (order.words == 0) {
      target.clear();
      return;
    }
    coverage_.begin(elements, order, {target.width(), target.height(), samples_, view.part},
                    static_cast<ExactBy>(view.block.keys.exact_by), "exact");
    if (view.part.begins) {
      fragments_ = 0;
      most_ = 0;
      bands_ = 0;
    }
    times_.begin();
    for (const CoveragePass::Tiles& strip : coverage_.strips(rows_of_strip())) draw_strip(strip);
    gl_.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    times_.end();
  }

  std::vector<Fragment> fragments(int x, int y, int sample) const override {
    const std::uint32_t tile =
        static_cast<std::uint32_t>(y / 8) * coverage_.tiles_across() + static_cast<std::uint32_t>(x / 8);
    const std::size_t list =
        (std::size_t{tile} * tile_pixels + static_cast<std::uint32_t>(y % 8 * 8 + x % 8)) * samples_ +
        static_cast<std::uint32_t>(sample);
    const std::uint32_t count = read_word(counts_, list), end = read_word(tiles_, tile) + read_word(places_, list);
    std::vector<Fragment> result;
    for (std::uint32_t i = end - count; i < end; ++i) {
      std::array<std::uint32_t, 2> node{};
      Fragment fragment;
      read(nodes_, i * node_bytes, node_bytes, node.data());
      read(fragment_colors_, node[1] * color_bytes, color_bytes, &fragment.color);
      fragment.key = node[0];
      fragment.element = read_word(fragment_elements_, node[1]);
      result.push_back(fragment);
    }
    return result;
  }

  bool take_steps(Steps& steps) override { return times_.take(steps); }

  std::string remark() const override {
    if (bands_ == 0) return {};
    return std::to_string(fragments_) + " fragments, at most " + std::to_string(most_) + " of a sample, in " +
           std::to_string(bands_) + (bands_ == 1 ? " band" : " bands");
  }

  std::size_t gpu_bytes() const override {
    std::size_t sum = coverage_.gpu_bytes();
    for (const gl::Buffer* buffer :
         {&counts_, &places_, &long_lists_, &tiles_, &nodes_, &fragment_elements_, &fragment_colors_})
      sum += buffer->bytes();
    return sum;
  }

 private:
  enum class Step : std::uint8_t { groups, count, count_slice, histogram, places, fill, fill_slice, sort, blend };
  struct ProgramKey {
    Step step;
    std::optional<ElementVariant> element;  // none: the same for all
    std::uint32_t samples = 1;
    auto operator<=>(const ProgramKey&) const = default;
  };

  /// The layout of places.comp.
  struct Found {
    std::uint32_t deepest = 0;
    std::uint32_t long_count = 0;
  };

  // ---- Memory

  /// Rows of tiles whose lists fit into half of the memory.
  std::uint32_t rows_of_strip() const {
    const std::size_t row_bytes =
        coverage_.tiles_across() * tile_pixels * samples_ * word_bytes;  // of counts, places and names
    const std::size_t rows = std::min(memory_limit_ / 6, coverage_.max_block()) / row_bytes;
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(rows, 1, coverage_.rows()));
  }

  /// The fragments that fit into the memory beside the strip.
  std::uint32_t room() const {
    std::size_t taken = coverage_.gpu_bytes();
    for (const gl::Buffer* buffer : {&counts_, &places_, &long_lists_, &tiles_}) taken += buffer->bytes();
    const std::size_t left = memory_limit_ - std::min(memory_limit_, taken);
    const std::size_t fragments = std::min({left / fragment_bytes, coverage_.max_block() / color_bytes, most_room});
    return std::max(static_cast<std::uint32_t>(fragments), least_room);
  }

  /// For the largest band, and a little more, so that growth is rare, but within the limit.
  void fit_fragments(const std::vector<Band>& bands) {
    std::size_t most = 0;
    for (const Band& band : bands) most = std::max<std::size_t>(most, band.is_deep ? room_ : band.fragments);
    const std::size_t room = std::min<std::size_t>(most + most / 8, room_);
    const std::size_t present = nodes_.bytes() / node_bytes;
    if (most == 0 || (present >= most && present <= std::min<std::size_t>(2 * room, room_))) return;
    for (gl::Buffer* buffer : {&nodes_, &fragment_elements_, &fragment_colors_}) *buffer = {};
    coverage_.fit(nodes_, room * node_bytes);
    coverage_.fit(fragment_elements_, room * word_bytes);
    coverage_.fit(fragment_colors_, room * color_bytes);
  }

  void read(const gl::Buffer& buffer, std::size_t offset, std::size_t bytes, void* into) const {
    gl_.GetNamedBufferSubData(buffer.name(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), into);
  }
  std::uint32_t read_word(const gl::Buffer& buffer, std::size_t index) const {
    std::uint32_t value = 0;
    read(buffer, index * word_bytes, word_bytes, &value);
    return value;
  }
  /// Waits for a result of shaders.
  template <class Value>
  std::vector<Value> read_back(const gl::Buffer& buffer, std::size_t first, std::size_t count) const {
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::vector<Value> values(count);
    read(buffer, first * sizeof(Value), count * sizeof(Value), values.data());
    return values;
  }
  template <class Value>
  void write(const gl::Buffer& buffer, std::size_t first, const std::vector<Value>& values) const {
    gl::write(gl_, buffer, first * sizeof(Value), std::as_bytes(std::span(values)));
  }
  void clear(const gl::Buffer& buffer, std::size_t first, std::size_t words) const {
    gl_.ClearNamedBufferSubData(buffer.name(), GL_R32UI, static_cast<GLintptr>(first * word_bytes),
                                static_cast<GLsizeiptr>(words * word_bytes), GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  }

  // ---- Steps

  void draw_strip(const CoveragePass::Tiles& strip) {
    coverage_.set_strip(strip, program(Step::groups));
    times_.mark("groups");
    const std::uint32_t rows = strip.top - strip.bottom;
    const std::vector<std::uint32_t> tiles = count(rows * coverage_.tiles_across());
    room_ = room();
    std::vector<std::uint32_t> begins;
    const std::vector<Band> bands =
        bands_of(tiles, strip.left, tiles.size() - coverage_.tiles_across() + strip.right, room_, begins);
    write(tiles_, 0, begins);
    fit_fragments(bands);
    for (const Band& band : bands) {
      if (bands.size() > 1) coverage_.set_band(band.first, band.end);
      if (band.is_deep)
        draw_deep_tile(band.first);
      else
        draw_band(Step::fill, band.fragments);
    }
  }

  /// The fragments of each tile of the strip.
  std::vector<std::uint32_t> count(std::uint32_t tiles) {
    const std::size_t lists = std::size_t{tiles} * tile_pixels * samples_;
    const std::size_t most_tiles =
        std::size_t{rows_of_strip()} * coverage_.tiles_across();  // the last strip may have fewer
    const std::size_t most_lists = most_tiles * tile_pixels * samples_;
    coverage_.fit(counts_, most_lists * word_bytes);
    coverage_.fit(places_, most_lists * word_bytes, GL_DYNAMIC_STORAGE_BIT);
    coverage_.fit(long_lists_, most_lists * word_bytes);
    coverage_.fit(tiles_, most_tiles * word_bytes, GL_DYNAMIC_STORAGE_BIT);
    clear(counts_, 0, lists);
    bind_storage(gl_, 8, {counts_.name()});
    coverage_.run(program(Step::count));
    times_.mark("count");

    clear(found_, 0, sizeof(Found) / word_bytes);
    bind_storage(gl_, 8, {counts_.name(), places_.name(), tiles_.name(), found_.name(), long_lists_.name()});
    coverage_.dispatch(program(Step::places), tiles);
    const std::vector<std::uint32_t> result = read_back<std::uint32_t>(tiles_, 0, tiles);
    const Found found = read_back<Found>(found_, 0, 1).front();
    coverage_.band().long_count = found.long_count;
    most_ = std::max(most_, found.deepest);
    times_.mark("places");
    return result;
  }

  void draw_band(Step fill, std::uint32_t fragments) {
    ++bands_;
    fragments_ += fragments;
    if (fragments > 0) {
      bind_lists();
      coverage_.run(program(fill));
      times_.mark("fill");
      sort_long_lists();
    }
    bind_lists();
    bind_storage(gl_, 14, {carried_.name()});
    const gl::Program& shaders = program(Step::blend);
    gl_.ProgramUniform2i(shaders.name(), 0, target_->width(), target_->height());
    gl_.BindImageTexture(0, target_->texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    const BandBlock& band = coverage_.band();
    coverage_.dispatch(shaders, band.band_end - band.band_first);
    times_.mark("blend");
  }

  void sort_long_lists() {
    const std::uint32_t long_count = coverage_.band().long_count;
    if (long_count == 0) return;
    bind_lists();
    bind_storage(gl_, 14, {long_lists_.name()});
    coverage_.dispatch(program(Step::sort), long_count);
    times_.mark("sort");
  }

  void bind_lists() const {
    bind_storage(gl_, 8,
                 {counts_.name(), places_.name(), tiles_.name(), nodes_.name(), fragment_elements_.name(),
                  fragment_colors_.name()});
  }

  // ---- Tiles and pixels that are too deep for memory

  /// Lists of a tile, counted from the first tile of the strip.
  std::size_t first_list(std::uint32_t tile) const { return std::size_t{tile} * tile_pixels * samples_; }

  void draw_deep_tile(std::uint32_t tile) {
    const auto lists = read_back<std::uint32_t>(counts_, first_list(tile), tile_pixels * samples_);
    for (const Pixels& pixels : exact::pixels_of(lists, samples_, room_)) {
      coverage_.band().pixel_first = pixels.first;
      coverage_.band().pixel_end = pixels.end;
      if (pixels.is_deep)
        draw_deep_pixel(tile);
      else
        draw_pixels(tile, std::span(lists).subspan(pixels.first * samples_, (pixels.end - pixels.first) * samples_),
                    Step::fill);
    }
    coverage_.band().pixel_first = 0;
    coverage_.band().pixel_end = tile_pixels;
  }

  /// The pixels of the band, with the fragments in their lists.
  void draw_pixels(std::uint32_t tile, std::span<const std::uint32_t> lists, Step fill) {
    std::vector<std::uint32_t> places(lists.size());
    std::exclusive_scan(lists.begin(), lists.end(), places.begin(), 0u);
    write(places_, first_list(tile) + coverage_.band().pixel_first * samples_, places);
    draw_band(fill, places.back() + lists.back());
  }

  /// The one pixel of the band, in slices of depth from the farthest on.
  void draw_deep_pixel(std::uint32_t tile) {
    Slices slices(std::min(room_, deep_pixel));
    divide(0, 64, slices);
    const std::size_t first = first_list(tile) + coverage_.band().pixel_first * samples_;
    for (const Slice& slice : slices.found()) {
      set_slice(slice.first, slice.last);
      coverage_.band().is_first_slice = &slice == &slices.found().front() ? 1 : 0;
      coverage_.band().is_last_slice = &slice == &slices.found().back() ? 1 : 0;
      clear(counts_, first, samples_);
      bind_storage(gl_, 8, {counts_.name()});
      coverage_.run(program(Step::count_slice));
      draw_pixels(tile, read_back<std::uint32_t>(counts_, first, samples_), Step::fill_slice);
    }
    coverage_.band().is_first_slice = coverage_.band().is_last_slice = 1;
  }

  void set_slice(std::uint64_t first, std::uint64_t last) {
    const auto pair = [](std::uint64_t id) {
      return glm::uvec2(static_cast<std::uint32_t>(id >> 32), static_cast<std::uint32_t>(id));
    };
    coverage_.band().slice_first = pair(first);
    coverage_.band().slice_last = pair(last);
  }

  /// Splits ranges of keys and elements by their lower bits until each fits into memory.
  void divide(std::uint64_t first, unsigned bits, Slices& slices) {
    const unsigned shift = bits - 8;
    const std::uint64_t step = std::uint64_t{1} << shift;
    set_slice(first, first + (step - 1) + 255 * step);
    if (!histogram_) histogram_ = gl::Buffer(gl_, 256 * word_bytes);
    clear(histogram_, 0, 256);
    bind_storage(gl_, 8, {histogram_.name()});
    const gl::Program& shaders = program(Step::histogram);
    gl_.ProgramUniform1ui(shaders.name(), 0, shift);
    coverage_.run(shaders);
    const std::vector<std::uint32_t> counts = read_back<std::uint32_t>(histogram_, 0, 256);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::uint64_t begin = first + i * step;
      if (counts[i] > slices.room() && shift > 0)
        divide(begin, shift, slices);
      else
        slices.add(begin, begin + (step - 1), counts[i]);
    }
  }

  // ---- Programs

  gl::Program make_program(const ProgramKey& which) const {
    gl::Defines defines = coverage_.defines(which.element, which.samples);
    if (which.step == Step::count_slice || which.step == Step::fill_slice) defines.emplace_back("SLICED", "");
    if (which.step == Step::histogram) defines.emplace_back("HISTOGRAM", "");
    return {gl_, library_, {file_of(which.step)}, defines};
  }

  static std::string_view file_of(Step step) {
    switch (step) {
      case Step::groups:
        return "render/exact/groups.comp";
      case Step::places:
        return "render/exact/places.comp";
      case Step::fill:
      case Step::fill_slice:
        return "render/exact/fill.comp";
      case Step::sort:
        return "render/exact/sort.comp";
      case Step::blend:
        return "render/exact/blend.comp";
      default:
        return "render/exact/count.comp";
    }
  }

  /// Programs without colours do not depend on them.
  ProgramKey key_of(Step step) const {
    ProgramKey key{.step = step, .element = {}, .samples = samples_};
    if (step == Step::places || step == Step::sort || step == Step::blend) return key;
    const bool sees_colors = step == Step::fill || step == Step::fill_slice;
    key.element = sees_colors ? variant_ : ElementVariant{.kind = variant_.kind};
    return key;
  }

  const gl::Program& program(Step step) {
    const ProgramKey key = key_of(step);
    gl::Program& program = programs_[key];
    if (!program) program = make_program(key);
    return program;
  }

  const GladGLContext& gl_;
  const gl::ShaderLibrary& library_;
  std::map<ProgramKey, gl::Program> programs_;

  // The present draw.
  std::size_t memory_limit_ = 0;
  CoveragePass coverage_;
  ElementVariant variant_;
  const ColorTarget* target_ = nullptr;
  std::uint32_t samples_ = 1;
  std::uint32_t room_ = 0;  // for fragments

  // The result of the newest picture.
  std::uint64_t fragments_ = 0;
  std::uint32_t most_ = 0;
  std::uint32_t bands_ = 0;

  gl::Buffer found_, carried_, histogram_;
  gl::Buffer counts_, places_, tiles_, long_lists_;         // of the strip
  gl::Buffer nodes_, fragment_elements_, fragment_colors_;  // of the band
  StepTimes times_;
};

}  // namespace

std::string why_unavailable(const GladGLContext& gl) { return why_no_coverage_pass(gl); }

std::unique_ptr<Renderer> make(const RendererContext& context) { return make_exact(context); }

std::unique_ptr<Exact> make_exact(const RendererContext& context) { return std::make_unique<ExactRenderer>(context); }

}  // namespace farfirst::app::exact
