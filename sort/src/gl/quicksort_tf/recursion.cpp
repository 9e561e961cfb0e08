// The quicksort as published (Sintorn & Assarsson, "Fast parallel GPU-sorting using a hybrid algorithm", 2008, section
// 5.2). A sublist streams through the geometry shader twice; the first pass keeps elements up to the pivot, the second
// the others. The host reads the first count from a query, for the offset of the second part and for the recursion.
//
// The paper does not say how pivots are chosen. Words (key, index) are compared, not keys, so that no input
// degenerates: in a sublist of equal keys the pivot is an index.
#include <vector>

#include "forms.h"
#include "object/query.h"

namespace farfirst::gl::quicksort_tf {
namespace {

enum class Pivots : std::uint8_t { mean_of_extremes, median_of_three };
constexpr std::size_t words_per_group = 4096;  // of extremes.comp
constexpr GLuint words_block = 0, extremes_block = 1;

class Recursion final : public core::Implementation {
 public:
  Recursion(GlDevice& device, const core::MakeOptions& options)
      : device_(device),
        form_(options.form),
        levels_(static_cast<unsigned>(options["levels"])),
        pivots_(static_cast<Pivots>(options["pivots"])),
        finish_(device, threshold_of(device, options), options.max_n),
        pack_(device, {.id = id, .form = options.form, .max_n = std::max(options.max_n, 1u)}),
        find_extremes_(device, "sort/quicksort_tf/extremes.comp"),
        keep_(device.program({"sort/quicksort_tf/sublist.vert", "sort/quicksort_tf/keep.geom"})),
        vertices_(device.gl()),
        capture_(device.gl()),
        kept_(device.gl(), GLenum{GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN}) {
    const GladGLContext& gl = device.gl();
    gl.VertexArrayAttribIFormat(vertices_.name(), 0, 2, GL_UNSIGNED_INT, 0);
    gl.VertexArrayAttribBinding(vertices_.name(), 0, 0);
    gl.EnableVertexArrayAttrib(vertices_.name(), 0);
    const std::size_t n = std::max(options.max_n, 1u);
    requirements_.scratch = pack_.scratch();
    for (const std::size_t bytes : {n * word_bytes, n * word_bytes, std::size_t{8}}) {
      requirements_.scratch.push_back(bytes);
    }
    bounds_ = Buffer(gl, (n + 1) * sizeof(std::uint32_t), nullptr, GL_DYNAMIC_STORAGE_BIT);
    requirements_.own = finish_.bytes() + bounds_.bytes();
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n != 0) sort(job, job.sorted_keys, call);
  }
  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n != 0) sort(job, {}, call);
  }
  bool takes(const DistanceJob&) const override { return true; }
  bool has_place_for_keys() const override { return form_ == Form::distance; }
  ::farfirst::Buffer place_for_keys(std::span<const ::farfirst::Buffer> scratch, std::uint32_t n) const override {
    return pack_.place_for_keys(scratch, n);
  }

 private:
  struct Work {
    ::farfirst::Buffer sides[2];  // a level's sublists are in one, those of the next in the other
    ::farfirst::Buffer extremes;
    unsigned deepest = 0;
    std::vector<std::uint32_t> ends{0};  // of the sublists found, in order
  };
  struct Sublist {
    std::uint32_t begin, count;
    unsigned level;
  };

  template <class Job>
  void sort(const Job& job, const ::farfirst::Buffer& sorted_keys, const core::Call& call) {
    const std::size_t pieces = pack_.scratch().size();
    Work work{.sides = {job.scratch[pieces], job.scratch[pieces + 1]},
              .extremes = job.scratch[pieces + 2],
              .deepest = deepest_for(job.n)};
    pack_.enqueue(job, job.scratch.first(pieces), {0, work.sides[0], bounds()}, call.passes);
    call.passes.begin("partition");
    partition_all(work, job.n);
    call.passes.begin("finish");
    barrier(device_, GL_BUFFER_UPDATE_BARRIER_BIT);  // packing wrote bounds too
    write(device_.gl(), bounds_, 0, std::as_bytes(std::span(work.ends)));
    finish_.sort({.words = core::part(work.sides[0], 0, job.n * word_bytes),
                  .bounds = bounds(),
                  .lists = static_cast<std::uint32_t>(work.ends.size() - 1),
                  .order = job.order,
                  .sorted_keys = sorted_keys});
  }

  /// Twice the depth of even halves, plus a margin, as introspective sorts allow.
  unsigned deepest_for(std::uint32_t n) const {
    if (levels_ != 0) return levels_;
    return 2 * static_cast<unsigned>(std::bit_width(n / finish_.threshold())) + 8;
  }

  void partition_all(Work& work, std::uint32_t n) const {
    const GladGLContext& gl = device_.gl();
    // The words, as vertices and as a block, and earlier writes of shaders to the target of captures.
    barrier(device_, GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT |
                         GL_TRANSFORM_FEEDBACK_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    device_.begin_draws();
    gl.Enable(GL_RASTERIZER_DISCARD);
    gl.BindVertexArray(vertices_.name());
    gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, capture_.name());
    partition(work, {0, n, 0});
  }

  void partition(Work& work, const Sublist& sublist) const {
    if (sublist.count == 0) return;
    if (sublist.count <= finish_.threshold() || sublist.level == work.deepest) return keep_as_it_is(work, sublist);
    set_pivot(work, sublist);
    const std::uint32_t low = split(work, sublist);
    partition(work, {sublist.begin, low, sublist.level + 1});
    partition(work, {sublist.begin + low, sublist.count - low, sublist.level + 1});
  }

  /// Sublists are finished in the buffer of the first level.
  void keep_as_it_is(Work& work, const Sublist& sublist) const {
    const ::farfirst::Buffer words = part_of(work, sublist, sublist.level), to = part_of(work, sublist, 0);
    if (sublist.level % 2 != 0) {
      device_.gl().CopyNamedBufferSubData(static_cast<GLuint>(words.handle), static_cast<GLuint>(to.handle),
                                          static_cast<GLintptr>(words.offset), static_cast<GLintptr>(to.offset),
                                          static_cast<GLsizeiptr>(words.bytes));
    }
    work.ends.push_back(sublist.begin + sublist.count);
  }

  /// Sets the vertex shader's inputs for the pivot.
  void set_pivot(const Work& work, const Sublist& sublist) const {
    const ::farfirst::Buffer& words = work.sides[sublist.level % 2];
    if (pivots_ == Pivots::mean_of_extremes) {
      clear(device_, work.extremes);
      barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);
      bind(device_, words_block, words);
      bind(device_, extremes_block, work.extremes);
      find_extremes_.set(0, sublist.begin).set(1, sublist.count);
      find_extremes_.dispatch(groups_for(sublist.count, words_per_group));
      barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the extremes
    }
    bind(device_, words_block, words);
    bind(device_, extremes_block, work.extremes);
    device_.gl().ProgramUniform1ui(keep_.name(), 0, sublist.begin);
    device_.gl().ProgramUniform1ui(keep_.name(), 1, sublist.count);
    device_.gl().ProgramUniform1ui(keep_.name(), 2, static_cast<GLuint>(pivots_));
  }

  /// Runs both passes. Returns the number of elements up to the pivot.
  std::uint32_t split(const Work& work, const Sublist& sublist) const {
    const GladGLContext& gl = device_.gl();
    const ::farfirst::Buffer& from = work.sides[sublist.level % 2];
    gl.VertexArrayVertexBuffer(vertices_.name(), 0, static_cast<GLuint>(from.handle),
                               static_cast<GLintptr>(from.offset), word_bytes);
    keep_.use();
    GLuint low = 0;
    gl.BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, kept_.name());
    keep(work, sublist, 0, {sublist.begin, sublist.count, sublist.level + 1});
    gl.EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    gl.GetQueryObjectuiv(kept_.name(), GL_QUERY_RESULT, &low);  // waits
    if (low != sublist.count) keep(work, sublist, 1, {sublist.begin + low, sublist.count - low, sublist.level + 1});
    return low;
  }

  void keep(const Work& work, const Sublist& sublist, GLuint above, const Sublist& kept) const {
    const GladGLContext& gl = device_.gl();
    const ::farfirst::Buffer to = part_of(work, kept, kept.level);
    gl.ProgramUniform1ui(keep_.name(), 3, above);
    gl.TransformFeedbackBufferRange(capture_.name(), 0, static_cast<GLuint>(to.handle),
                                    static_cast<GLintptr>(to.offset), static_cast<GLsizeiptr>(to.bytes));
    gl.BeginTransformFeedback(GL_POINTS);
    gl.DrawArrays(GL_POINTS, static_cast<GLint>(sublist.begin), static_cast<GLsizei>(sublist.count));
    gl.EndTransformFeedback();
  }

  ::farfirst::Buffer bounds() const { return {Backend::gl, bounds_.name(), 0, bounds_.bytes()}; }
  static ::farfirst::Buffer part_of(const Work& work, const Sublist& sublist, unsigned level) {
    return core::part(work.sides[level % 2], sublist.begin * word_bytes, sublist.count * word_bytes);
  }

  GlDevice& device_;
  const Form form_;
  const unsigned levels_;
  const Pivots pivots_;
  const ListSorter finish_;
  const FeedbackPartition pack_;  // into one sublist: elements to words
  const Kernel find_extremes_;
  const Program& keep_;
  Buffer bounds_;  // of the sublists found; written by the host
  const VertexArray vertices_;
  const TransformFeedback capture_;
  const Query kept_;
};

}  // namespace

std::unique_ptr<core::Implementation> make_recursion(GlDevice& device, const core::MakeOptions& options) {
  return std::make_unique<Recursion>(device, options);
}

}  // namespace farfirst::gl::quicksort_tf
