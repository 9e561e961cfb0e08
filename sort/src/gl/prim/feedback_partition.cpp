// See feedback_partition.h.
//
// Quicksort splits one sublist at a time, twice over: once for each side of its pivot. Where the second side begins in
// the result, the host has to know, since feedback only appends and its offsets are the host's; so it waits for a query
// in between. Here nothing has to be known, because appending is all that is done. All pivots are chosen first, from
// sorted samples, and an element's path down their tree, which in quicksort it takes from level to level, gives its
// sublist's number at once. By that number the elements are then split in stable passes, lowest digit first, as radix
// sort does. A pass is one draw with an instance for each value of the digit: each streams all elements through the
// geometry shader, which keeps those of its value, and feedback captures them behind those of the values before. So
// p passes of 2^d ways part the elements into 2^(p d) sublists, where quicksort goes over them 2 p d times.
//
// What the geometry stage costs, it costs by the point and by the capture: a point stands for many elements, so that
// the streaming costs little and the captures, one for each element and pass, are what is left.
//
// Barriers are for what shaders wrote. Commands that read what feedback wrote wait of their own accord.
#include "gl/prim/feedback_partition.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <type_traits>

#include "core/implementation.h"
#include "gl/prim/elements.h"

namespace farfirst::gl {
namespace {

constexpr std::size_t word_bytes = 8;
constexpr unsigned sample_threads = 64, join_threads = 256;
constexpr unsigned vertex_blocks = 4;  // of classify.vert: positions, triangles, pivots, keys
constexpr GLuint keys_location = 16;

/// Makes the job's elements those of a program: farfirst_key_at(i) in sort/quicksort_tf/elements.glsl.
void set_elements(const GlDevice& device, const Program& program, const SortJob& job) {
  device.gl().ProgramUniform1ui(program.name(), keys_location, bind(device, 6, job.keys));
}

Defines defines_for(Form form) { return form == Form::distance ? Defines{{"POSITIONS", ""}} : Defines{}; }

}  // namespace

/// One call.
struct FeedbackPartition::Work {
  std::uint32_t n = 0;
  unsigned bits = 0;
  std::uint32_t per_sublist = 0;  // samples
  std::span<const farfirst::Buffer> scratch;
  farfirst::Buffer samples, bounds, indices, sample_keys, tree, made_keys;
  Sublists to;

  unsigned passes = 0;  // after the first, which finds the sublists

