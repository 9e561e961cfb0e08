// See feedback_partition.h.
//
// Quicksort splits one sublist at a time, in two draws: one for each side of its pivot. Feedback only appends, at
// offsets that the host sets, so the host must know where the second side begins, and waits for a query in between.
// Here all pivots are chosen first, from sorted samples. The path of an element down their tree gives the number of
// its sublist at once. Elements are then split by that number in stable passes, lowest digit first, as in radix
// sort. The passes are stable because feedback captures in the order of drawing. One pass streams all elements
// once, four ways, to one buffer for each of four vertex streams. Queries write the four counts to a buffer, where
// the vertex shader of the next pass reads them: it reads the captures one after the other, n in all. So p passes
// over all elements split them into 4^p sublists; quicksort needs 4 p passes. A compute shader joins the last
// captures.
//
// The geometry stage has a cost per point, so a point carries several elements. On an H200 six to eight are best: 6.4
// ms for five passes over 1 M. Splitting more ways, with a draw of all elements for each way and captures that append
// to one buffer, is slower: 19 ms for half as many sublists at 2 or 4 ways, 24 at 8.
//
// Barriers follow writes of shaders. OpenGL itself orders commands that read the results of feedback or queries.
#include "gl/prim/feedback_partition.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <type_traits>

#include "core/implementation.h"
#include "gl/prim/elements.h"
#include "gl/prim/packed_words.h"

namespace farfirst::gl {
namespace {

constexpr std::size_t index_bytes = 4;
constexpr unsigned small_threads = 64, join_threads = 256;
constexpr unsigned vertex_blocks = 6;  // of again.vert: captures, counts, numbers of sublists
constexpr GLuint keys_location = 16;

/// Passes the job's elements to a program: farfirst_key_at(i) in sort/quicksort_tf/elements.glsl.
void set_elements(const GlDevice& device, const Program& program, const FormJob& job) {
  device.gl().ProgramUniform1ui(program.name(), keys_location, bind(device, 6, job.keys));
}

std::pair<std::string, std::string> per_point(const PartitionOptions& options) {
  return {"PER_POINT", std::to_string(options.per_point)};
}

}  // namespace

/// State of one call.
struct FeedbackPartition::Work {
  std::uint32_t n = 0;
  unsigned bits = 0;
  std::uint32_t per_sublist = 0;  // samples per sublist
  std::span<const ::farfirst::Buffer> scratch;
  ::farfirst::Buffer samples, bounds, indices, sample_keys, tree, counts, sublists, made_keys;
  Sublists to;

