// See misuse.h.
#include "core/misuse.h"

#if !defined(NDEBUG)
#include <cassert>

namespace farfirst::core {
namespace {

bool is_argsort(Form form) { return form == Form::argsort || form == Form::argsort64; }
bool has_values(Form form) { return form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs; }
std::size_t key_bytes(Form form) {
  return form == Form::argsort64 || form == Form::pairs64 || form == Form::keys64 ? 8 : 4;
}

/// The begin of `buffer` among the addresses of its device, or within its buffer object.
std::uintptr_t begin_of(const Buffer& buffer) {
  return (buffer.where == Backend::gl ? 0 : buffer.handle) + buffer.offset;
}

/// The buffers of one job: each is checked when it is named, and against the others when all are known.
class Buffers {
 public:
  explicit Buffers(Backend backend) : backend_(backend) {}

  void in(const Buffer& buffer, std::size_t bytes, std::size_t alignment) { name(buffer, bytes, alignment, false); }
  void out(const Buffer& buffer, std::size_t bytes, std::size_t alignment) { name(buffer, bytes, alignment, true); }
  void memory(std::span<const Buffer> scratch, const Buffer& state, const Requirements& requirements) {
    assert(scratch.size() >= requirements.scratch.size() && "scratch has fewer pieces than the sorter requires");
    for (std::size_t i = 0; i < requirements.scratch.size(); ++i) out(scratch[i], requirements.scratch[i], 256);
    if (requirements.state != 0) out(state, requirements.state, 256);
  }
  void assert_apart() const {
    for (const Named& a : named_) {
      for (const Named& b : named_) {
        assert((&a == &b || (!a.written && !b.written) || !overlap(a, b)) && "an output overlaps another buffer");
      }
    }
  }

 private:
  struct Named {
    Buffer buffer;
    std::size_t bytes;
    bool written;
  };
  void name(const Buffer& buffer, std::size_t bytes, std::size_t alignment, bool written) {
    if (bytes == 0) return;
    assert(buffer && "a required buffer is missing");
    assert(buffer.where == backend_ && "a buffer lives on another device than the sorter");
    assert(buffer.bytes >= bytes && "a buffer is too small");
    assert(begin_of(buffer) % alignment == 0 && "a buffer is not aligned");
    named_.push_back({buffer, bytes, written});
  }
  static bool overlap(const Named& a, const Named& b) {
    if (a.buffer.where == Backend::gl && a.buffer.handle != b.buffer.handle) return false;
    return begin_of(a.buffer) < begin_of(b.buffer) + b.bytes && begin_of(b.buffer) < begin_of(a.buffer) + a.bytes;
  }
  Backend backend_;
  std::vector<Named> named_;
};

void name_geometry(Buffers& buffers, const DistanceJob& job) {
  assert(job.stride >= 12 && job.stride % 4 == 0 && "stride must be a multiple of 4, and at least 12");
  assert((job.triangles || job.n <= job.vertex_count) && "n is over vertex_count");
  for (const float component : job.eye) assert(keys::is_finite(component) && "the eye must be finite");
  if (job.n == 0 || job.vertex_count == 0) return;
  buffers.in(job.positions, (job.vertex_count - std::size_t{1}) * job.stride + 12, 4);
  if (job.triangles) buffers.in(job.triangles, job.n * std::size_t{12}, 4);
}

}  // namespace

void assert_right_use(const SortJob& job, const Made& made) {
  assert(made.form != Form::distance && "this sorter was made for the distance job");
  assert(job.n <= made.max_n && "n is over the max_n that the sorter was made for");
  const std::size_t keys = job.n * key_bytes(made.form);
  const std::size_t words = job.n * std::size_t{4};
  Buffers buffers(made.backend);
  buffers.in(job.keys, keys, key_bytes(made.form));
  if (is_argsort(made.form)) buffers.out(job.order, words, 4);
  if (!is_argsort(made.form) || job.sorted_keys) buffers.out(job.sorted_keys, keys, key_bytes(made.form));
  if (has_values(made.form)) {
    buffers.in(job.values, words, 4);
    buffers.out(job.sorted_values, words, 4);
  }
  buffers.memory(job.scratch, job.state, made.requirements);
  buffers.assert_apart();
}

void assert_right_use(const DistanceJob& job, const Made& made) {
  assert(made.form == Form::distance && "this sorter was not made for the distance job");
  assert(job.n <= made.max_n && "n is over the max_n that the sorter was made for");
  Buffers buffers(made.backend);
  name_geometry(buffers, job);
  buffers.out(job.order, job.n * std::size_t{4}, 4);
  if (job.keys) buffers.out(job.keys, job.n * std::size_t{4}, 4);
  buffers.memory(job.scratch, job.state, made.requirements);
  buffers.assert_apart();
}

}  // namespace farfirst::core
#endif