  /// Where the captures of a pass go. The last one's are joined into the words, so that those before may go there too.
  const farfirst::Buffer& captures(unsigned pass) const { return (passes - pass) % 2 == 0 ? scratch[1] : to.words; }
  /// Digits differ by a bit at most.
  unsigned shift(unsigned pass) const { return bits * (pass - 1) / passes; }
  std::uint32_t number_of_samples() const { return per_sublist << bits; }
};

FeedbackPartition::FeedbackPartition(GlDevice& device, const PartitionOptions& options)
    : device_(&device),
      oversampling_(options.oversampling),
      per_point_(options.per_point),
      digit_bits_(options.digit_bits),
      sample_sorter_(device, options.sample_tile, options.oversampling << options.most_bits) {
  require(options);
  const GladGLContext& gl = device.gl();
  const Defines defines = defines_for(options.form);
  pick_samples_ = Kernel(device, "sort/quicksort_tf/pick_samples.comp", defines);
  place_pivots_ = Kernel(device, "sort/quicksort_tf/place_pivots.comp");
  join_ = Kernel(device, "sort/quicksort_tf/join.comp");
  classify_ = &device.program({"sort/quicksort_tf/classify.vert"}, defines);
  split_ = &device.program({"sort/quicksort_tf/digit.vert", "sort/quicksort_tf/digit.geom"},
                           {{"PER_POINT", std::to_string(per_point_)}});
  nothing_ = VertexArray(gl);
  for (TransformFeedback& side : sides_) side = TransformFeedback(gl);
  lay_out(options);
}

void FeedbackPartition::lay_out(const PartitionOptions& options) {
  const auto take = [this](std::size_t bytes) {
    const std::size_t begin = parts_.bytes;
    parts_.bytes += core::aligned(bytes);
    return begin;
  };
  const std::size_t samples = std::size_t{options.oversampling} << options.most_bits;
  parts_.samples = take(samples * word_bytes);
  parts_.bounds = take(2 * 4);
  parts_.indices = take(samples * 4);
  parts_.keys = take(samples * 4);
  parts_.tree = take(word_bytes << options.most_bits);
  parts_.made_keys = take(options.form == Form::distance ? options.max_n * std::size_t{4} : 0);
  scratch_ = {parts_.bytes};
  if (options.most_bits != 0) scratch_.push_back(options.max_n * word_bytes);
}

void FeedbackPartition::require(const PartitionOptions& options) const {
  require_storage(*device_, options.id, options.max_n * word_bytes);
  const Limits& limits = device_->limits();
  const std::string id(options.id);
  if (limits.feedback_buffers < 1)
    throw Error(id + " needs transform feedback; " + device_->description() + " has none");
  if (limits.vertex_storage_blocks < vertex_blocks || limits.geometry_storage_blocks < 1) {
    throw Error(id + " uses " + std::to_string(vertex_blocks) +
                " storage blocks in vertex shaders and 1 in geometry shaders; " + device_->description() + " allows " +
                std::to_string(limits.vertex_storage_blocks) + " and " +
                std::to_string(limits.geometry_storage_blocks));
  }
}

void FeedbackPartition::enqueue(const SortJob& job, std::span<const farfirst::Buffer> scratch, const Sublists& to,
                                const core::Passes& trace) const {
  const Work work = work_for(job.n, scratch, to);
  if (work.bits != 0) {
    trace.begin("samples");
    find_pivots(job, work);
    trace.begin("partition");
    split(job, work);
  }
  trace.begin("join");
  join(work, job.keys);
}

void FeedbackPartition::enqueue(const DistanceJob& job, std::span<const farfirst::Buffer> scratch, const Sublists& to,
                                const core::Passes& trace) const {
  const Work work = work_for(job.n, scratch, to);
  DistanceJob with_keys = job;
  if (!with_keys.keys) with_keys.keys = work.made_keys;
  if (work.bits != 0) {
    trace.begin("samples");
    find_pivots(with_keys, work);
    trace.begin("partition");
    split(with_keys, work);
  } else {
    trace.begin("distances");
    device_->make_keys(with_keys);
  }
  trace.begin("join");
  join(work, with_keys.keys);
}

FeedbackPartition::Work FeedbackPartition::work_for(std::uint32_t n, std::span<const farfirst::Buffer> scratch,
                                                    const Sublists& to) const {
  assert(n != 0 && std::uint64_t{n} >> to.bits != 0 && "more sublists than elements");
  Work work;
  work.n = n;
  work.bits = to.bits;
  work.passes = (to.bits + digit_bits_ - 1) / digit_bits_;
  work.per_sublist = std::min(oversampling_, n >> to.bits);
  work.scratch = scratch;
  work.to = to;
  const farfirst::Buffer& small = scratch[0];
  const std::size_t samples = work.number_of_samples();
  work.samples = core::part(small, parts_.samples, samples * word_bytes);
  work.bounds = core::part(small, parts_.bounds, 2 * 4);
  work.indices = core::part(small, parts_.indices, samples * 4);
  work.sample_keys = core::part(small, parts_.keys, samples * 4);
  work.tree = core::part(small, parts_.tree, word_bytes << to.bits);
  work.made_keys = core::part(small, parts_.made_keys, n * std::size_t{4});
  return work;
}

/// Sorts samples, and makes a tree of the pivots among them.
template <class Job>
void FeedbackPartition::find_pivots(const Job& job, const Work& work) const {
  const std::uint32_t samples = work.number_of_samples();
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the elements
  set_elements(*device_, pick_samples_.program(), job);
  bind(*device_, 0, work.samples);
  bind(*device_, 1, work.bounds);
  pick_samples_.set(0, work.n).set(1, samples);
  pick_samples_.dispatch(groups_for(std::max(samples, 2u), sample_threads));

  sample_sorter_.sort({.words = work.samples,
                       .bounds = work.bounds,
                       .lists = 1,
                       .order = work.indices,
                       .sorted_keys = work.sample_keys});

  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the sorted samples
  bind(*device_, 0, work.indices);
  bind(*device_, 1, work.sample_keys);
  bind(*device_, 2, work.tree);
  place_pivots_.set(0, work.bits).set(1, work.per_sublist);
  place_pivots_.dispatch(groups_for(std::size_t{1} << work.bits, sample_threads));
}

template <class Job>
void FeedbackPartition::split(const Job& job, const Work& work) const {
  const GladGLContext& gl = device_->gl();
  // The pivots; and whatever shaders wrote before to where captures go.
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT | GL_TRANSFORM_FEEDBACK_BARRIER_BIT);
  device_->bind_framebuffer();
  gl.Enable(GL_RASTERIZER_DISCARD);
  gl.BindVertexArray(nothing_.name());
  set_elements(*device_, *classify_, job);
  bind(*device_, 0, work.tree);
  gl.ProgramUniform1ui(classify_->name(), 0, work.bits);
  if constexpr (std::is_same_v<Job, DistanceJob>) {
    gl.ProgramUniform1ui(classify_->name(), 1, bind(*device_, 1, job.keys));
  }
  capture(work, 0, *classify_, work.n, 1);
  for (unsigned pass = 1; pass <= work.passes; ++pass) split_by_digit(work, pass);
}

