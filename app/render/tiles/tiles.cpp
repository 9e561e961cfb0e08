#include "tiles.h"

#include <farfirst/gl.h>

#include <map>
#include <optional>

#include "counts.h"
#include "grid.h"
#include "object/context.h"
#include "object/program.h"
#include "order/opengl_device.h"
#include "pairs.h"
#include "samples.h"

namespace farfirst::app::tiles {

namespace {

constexpr std::size_t sprite_bytes = 16;  // sprite.glsl
constexpr std::uint32_t max_chunks = 256;
constexpr std::uint64_t growth = 3;  // of the number of pairs, while the host does not know of it
constexpr std::uint64_t least_pairs = 1u << 16;

/// As in grid.glsl.
struct Chunk {
  std::uint32_t pairs;
  std::uint32_t pair_groups[3];
  std::uint32_t blend_groups[3];
  std::uint32_t unused;
};

/// What a count of pairs is of: frames that differ in this have counts that say nothing of each other.
struct Subject {
  ElementKind kind{};
  std::size_t elements = 0;
  GLuint positions = 0;
  int width = 0, height = 0;
  bool operator==(const Subject&) const = default;
};

class Tiles final : public Renderer {
 public:
  explicit Tiles(const RendererContext& context)
      : gl_(context.gl),
        library_(context.library),
        device_(context.opengl.get()),
        common_(gl_, library_),
        grid_block_(gl_, sizeof(GridBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
        count_(gl_, 2 * sizeof(std::uint32_t), nullptr, GL_DYNAMIC_STORAGE_BIT),
        chunks_(gl_, max_chunks * sizeof(Chunk)),
        counts_(gl_),
        times_(gl_) {
    GLint64 limit = 0;
    gl_.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    max_block_ = static_cast<std::size_t>(limit);
  }

  OrderWords order_words(std::size_t) const override { return OrderWords::elements; }

  /// Discs have soft edges.
  int samples(int wanted, Footprint footprint) const override { return footprint == Footprint::sprite ? 1 : wanted; }

  void draw(const DrawnElements& elements, const OrderView& order, const ColorTarget& target, int samples) override {
    samples_ = samples;
    if (order.words == 0) {
      program({Step::project, elements.variant, samples});
      program({Step::blend, elements.variant, samples});
      target.clear();
      return;
    }
    prepare(elements, order, target);
    times_.begin();
    project(elements, order);
    count_pairs();
    for (std::uint32_t chunk = 0; chunk < grid_.chunk_limit; ++chunk) {
      bin(chunk);
      blend(chunk, grid_.chunk_limit > 1, elements, order, target);
    }
    gl_.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    times_.end();
  }

  void reload(const gl::ShaderLibrary& library) override {
    Common common(gl_, library);
    std::map<ElementProgram, gl::Program> programs;
    for (const auto& [which, old] : programs_) programs.emplace(which, make_program(library, which));
    common_ = std::move(common);
    programs_ = std::move(programs);
    library_ = library;
  }

  void limit_memory(std::size_t bytes) override { memory_limit_ = bytes; }

  bool take_steps(Steps& steps) override { return times_.take(steps); }

  std::string remark() const override {
    if (!known_pairs_) return {};
    return std::to_string(*known_pairs_) + " pairs of element and tile, room for " + std::to_string(pairs_.limit());
  }

  std::size_t gpu_bytes() const override {
    return footprints_.bytes() + sums_.bytes() + sprites_.bytes() + ranges_.bytes() + pixels_.bytes() + full_.bytes() +
           pairs_.gpu_bytes();
  }

 private:
  /// Programs that do not depend on the elements.
  struct Common {
    Common(const GladGLContext& gl, const gl::ShaderLibrary& library)
        : scan(gl, library, {"render/tiles/scan.comp"}),
          plan(gl, library, {"render/tiles/plan.comp"}),
          emit(gl, library, {"render/tiles/emit.comp"}),
          ranges(gl, library, {"render/tiles/ranges.comp"}) {}
    gl::Program scan, plan, emit, ranges;
  };

  enum class Step : std::uint8_t { project, blend, blend_chunk };
  struct ElementProgram {
    Step step;
    ElementVariant element;
    int samples = 1;
    auto operator<=>(const ElementProgram&) const = default;
  };

  static constexpr GLuint order_binding = 0, corners_binding = 1, first_array_binding = 2;

  // ---- Memory

  void prepare(const DrawnElements& elements, const OrderView& order, const ColorTarget& target) {
    if (const std::optional<std::uint32_t> known = counts_.take()) known_pairs_ = *known;
    const Subject subject{elements.variant.kind, order.words, elements.arrays.empty() ? 0 : elements.arrays[0].buffer,
                          target.width(), target.height()};
    if (subject != subject_) known_pairs_.reset();
    subject_ = subject;
    for (const VertexArrayView& view : elements.arrays) require_block(view.bytes);
    grid_ = grid_of(static_cast<std::uint32_t>(target.width()), static_cast<std::uint32_t>(target.height()));
    grid_.groups = static_cast<std::uint32_t>((order.words + group_size - 1) / group_size);
    reserve(footprints_, 3 * sizeof(std::uint32_t) * order.words);
    reserve(sums_, sizeof(std::uint32_t) * ((grid_.groups + 3) / 4 * 4));  // scan.comp reads four at a time
    if (elements.footprint == Footprint::sprite) reserve(sprites_, sprite_bytes * order.words);
    reserve(ranges_, 2 * sizeof(std::uint32_t) * grid_.tiles);
    reserve(full_, sizeof(std::uint32_t) * grid_.tiles);
  }

  void reserve(gl::Buffer& buffer, std::size_t bytes) const {
    if (buffer.bytes() >= bytes) return;
    require_block(bytes);
    buffer = {};
    buffer = gl::Buffer(gl_, bytes);
  }

  /// Shaders read nothing that is larger than a storage block of the context.
  void require_block(std::size_t bytes) const {
    if (bytes <= max_block_) return;
    throw Error("the renderer tiles would need a storage block of " + std::to_string(bytes) +
                " bytes for this scene, and this context allows " + std::to_string(max_block_));
  }

  /// For one chunk with all that may be needed, within the limit; a little more, so that this is rare.
  void make_room(std::uint64_t pairs) {
    const std::uint64_t limit = std::min<std::uint64_t>(Pairs::limit_for(memory_limit_), max_block_ / 4);
    const std::uint64_t wanted = std::min<std::uint64_t>(std::max(pairs, least_pairs), limit);
    if (pairs_.limit() >= wanted && pairs_.limit() <= limit) return;
    pairs_ = {};
    pairs_ = Pairs(gl_, device_, static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted + wanted / 4, limit)));
  }

