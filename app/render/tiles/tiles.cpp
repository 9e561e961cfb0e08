#include "tiles.h"

#include <farfirst/gl.h>

#include <utility>

#include "counts.h"
#include "grid.h"
#include "kept_pixels.h"
#include "object/context.h"
#include "pairs.h"
#include "programs.h"
#include "render/context.h"

namespace farfirst::app::tiles {

namespace {

constexpr std::size_t threads_of_tile = 64;                        // blend.comp
constexpr std::size_t mask_bytes_of_sample = threads_of_tile / 8;  // element.glsl: of triangles, a pixel a thread
constexpr std::size_t record_bytes = 16;                           // footprint.glsl
constexpr std::size_t flat_bytes = 32;                             // flat.glsl
constexpr std::size_t max_part = 1u << 25;                         // elements: their pairs can be counted in 32 bits
constexpr std::size_t value_bytes = 4 * sizeof(float) * threads_of_tile;  // of a slice, a value a thread
constexpr std::size_t max_slice_values = 1u << 15;                        // 32 MiB
constexpr std::size_t least_slice = 512;                                  // slices.glsl
constexpr std::uint64_t growth = 2;  // of the number of pairs, from a frame to one that is near it
constexpr std::uint64_t least_pairs = 1u << 16;

/// The layout of grid.glsl.
struct Chunk {
  std::uint32_t pairs;
  std::uint32_t pair_groups[3];
  std::uint32_t blend_groups[3];
  std::uint32_t slices;
  float brightest;
  std::uint32_t level_ends[4];
};

/// The layout of project.comp.
struct Count {
  std::uint32_t elements = 0;
  std::uint32_t pairs = 0;
  float brightest = 0;
};

/// The layout of slices.glsl.
struct Slices {
  std::uint32_t first, count, full, done;
};

class Tiles final : public Renderer {
 public:
  explicit Tiles(const RendererContext& context)
      : gl_(context.gpu.gl),
        opengl_(context.gpu.opengl),
        device_(opengl_.get()),
        programs_(context.gpu),
        max_block_(gl::largest_block(gl_)),
        grid_block_(gl_, sizeof(GridBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
        count_(gl_, sizeof(Count), nullptr, GL_DYNAMIC_STORAGE_BIT),
        pixels_(gl_),
        counts_(gl_),
        times_(gl_) {}

  bool prepare(const DrawnElements& elements, int samples) override {
    if (pairs_.limit() == 0) pairs_ = Pairs(gl_, device_, 1, 0);  // the programs of its sort
    return programs_.prepare(elements.variant, samples) && !opengl_.is_compiling();
  }

  void draw(const DrawRequest& request, const ColorTarget& target) override {
    const auto& [elements, order, view, samples, memory, layers] = request;
    programs_.prepare(elements.variant, samples);
    view_ = view;
    if (std::exchange(memory_limit_, memory) > memory) release_memory();
    if (std::exchange(samples_, samples) != samples) slice_pixels_ = {};  // as the pairs: their masks are others
    may_be_incomplete_ = has_waited_ = false;
    if (order.words == 0) {
      target.clear();
      return;
    }
    const Drawing drawing{elements, order, target, parts_of(order, elements.variant)};
    prepare(drawing);
    times_.begin();
    set_count(order, drawing.parts);
    for (std::uint32_t part = 0; part < drawing.parts.count; ++part) draw_part(drawing, part);
    gl_.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    times_.end();
  }

  bool take_steps(Steps& steps) override { return times_.take(steps); }

  void release_scene() override { release_memory(); }
  bool may_be_incomplete() const override { return may_be_incomplete_; }

  std::string remark() const override {
    if (!counts_.newest()) return {};
    std::string text = std::to_string(*counts_.newest()) + " pairs of element and tile";
    const std::uint32_t parts = counted_frame_.content.parts;
    if (parts > 1) text += " in the last of " + std::to_string(parts) + " parts of the elements";
    text += ", room for " + std::to_string(pairs_.limit());
    if (waits_ > 0) text += "; waited for that number in " + frames(waits_);
    if (counts_.shortages() > 0) text += "; " + frames(counts_.shortages()) + " needed more room than was foreseen";
    return text;
  }

  std::size_t gpu_bytes() const override {
    return records_.bytes() + kept_.bytes() + sums_.bytes() + ranges_.bytes() + full_.bytes() + chunks_.bytes() +
           tile_slices_.bytes() + slice_tiles_.bytes() + slice_pixels_.bytes() + pixels_.gpu_bytes() +
           pairs_.gpu_bytes();
  }

 private:
  /// The number of parts of the order, the nearest elements first, and the elements in each but the last.
  struct Parts {
    std::uint32_t count = 1;
    std::size_t elements = 0;
  };

  struct Drawing {
    const DrawnElements& elements;
    const OrderView& order;
    const ColorTarget& target;
    Parts parts;
  };

  static std::string frames(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " frame" : " frames"); }

  // ---- Memory

  /// As many elements as half of the memory holds.
  Parts parts_of(const OrderView& order, const ElementVariant& variant) const {
    const bool has_color = has_flat_color(variant);
    const std::size_t in_memory = memory_limit_ / 2 / (record_bytes + (has_color ? flat_bytes : 0)),
                      in_block = max_block_ / (has_color ? flat_bytes : record_bytes);
    const std::size_t most = std::min({in_memory, in_block, max_part}) / group_size * group_size;
    const std::size_t part = std::max<std::size_t>(most, group_size);
    return {static_cast<std::uint32_t>((order.words + part - 1) / part), std::min(part, order.words)};
  }

  void prepare(const Drawing& drawing) {
    const auto& [elements, order, target, parts] = drawing;
    counted_frame_ = {.content = {.scene = view_.scene,
                                  .variant = elements.variant,
                                  .elements = order.words,
                                  .positions = elements.arrays.empty() ? 0 : elements.arrays[0].buffer,
                                  .parts = parts.count,
                                  .width = target.width(),
                                  .height = target.height(),
                                  .samples = samples_},
                      .version = view_.version,
                      .order = parts.count > 1 ? view_.order : 0,
                      .camera = view_.block.camera,
                      .look = view_.block.look};
    for (const VertexArrayView& view : elements.arrays) require_block(view.bytes);
    if (elements.corners != 0) require_block(3 * sizeof(std::uint32_t) * order.words);
    grid_ = grid_of(static_cast<std::uint32_t>(target.width()), static_cast<std::uint32_t>(target.height()),
                    has_flat_color(elements.variant) ? 4 : 3);
    const std::size_t groups = (parts.elements + group_size - 1) / group_size;
    reserve(records_, record_bytes * parts.elements);
    if (has_flat_color(elements.variant)) reserve(kept_, flat_bytes * groups * group_size);
    reserve(sums_, sizeof(std::uint32_t) * ((groups + 3) / 4 * 4));  // scan.comp reads four at a time
    reserve(ranges_, 2 * sizeof(std::uint32_t) * grid_.tiles);
    reserve(full_, sizeof(std::uint32_t) * grid_.tiles);
    reserve(chunks_, sizeof(Chunk));
    reserve_slices(has_flat_color(elements.variant), parts.elements);
    mask_bytes_ =
        elements.footprint == Footprint::triangle ? mask_bytes_of_sample * static_cast<std::size_t>(samples_) : 0;
    pair_memory_ = memory_limit_ - std::min(memory_limit_, records_.bytes() + kept_.bytes() + slice_pixels_.bytes());
  }

  /// Lists with at most this many elements have no more slices: lists below twice a slice are not divided, and
  /// all together are 1.5 times the visits of tiles by a slice's elements (split.comp).
  std::size_t most_slices(std::size_t elements) const {
    if (elements <= 2 * least_slice) return 1;
    const std::size_t tiles = std::size_t{grid_.levels[0].x} * grid_.levels[0].y;
    return tiles * (3 * elements / (2 * least_slice) + 1);
  }

  /// At most a thirty-second of the memory; if there are fewer slices, each has more elements.
  void reserve_slices(bool in_squares, std::size_t elements) {
    const std::size_t values = in_squares ? 4 : static_cast<std::size_t>(samples_);  // blending.glsl
    const std::size_t of_slice = value_bytes * values;
    const std::size_t in_memory = std::min(memory_limit_ / 32, value_bytes * max_slice_values) / of_slice;
    grid_.slice_limit =
        static_cast<std::uint32_t>(std::max<std::size_t>(std::min(in_memory, most_slices(elements)), 1));
    reserve(tile_slices_, sizeof(Slices) * grid_.levels[0].x * grid_.levels[0].y);
    reserve(slice_tiles_, sizeof(std::uint32_t) * grid_.slice_limit);
    reserve(slice_pixels_, of_slice * grid_.slice_limit);
  }

  void reserve(gl::Buffer& buffer, std::size_t bytes) const {
    if (buffer.bytes() >= bytes) return;
    require_block(bytes);
    buffer = {};
    buffer = gl::Buffer(gl_, bytes);
  }

  void require_block(std::size_t bytes) const { app::require_block(bytes, max_block_, "tiles"); }

  void release_memory() {
    for (gl::Buffer* buffer : {&records_, &kept_, &sums_, &slice_tiles_, &slice_pixels_}) *buffer = {};
    pairs_ = {};
  }

  /// For one chunk with all that may be needed, within the limit; a little more, so that growth is rare. If the GPU
  /// runs out of memory, chunks are smaller.
  void make_room(std::uint64_t pairs) {
    const std::size_t largest = std::max(mask_bytes_, sizeof(std::uint32_t));  // bytes of a pair in one block
    const std::uint64_t limit =
        std::min<std::uint64_t>(Pairs::limit_for(pair_memory_, mask_bytes_), max_block_ / largest);
    const std::uint64_t wanted = std::min<std::uint64_t>(std::max(pairs, least_pairs), limit);
    if (pairs_.mask_bytes() == mask_bytes_ && pairs_.limit() >= wanted && pairs_.limit() <= limit) return;
    pairs_ = {};
    for (std::uint64_t room = std::min<std::uint64_t>(wanted + wanted / 4, limit);; room /= 2) {
      try {
        pairs_ = Pairs(gl_, device_, static_cast<std::uint32_t>(room), mask_bytes_);
        return;
      } catch (const OutOfMemory&) {
        if (room < least_pairs) throw;
      }
    }
  }

  /// Plans as many chunks as hold this many pairs.
  void plan_chunks(std::uint64_t pairs) {
    make_room(pairs);
    const std::uint64_t chunks = std::max<std::uint64_t>((pairs + pairs_.limit() - 1) / pairs_.limit(), 1);
    reserve(chunks_, chunks * sizeof(Chunk));
    grid_.pair_limit = pairs_.limit();
    grid_.chunk_limit = static_cast<std::uint32_t>(chunks);
  }

  void upload_grid() { gl_.NamedBufferSubData(grid_block_.name(), 0, sizeof grid_, &grid_); }

  // ---- Parts

  using PairEstimate = PairCounts::PairEstimate;

  /// If no similar frame is known, the host waits for the count. Else it enqueues what will probably be enough. If it
  /// waits for the frame anyway, it then checks that, so that the frame may also be like one seen from
  /// elsewhere. Elements behind other parts cannot be drawn twice, so this is not tried for them.
  bool may_be_tried(PairEstimate::Of of, std::uint32_t part) const {
    if (of == PairEstimate::Of::same_frame) return true;
    if (view_.awaited) return of != PairEstimate::Of::nothing && part == 0;
    return of == PairEstimate::Of::frame_near;
  }

  void draw_part(const Drawing& drawing, std::uint32_t part) {
    using Of = PairEstimate::Of;
    set_part(drawing, part);
    PairEstimate estimate = counts_.estimate_pairs(counted_frame_);
    if (!may_be_tried(estimate.of, part)) estimate.of = Of::nothing;
    if (estimate.of != Of::nothing) plan_chunks(growth * estimate.pairs);
    const std::uint64_t room = std::uint64_t{grid_.chunk_limit} * grid_.pair_limit;
    project(drawing.elements, drawing.order);
    barrier(GL_COMMAND_BARRIER_BIT);
    counts_.enqueue(counted_frame_, room);
    if (estimate.of != Of::nothing) draw_chunks(drawing, part);
    const bool is_guess = estimate.of == Of::frame_near && !view_.awaited;
    may_be_incomplete_ |= is_guess;
    if (estimate.of == Of::same_frame || is_guess) return;
    const std::uint32_t pairs = counts_.wait();
    if (estimate.of == Of::nothing && !std::exchange(has_waited_, true)) ++waits_;
    if (estimate.of == Of::nothing || pairs > room) draw_again(drawing, part, pairs);
  }

  void set_part(const Drawing& drawing, std::uint32_t part) {
    const std::size_t first = part * drawing.parts.elements;
    const std::size_t elements = std::min(drawing.parts.elements, drawing.order.words - first);
    grid_.first = static_cast<std::uint32_t>(first);
    grid_.groups = static_cast<std::uint32_t>((elements + group_size - 1) / group_size);
    grid_.chunk_limit = 0;
    counted_frame_.content.part = part;
  }

  /// Draws again with all counted pairs.
  void draw_again(const Drawing& drawing, std::uint32_t part, std::uint32_t pairs) {
    plan_chunks(pairs);
    upload_grid();
    bind_storage(gl_, 8, {count_.name(), chunks_.name()});
    programs_.plan().use();
    gl_.DispatchCompute(1, 1, 1);
    barrier(GL_COMMAND_BARRIER_BIT);
    times_.mark("count");
    draw_chunks(drawing, part);
  }

  void draw_chunks(const Drawing& drawing, std::uint32_t part) {
    const bool is_all = drawing.parts.count == 1 && grid_.chunk_limit == 1;
    if (is_all) pixels_.release();
    for (std::uint32_t chunk = 0; chunk < grid_.chunk_limit; ++chunk) {
      const bool is_first = part == 0 && chunk == 0;
      bin(chunk, is_first, drawing);
      blend(chunk, is_first, is_all, drawing);
    }
  }

  // ---- Steps

  void bind_elements(const DrawnElements& elements, const OrderView& order) const {
    gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, order.buffer, static_cast<GLintptr>(order.offset),
                        static_cast<GLsizeiptr>(order.words * sizeof(std::uint32_t)));
    bind_in_storage(gl_, elements);
  }