  /// The destination of a pass's captures. The last pass fills pieces 1 to 4 of the scratch. The pass before fills 5 to
  /// 7 and the words, since nothing is joined yet.
  const ::farfirst::Buffer& captures(unsigned pass, unsigned stream) const {
    if ((passes(bits) - 1 - pass) % 2 == 0) return scratch[1 + stream];
    return stream == 0 ? to.words : scratch[streams + stream];
  }
  std::uint32_t number_of_samples() const { return per_sublist << bits; }
};

FeedbackPartition::FeedbackPartition(GlDevice& device, const PartitionOptions& options)
    : device_(&device),
      oversampling_(options.oversampling),
      per_point_(options.per_point),
      sample_sorter_(device, options.sample_tile, options.oversampling << options.most_bits) {
  require(options);
  const GladGLContext& gl = device.gl();
  of_keys_ = make_readers(options, Form::argsort);
  if (options.form == Form::distance) of_positions_ = make_readers(options, Form::distance);
  place_pivots_ = Kernel(device, "sort/quicksort_tf/place_pivots.comp");
  join_ = Kernel(device, "sort/quicksort_tf/join.comp");
  find_offsets_ = Kernel(device, "sort/quicksort_tf/find_offsets.comp");
  again_ = &device.program({"sort/quicksort_tf/again.vert", "sort/quicksort_tf/split.geom"}, {per_point(options)});
  nothing_ = VertexArray(gl);
  for (TransformFeedback& side : sides_) side = TransformFeedback(gl);
  for (Query& count : counts_) count = Query(gl, GLenum{GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN});
  lay_out(options);
}

FeedbackPartition::Readers FeedbackPartition::make_readers(const PartitionOptions& options, Form form) const {
  Defines defines{per_point(options)};
  if (form == Form::distance) defines.emplace_back("POSITIONS", "");
  return {Kernel(*device_, "sort/quicksort_tf/pick_samples.comp", defines),
          &device_->program({"sort/quicksort_tf/first.vert", "sort/quicksort_tf/split.geom"}, defines)};
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
  parts_.counts = take(streams * 4);
  parts_.sublists = take(options.most_bits != 0 ? options.max_n * std::size_t{4} : 0);
  parts_.made_keys = take(options.form == Form::distance ? options.max_n * std::size_t{4} : 0);
  scratch_ = {parts_.bytes};
  const unsigned last = options.most_bits > 0 ? streams : 0, before = options.most_bits > 2 ? streams - 1 : 0;
  scratch_.insert(scratch_.end(), last + before, options.max_n * index_bytes);
}

void FeedbackPartition::require(const PartitionOptions& options) const {
  require_storage(*device_, options.id, options.max_n * word_bytes);
  const Limits& limits = device_->limits();
  const std::string id(options.id);
  if (limits.streams < streams || limits.feedback_buffers < streams) {
    throw Error(id + " captures four vertex streams into four buffers; " + device_->description() + " has " +
                std::to_string(limits.streams) + " streams and " + std::to_string(limits.feedback_buffers) +
                " buffers");
  }
  if (limits.vertex_storage_blocks < vertex_blocks) {
    throw Error(id + " reads " + std::to_string(vertex_blocks) + " storage blocks in vertex shaders; " +
                device_->description() + " allows " + std::to_string(limits.vertex_storage_blocks));
  }
}

void FeedbackPartition::enqueue(const FormJob& job, std::span<const ::farfirst::Buffer> scratch, const Sublists& to,
                                const core::PassTrace& trace) const {
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

void FeedbackPartition::enqueue(const DistanceJob& job, std::span<const ::farfirst::Buffer> scratch, const Sublists& to,
                                const core::PassTrace& trace) const {
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
    device_->enqueue_keys(with_keys);
  }
  trace.begin("join");
  join(work, with_keys.keys);
}

FeedbackPartition::Work FeedbackPartition::work_for(std::uint32_t n, std::span<const ::farfirst::Buffer> scratch,
                                                    const Sublists& to) const {
  assert(n != 0 && std::uint64_t{n} >> to.bits != 0 && "more sublists than elements");
  Work work;
  work.n = n;
  work.bits = to.bits;
  work.per_sublist = std::min(oversampling_, n >> to.bits);
  work.scratch = scratch;
  work.to = to;
  const ::farfirst::Buffer& small = scratch[0];
  const std::size_t samples = work.number_of_samples();
  work.samples = core::part(small, parts_.samples, samples * word_bytes);
  work.bounds = core::part(small, parts_.bounds, 2 * 4);
  work.indices = core::part(small, parts_.indices, samples * 4);
  work.sample_keys = core::part(small, parts_.keys, samples * 4);
  work.tree = core::part(small, parts_.tree, word_bytes << to.bits);
  work.counts = core::part(small, parts_.counts, streams * 4);
  work.sublists = core::part(small, parts_.sublists, n * std::size_t{4});
  work.made_keys = place_for_keys(scratch, n);
  return work;
}

/// Sorts samples, and builds a tree of pivots from them.
template <class Job>
void FeedbackPartition::find_pivots(const Job& job, const Work& work) const {
  const std::uint32_t samples = work.number_of_samples();
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the elements
  const Kernel& pick_samples = readers(job).pick_samples;
  set_elements(*device_, pick_samples.program(), job);
  bind(*device_, 0, work.samples);
  bind(*device_, 1, work.bounds);
  pick_samples.set(0, work.n).set(1, samples);
  pick_samples.dispatch(groups_for(std::max(samples, 2u), small_threads));

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
  place_pivots_.dispatch(groups_for(std::size_t{1} << work.bits, small_threads));
}

void FeedbackPartition::set_captures(const Work& work) const {
  for (unsigned pass = 0; pass < std::min(passes(work.bits), 2u); ++pass) {
    for (unsigned stream = 0; stream < streams; ++stream) {
      const ::farfirst::Buffer& to = work.captures(pass, stream);
      device_->gl().TransformFeedbackBufferRange(sides_[pass].name(), stream, static_cast<GLuint>(to.handle),
                                                 static_cast<GLintptr>(to.offset),
                                                 static_cast<GLsizeiptr>(work.n * index_bytes));
    }
  }
}

template <class Job>
void FeedbackPartition::split(const Job& job, const Work& work) const {
  const GladGLContext& gl = device_->gl();
  set_captures(work);
  // The tree, and earlier writes of shaders to the targets of captures and counts.
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT | GL_TRANSFORM_FEEDBACK_BARRIER_BIT | GL_QUERY_BUFFER_BARRIER_BIT);
  device_->begin_draws();
  gl.Enable(GL_RASTERIZER_DISCARD);
  const Program& first = *readers(job).first;
  set_elements(*device_, first, job);
  bind(*device_, 0, work.tree);
  bind(*device_, 1, work.sublists);
  if constexpr (std::is_same_v<Job, DistanceJob>) {
    gl.ProgramUniform1ui(first.name(), 1, bind(*device_, 2, job.keys));
  }
  gl.ProgramUniform1ui(first.name(), 0, work.bits);
  gl.BindVertexArray(nothing_.name());
  capture(work, 0, first);
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the numbers of the sublists
  for (unsigned pass = 1; pass < passes(work.bits); ++pass) {
    bind_captures(work, pass - 1);
    capture(work, pass, *again_);
  }
}