void FeedbackPartition::split_by_digit(const Work& work, unsigned pass) const {
  const GladGLContext& gl = device_->gl();
  const unsigned shift = work.shift(pass), values = 1u << (work.shift(pass + 1) - shift);
  bind(*device_, 0, core::part(work.captures(pass - 1), 0, work.n * word_bytes));
  gl.ProgramUniform1ui(split_->name(), 0, work.n);
  gl.ProgramUniform1ui(split_->name(), 1, shift);
  gl.ProgramUniform1ui(split_->name(), 2, values - 1);
  capture(work, pass, *split_, groups_for(work.n, per_point_), values);
}

void FeedbackPartition::capture(const Work& work, unsigned pass, const Program& program, std::size_t points,
                                unsigned instances) const {
  const GladGLContext& gl = device_->gl();
  const farfirst::Buffer& to = work.captures(pass);
  const GLuint side = sides_[pass % 2].name();
  gl.TransformFeedbackBufferRange(side, 0, static_cast<GLuint>(to.handle), static_cast<GLintptr>(to.offset),
                                  static_cast<GLsizeiptr>(work.n * word_bytes));
  program.use();
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, side);
  gl.BeginTransformFeedback(GL_POINTS);
  gl.DrawArraysInstanced(GL_POINTS, 0, static_cast<GLsizei>(points), static_cast<GLsizei>(instances));
  gl.EndTransformFeedback();
}

void FeedbackPartition::join(const Work& work, const farfirst::Buffer& keys) const {
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the keys: the caller's, or just made
  if (work.bits != 0) bind(*device_, 0, core::part(work.captures(work.passes), 0, work.n * word_bytes));
  join_.set(0, work.n).set(1, work.bits);
  join_.set(2, bind(*device_, 1, work.to.words) / 2);
  join_.set(3, bind(*device_, 3, work.to.offsets));
  join_.set(4, bind(*device_, 2, keys));
  join_.dispatch(groups_for(std::max(work.n, (1u << work.bits) + 1), join_threads));
}

}  // namespace farfirst::gl