  void barrier(GLbitfield more = 0) const { gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | more); }

  /// Elements behind a part may be as bright as anything.
  void set_count(const OrderView& order, const Parts& parts) const {
    const Count count{.elements = static_cast<std::uint32_t>(order.words),
                      .brightest = parts.count > 1 ? std::numeric_limits<float>::infinity() : 0};
    gl::write(gl_, count_, 0, std::as_bytes(std::span(&count, 1)));
    if (order.count == 0) return;
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_.CopyNamedBufferSubData(order.count, count_.name(), static_cast<GLintptr>(order.count_offset), 0,
                               sizeof(std::uint32_t));
  }

  void project(const DrawnElements& elements, const OrderView& order) {
    upload_grid();
    gl_.BindBufferBase(GL_UNIFORM_BUFFER, 1, grid_block_.name());
    barrier();  // shaders may have written the order
    bind_elements(elements, order);
    bind_storage(gl_, 6, {records_.name(), sums_.name(), count_.name(), chunks_.name(), kept_.name()});
    programs_.of({Step::project, elements.variant, samples_}).use();
    gl::dispatch(gl_, grid_.groups);
    times_.mark("project");
    barrier();
    programs_.scan().use();
    bind_storage(gl_, 10, {counts_.words()});
    gl_.Uniform1ui(0, counts_.next_place());
    gl_.DispatchCompute(1, 1, 1);
    times_.mark("scan");
  }

