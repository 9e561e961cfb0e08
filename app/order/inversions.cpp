#include "inversions.h"

#include <farfirst/gl.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstring>

#include "cached_sorter.h"
#include "object/context.h"

namespace farfirst::app {

namespace {

constexpr std::size_t word = sizeof(std::uint32_t);
constexpr std::size_t result = 3 * word;      // inversions, and steps of 64 bits
constexpr std::uint32_t per_group = 256 * 8;  // as in order/inversions.comp

}  // namespace

InversionCounter::InversionCounter(GpuContext& gpu) : gpu_(gpu), gl_(gpu.gl), timer_(gl_) {
  GLint alignment = 0;
  gl_.GetIntegerv(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &alignment);
  alignment_ = static_cast<std::size_t>(std::max(alignment, 4));
}

void InversionCounter::count(const Order& order, const OrderRequest& now, ElementSource& source, std::uint64_t frame) {
  if (!failure_.empty() || now.n < 2 || sent_ - taken_ == depth) return;
  if (counted_ == now && counted_order_ == order.frame) return;
  try {
    prepare(now);
    timer_.begin(frame);
    make_keys(now, source);
    count_pairs(order, DepthSteps(now, source.elements(now.primitive()).bounds.bulk));
    timer_.end();
    send({.inversion_stats = {.neighbours = now.n - 1}, .order = order.frame});
    counted_ = now;
    counted_order_ = order.frame;
  } catch (const Error& error) {  // not supported, or memory ran out: not tried again for this scene
    clear();
    failure_ = error.what();
  }
}

void InversionCounter::prepare(const OrderRequest& now) {
  if (!program_) {
    program_ = {gl_, gpu_.library, {"order/inversions.comp"}};
    sums_ = gl::Buffer(gl_, result);
    results_ = gl::Buffer::read_back(gl_, depth * result);
  }
  if (keys_.bytes() >= now.n * word) return;
  if (now.n * word > gl::largest_block(gl_))
    throw Error("inversions are not counted: the order exceeds OpenGL's largest buffer");
  keys_ = {};
  keys_ = gl::Buffer(gl_, now.n * word);
}

void InversionCounter::make_keys(const OrderRequest& now, ElementSource& source) {
  const Elements elements = source.elements(now.primitive());
  SceneJob its(now, elements);
  its.read_opengl(source.gpu_elements(now.primitive()));
  its.job.keys = gl_buffer(keys_.name(), now.n * word);
  gpu_.opengl.get().make_keys(its.job);
}

/// A storage block begins at a multiple of its alignment; the order may begin behind that.
void InversionCounter::count_pairs(const Order& order, const DepthSteps& steps) {
  const std::uint32_t n = order.wanted.n;
  const std::size_t begin = order.view.order_offset / alignment_ * alignment_;
  const std::size_t skipped = order.view.order_offset - begin;
  program_.use();
  gl_.ClearNamedBufferData(sums_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, keys_.name());
  gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, order.view.buffer, static_cast<GLintptr>(begin),
                      static_cast<GLsizeiptr>(skipped + n * word));
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, sums_.name());
  gl_.Uniform1ui(0, n);
  gl_.Uniform1ui(1, static_cast<GLuint>(skipped / word));
  gl_.Uniform1ui(2, order.wanted.draw_order == DrawOrder::front_to_back ? 1 : 0);
  gl_.Uniform1i(3, static_cast<GLint>(steps.metric()));
  gl_.Uniform1ui(4, steps.are_linear() ? 1 : 0);
  gl_.Uniform1i(5, steps.shift());
  gl_.Uniform3f(6, steps.steps().farthest, steps.steps().scale, steps.steps().last);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // keys and order
  gl::dispatch(gl_, (n + per_group - 1) / per_group);
}

/// Copies to where the host reads it some frames later.
void InversionCounter::send(const Finding& finding) {
  const std::size_t slot = sent_ % depth;
  gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the count
  gl_.CopyNamedBufferSubData(sums_.name(), results_.name(), 0, static_cast<GLintptr>(slot * result), result);
  fences_[slot] = gl::Fence(gl_);
  findings_[slot] = finding;
  ++sent_;
}

std::optional<InversionCounter::Finding> InversionCounter::take() {
  std::optional<Finding> newest;
  for (; taken_ != sent_ && fences_[taken_ % depth].signalled(); ++taken_) {
    newest = findings_[taken_ % depth];
    const std::byte* found = results_.memory() + taken_ % depth * result;
    std::memcpy(&newest->inversion_stats.inversions, found, word);
    std::memcpy(&newest->inversion_stats.steps, found + word, 2 * word);
  }
  return newest;
}

void InversionCounter::clear() {
  keys_ = {};
  taken_ = sent_;
  counted_.reset();
  failure_.clear();
}

}  // namespace farfirst::app