  void upload_grid() { gl_.NamedBufferSubData(grid_block_.name(), 0, sizeof grid_, &grid_); }

  // ---- Steps

  void bind_storage(GLuint binding, GLuint buffer) const {
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
  }

  void bind_elements(const DrawnElements& elements, const OrderView& order) const {
    gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, order_binding, order.buffer, static_cast<GLintptr>(order.offset),
                        static_cast<GLsizeiptr>(order.words * sizeof(std::uint32_t)));
    if (elements.corners != 0) bind_storage(corners_binding, elements.corners);
    for (const VertexArrayView& view : elements.arrays) {
      gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, first_array_binding + static_cast<GLuint>(view.array), view.buffer,
                          static_cast<GLintptr>(view.offset), static_cast<GLsizeiptr>(view.bytes));
    }
  }

  /// As many work groups as the grid has groups of elements; the shader numbers them by group_number().
  void dispatch_groups() const {
    constexpr std::uint32_t across = 65535;
    gl_.DispatchCompute(std::min(grid_.groups, across), (grid_.groups + across - 1) / across, 1);
  }

  void barrier(GLbitfield more = 0) const { gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | more); }

  void set_count(const OrderView& order) const {
    if (order.count == 0) {
      const auto words = static_cast<std::uint32_t>(order.words);
      gl_.NamedBufferSubData(count_.name(), 0, sizeof words, &words);
    } else {
      gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
      gl_.CopyNamedBufferSubData(order.count, count_.name(), static_cast<GLintptr>(order.count_offset), 0,
                                 sizeof(std::uint32_t));
    }
  }

  void project(const DrawnElements& elements, const OrderView& order) {
    if (known_pairs_) plan_chunks(growth);
    upload_grid();
    gl_.BindBufferBase(GL_UNIFORM_BUFFER, 1, grid_block_.name());
    set_count(order);
    barrier();  // shaders may have written the order
    bind_elements(elements, order);
    bind_storage(6, footprints_.name());
    bind_storage(7, sums_.name());
    bind_storage(8, count_.name());
    bind_storage(9, chunks_.name());
    if (sprites_) bind_storage(12, sprites_.name());
    program({Step::project, elements.variant, samples_}).use();
    dispatch_groups();
    times_.mark("project");
    barrier();
    common_.scan.use();
    gl_.DispatchCompute(1, 1, 1);
    times_.mark("scan");
  }

  /// As many chunks as would hold the pairs that are known, so many times.
  void plan_chunks(std::uint64_t times) {
    const std::uint64_t needed = times * *known_pairs_;
    make_room(growth * std::uint64_t{*known_pairs_});
    const std::uint64_t chunks = std::max<std::uint64_t>((needed + pairs_.limit() - 1) / pairs_.limit(), 1);
    grid_.pair_limit = pairs_.limit();
    grid_.chunk_limit = static_cast<std::uint32_t>(std::min<std::uint64_t>(chunks, max_chunks));
  }

  /// If nothing is known of frames like this one, the host waits for the count.
  void count_pairs() {
    barrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    counts_.enqueue(count_.name(), sizeof(std::uint32_t));
    if (!known_pairs_) {
      known_pairs_ = counts_.wait();
      plan_chunks(1);
      upload_grid();
      bind_storage(8, count_.name());
      bind_storage(9, chunks_.name());
      common_.plan.use();
      gl_.DispatchCompute(1, 1, 1);
      barrier(GL_COMMAND_BARRIER_BIT);
    }
    times_.mark("count");
  }

  void clear(const gl::Buffer& buffer) const {
    gl_.ClearNamedBufferData(buffer.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  }

  void bin(std::uint32_t chunk) {
    common_.emit.use();
    bind_storage(6, footprints_.name());
    bind_storage(7, sums_.name());
    bind_storage(8, count_.name());
    bind_storage(9, pairs_.tiles());
    bind_storage(10, pairs_.ranks());
    bind_storage(11, full_.name());
    bind_storage(12, ranges_.name());
    gl_.Uniform1ui(0, chunk);
    dispatch_groups();
    times_.mark("emit");

    pairs_.sort(gl_buffer(chunks_.name(), sizeof(std::uint32_t), chunk * sizeof(Chunk)), tile_bits(grid_));
    times_.mark("sort pairs");

    barrier();
    common_.ranges.use();
    bind_storage(6, pairs_.sorted_tiles());
    bind_storage(7, ranges_.name());
    bind_storage(9, chunks_.name());
    gl_.Uniform1ui(0, chunk);
    dispatch_indirect(chunk, offsetof(Chunk, pair_groups));
    barrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // and whoever still reads the picture before this one
    times_.mark("ranges");
  }

  void blend(std::uint32_t chunk, bool chunked, const DrawnElements& elements, const OrderView& order,
             const ColorTarget& target) {
    if (chunked && chunk == 0) {
      const std::size_t samples = static_cast<std::size_t>(samples_) * static_cast<std::size_t>(target.width()) *
                                  static_cast<std::size_t>(target.height());
      reserve(pixels_, 4 * sizeof(float) * samples);
      clear(full_);
    }
    program({chunked ? Step::blend_chunk : Step::blend, elements.variant, samples_}).use();
    bind_elements(elements, order);
    bind_storage(6, pairs_.sorted_ranks());
    bind_storage(7, ranges_.name());
    bind_storage(8, count_.name());
    if (sprites_) bind_storage(12, sprites_.name());
    if (chunked) {
      bind_storage(9, pixels_.name());
      bind_storage(10, full_.name());
      gl_.Uniform1ui(0, chunk);
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

  // ---- Programs

  gl::Program make_program(const gl::ShaderLibrary& library, const ElementProgram& which) const {
    gl::Defines defines = which.element.defines();
    defines.emplace_back("ELEMENTS_IN_STORAGE", "");
    defines.emplace_back("SAMPLES", std::to_string(which.samples));
    defines.emplace_back("SAMPLE_POSITIONS", glsl_list(sample_positions(gl_, which.samples)));
    if (which.step == Step::blend_chunk) defines.emplace_back("CHUNKED", "");
    if (which.step == Step::project) return {gl_, library, {"render/tiles/project.comp"}, defines};
    return {gl_, library, {"render/tiles/blend.comp"}, defines};
  }

  const gl::Program& program(const ElementProgram& which) {
    auto found = programs_.find(which);
    if (found == programs_.end()) found = programs_.emplace(which, make_program(library_, which)).first;
    return found->second;
  }

  const GladGLContext& gl_;
  gl::ShaderLibrary library_;
  Device& device_;
  Common common_;
  std::map<ElementProgram, gl::Program> programs_;

  std::size_t memory_limit_ = std::size_t{512} << 20;
  std::size_t max_block_ = 0;
  int samples_ = 1;
  GridBlock grid_;
  Subject subject_;
  std::optional<std::uint32_t> known_pairs_;

  gl::Buffer grid_block_;
  gl::Buffer count_;   // elements, pairs
  gl::Buffer chunks_;  // plan.comp
  gl::Buffer footprints_, sums_, sprites_;
  gl::Buffer ranges_, full_;  // of tiles
  gl::Buffer pixels_;         // between chunks
  Pairs pairs_;
  PairCounts counts_;
  StepTimes times_;
};

}  // namespace

std::string why_unavailable(const GladGLContext& gl) {
  GLint blocks = 0;
  gl.GetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &blocks);
  constexpr GLint needed = 12;
  if (blocks >= needed) return {};
  return "it needs " + std::to_string(needed) + " storage blocks in a compute shader, and this context has " +
         std::to_string(blocks);
}

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<Tiles>(context); }

}  // namespace farfirst::app::tiles