  void clear(const gl::Buffer& buffer) const {
    gl_.ClearNamedBufferData(buffer.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  }

  void bin(std::uint32_t chunk, bool is_first, const Drawing& drawing) {
    programs_.of({Step::emit, drawing.elements.variant, samples_}).use();
    bind_storage(
        gl_, 6,
        {records_.name(), sums_.name(), count_.name(), pairs_.tiles(), pairs_.ranks(), full_.name(), ranges_.name()});
    gl_.Uniform1ui(0, chunk);
    gl_.Uniform1ui(1, is_first ? 1 : 0);
    gl::dispatch(gl_, grid_.groups);
    times_.mark("emit");

    pairs_.sort(gl_buffer(chunks_.name(), sizeof(std::uint32_t), chunk * sizeof(Chunk)), tile_bits(grid_));
    times_.mark("sort pairs");

    barrier();
    find_ranges(chunk, drawing);
    split(chunk);
  }

  void find_ranges(std::uint32_t chunk, const Drawing& drawing) {
    programs_.of({Step::ranges, drawing.elements.variant, samples_}).use();
    bind_elements(drawing.elements, drawing.order);
    bind_storage(gl_, 6, {pairs_.sorted_tiles(), ranges_.name()});
    bind_storage(gl_, 9, {chunks_.name(), pairs_.sorted_ranks(), records_.name()});
    if (mask_bytes_ > 0) bind_storage(gl_, 12, {pairs_.masks()});
    gl_.Uniform1ui(0, chunk);
    dispatch_indirect(chunk, offsetof(Chunk, pair_groups));
    barrier();
    times_.mark("ranges");
  }

  void split(std::uint32_t chunk) {
    programs_.split().use();
    bind_storage(gl_, 7, {ranges_.name(), tile_slices_.name(), chunks_.name(), slice_tiles_.name()});
    gl_.Uniform1ui(0, chunk);
    gl_.DispatchCompute((grid_.levels[0].x * grid_.levels[0].y + 63) / 64, 1, 1);
    barrier(GL_COMMAND_BARRIER_BIT |
            GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // and other readers of the picture before this one
    times_.mark("split");
  }

  /// `is_all`: there are no more chunks.
  void blend(std::uint32_t chunk, bool is_first, bool is_all, const Drawing& drawing) {
    const auto& [elements, order, target, parts] = drawing;
    if (is_first && !is_all) {
      pixels_.fit(target, samples_);
      clear(full_);
    }
    programs_.of({is_all ? Step::blend : Step::blend_chunk, elements.variant, samples_}).use();
    bind_elements(elements, order);
    bind_storage(gl_, 6, {pairs_.sorted_ranks(), ranges_.name(), tile_slices_.name(), slice_tiles_.name()});
    bind_storage(
        gl_, 11,
        {chunks_.name(), records_.name(), slice_pixels_.name(), mask_bytes_ > 0 ? pairs_.masks() : kept_.name()});
    gl_.Uniform1ui(0, chunk);
    if (!is_all) {
      gl_.BindImageTexture(1, pixels_.texture(), 0, GL_TRUE, 0, GL_READ_WRITE, GL_RGBA32F);
      bind_storage(gl_, 10, {full_.name()});
      gl_.Uniform1ui(1, is_first ? 1 : 0);
    }
    gl_.BindImageTexture(0, target.texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    dispatch_indirect(chunk, offsetof(Chunk, blend_groups));
    barrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    times_.mark("blend");
  }

  void dispatch_indirect(std::uint32_t chunk, std::size_t offset) const {
    gl_.BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, chunks_.name());
    gl_.DispatchComputeIndirect(static_cast<GLintptr>(chunk * sizeof(Chunk) + offset));
  }

  const GladGLContext& gl_;
  OpenGlDevice& opengl_;
  Device& device_;
  Programs programs_;
  const std::size_t max_block_;

  std::size_t memory_limit_ = 0;
  int samples_ = 1;
  GridBlock grid_;
  std::size_t pair_memory_ = 0, mask_bytes_ = 0;  // for all pairs; of each
  DrawnView view_;
  CountedFrame counted_frame_;  // of this draw
  bool may_be_incomplete_ = false;
  bool has_waited_ = false;  // for a count, in this draw
  std::uint64_t waits_ = 0;  // draws in which it did

  gl::Buffer grid_block_;
  gl::Buffer count_;   // elements, pairs
  gl::Buffer chunks_;  // plan.comp
  gl::Buffer records_, sums_;
  gl::Buffer kept_;                         // of ellipses of one colour
  gl::Buffer ranges_, full_, tile_slices_;  // of tiles
  gl::Buffer slice_tiles_, slice_pixels_;
  KeptPixels pixels_;
  Pairs pairs_;
  PairCounts counts_;
  StepTimes times_;
};

}  // namespace

std::string why_unavailable(const GladGLContext& gl) { return why_too_few_blocks(gl, /*blocks=*/13, /*bindings=*/15); }

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<Tiles>(context); }

}  // namespace farfirst::app::tiles