/// Splits the elements of a program's vertex shader by digit `pass` of their sublist numbers, and counts them.
void FeedbackPartition::capture(const Work& work, unsigned pass, const Program& program) const {
  const GladGLContext& gl = device_->gl();
  constexpr GLenum written = GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN;
  gl.ProgramUniform1ui(program.name(), 2, 2 * pass);
  gl.ProgramUniform1ui(program.name(), 3, work.n);
  program.use();
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, sides_[pass % 2].name());
  for (unsigned stream = 0; stream < streams; ++stream) {
    gl.BeginQueryIndexed(written, stream, counts_[stream].name());
  }
  gl.BeginTransformFeedback(GL_POINTS);
  gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(groups_for(work.n, per_point_)));
  gl.EndTransformFeedback();
  for (unsigned stream = 0; stream < streams; ++stream) gl.EndQueryIndexed(written, stream);
  for (unsigned stream = 0; stream < streams; ++stream) {
    gl.GetQueryBufferObjectuiv(counts_[stream].name(), static_cast<GLuint>(work.counts.handle), GL_QUERY_RESULT,
                               static_cast<GLintptr>(work.counts.offset + 4 * stream));
  }
}

/// Binds storage blocks 0 to 5: see captured.glsl.
void FeedbackPartition::bind_captures(const Work& work, unsigned pass) const {
  for (unsigned stream = 0; stream < streams; ++stream) bind(*device_, stream, work.captures(pass, stream));
  bind(*device_, 4, work.counts);
  bind(*device_, 5, work.sublists);
}

void FeedbackPartition::join(const Work& work, const ::farfirst::Buffer& keys) const {
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the keys, from the caller or just made
  if (work.bits != 0) bind_captures(work, passes(work.bits) - 1);
  join_.set(0, work.n).set(1, work.bits);
  join_.set(2, bind(*device_, 7, work.to.words) / 2);
  join_.set(3, bind(*device_, 6, keys));
  join_.dispatch(groups_for(work.n, join_threads));

  find_offsets_.set(0, work.n).set(1, work.bits).set(2, bind(*device_, 6, work.to.offsets));
  find_offsets_.dispatch(groups_for((std::size_t{1} << work.bits) + 1, small_threads));
}

}  // namespace farfirst::gl
