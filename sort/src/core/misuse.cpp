// See misuse.h.
#include "core/misuse.h"

#include <algorithm>
#include <string>

#include "core/history.h"

namespace farfirst::core {
namespace {

bool is_argsort(Form form) { return form == Form::argsort || form == Form::argsort64; }
bool has_values(Form form) { return form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs; }

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
  void scratch(std::span<const Buffer> pieces, const Requirements& requirements) {
    require(pieces.size() >= requirements.scratch.size(), "scratch has fewer pieces than the sorter requires");
    for (std::size_t i = 0; i < requirements.scratch.size(); ++i) out(pieces[i], requirements.scratch[i], 256);
  }
  void require_apart() const {
    for (const Named& a : named_) {
      for (const Named& b : named_) {
        require(&a == &b || (!a.written && !b.written) || !overlap(a, b), "an output overlaps another buffer");
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
    require(static_cast<bool>(buffer), "a required buffer is missing");
    require(buffer.where == backend_, "a buffer lives on another device than the sorter");
    require(buffer.bytes >= bytes, "a buffer is too small");
    require(begin_of(buffer) % alignment == 0, "a buffer is not aligned");
    named_.push_back({buffer, bytes, written});
  }
  static bool overlap(const Named& a, const Named& b) {
    if (a.buffer.where == Backend::gl && a.buffer.handle != b.buffer.handle) return false;
    return begin_of(a.buffer) < begin_of(b.buffer) + b.bytes && begin_of(b.buffer) < begin_of(a.buffer) + a.bytes;
  }
  Backend backend_;
  std::vector<Named> named_;
};

void require_finite(const float (&vector)[3], const char* sentence) {
  require(std::ranges::all_of(vector, [](float each) { return keys::is_finite(each); }), sentence);
}

void name_source(Buffers& buffers, const Source& source) {
  const std::uint32_t least = source.format == PositionFormat::float32 ? 12 : 8;
  require(source.stride >= least && source.stride % 4 == 0,
          "a stride must be a multiple of 4, and at least 12 (float32) or 8 (float16, unorm16)");
  buffers.in(source.positions, source.n == 0 ? 0 : position_bytes(source), 4);
  if (!source.triangles) return;
  require(source.n == 0 || source.vertex_count != 0, "a source of triangles has a vertex_count of 0");
  buffers.in(source.triangles, source.n * std::size_t{12}, 4);
}

void name_elements(Buffers& buffers, const DistanceJob& job) {
  const std::uint64_t elements = elements_of(job.sources);
  require(elements <= max_elements, "the sources have more elements than an order can hold");
  if (job.ids) {
    buffers.in(job.ids, job.n * std::size_t{4}, 4);
  } else {
    require(job.n == elements, "n is not the number of elements of all sources");
  }
  for (const Source& source : job.sources) name_source(buffers, source);
}

void require_precision(const KeyPrecision& precision) {
  require(precision.bits >= 8 && precision.bits <= 32, "keys have 8 to 32 bits");
  if (precision.form != KeyForm::linear) return;
  const auto& [nearest, farthest] = precision.range;
  require(keys::is_finite(nearest) && keys::is_finite(farthest) && nearest < farthest,
          "the range of linear keys must be finite and ascend");
}

void name_view(Buffers& buffers, const DistanceJob& job) {
  if (job.eye_on_device) return buffers.in(job.eye_on_device, 24, 4);
  require_finite(job.eye, "the eye must be finite");
  require_finite(job.axis, "the axis must be finite");
}

/// The order, or its parts.
template <class Job>
void name_order(Buffers& buffers, const Job& job, const SorterFacts& facts) {
  if (job.order_parts.empty()) return buffers.out(job.order, job.n * std::size_t{4}, 4);
  require(facts.parts != 0, "the entry sorts on one GPU, so an order has no parts");
  require(!job.order, "a job has an order and parts of one");
  require(job.order_parts.size() == facts.parts, "an order has not as many parts as GPUs sort");
  require(!job.count, "a job in parts has a count");
  for (std::size_t i = 0; i < facts.parts; ++i) {
    const std::size_t words = part_begin(job.n, facts.parts, i + 1) - part_begin(job.n, facts.parts, i);
    buffers.out(job.order_parts[i], words * 4, 4);
  }
}

void name_key_parts(Buffers& buffers, const SortJob& job, const SorterFacts& facts) {
  require(facts.parts != 0, "the entry sorts on one GPU, so keys have no parts");
  require(is_argsort(facts.form), "only jobs of an argsort form have parts");
  require(!job.keys, "a job has keys and parts of them");
  require(!job.count, "a job in parts has a count");
  std::size_t bytes = 0;
  for (const Buffer& part : job.key_parts) {
    buffers.in(part, part.bytes, 4);
    bytes += part.bytes;
  }
  require(bytes == job.n * std::size_t{4}, "the parts of the keys do not have n keys together");
}

template <class Job>
void name_rest(Buffers& buffers, const Job& job, const SorterFacts& facts) {
  require(job.n <= facts.max_n, "n is over the max_n that the sorter was made for");
  if (job.count) buffers.in(job.count, 4, 4);
  buffers.scratch(job.scratch, facts.requirements);
  buffers.require_apart();
  require(job.history == nullptr || static_cast<const OwnedHistory*>(job.history)->owner() == facts.number,
          "the history was made by another sorter");
  require(job.stream == nullptr || facts.backend == Backend::cuda, "only jobs of a cuda device have a stream");
}

}  // namespace

void require(bool holds, const char* sentence) {
  if (!holds) throw Misuse(std::string("farfirst::sort: ") + sentence);
}

void require_right_use(const SortJob& job, const SorterFacts& facts) {
  const std::size_t key = key_bytes(facts.form);
  const std::size_t keys = job.n * key, words = job.n * std::size_t{4};
  const std::size_t end = job.key_bits.end == 0 ? 8 * key : job.key_bits.end;
  require(end <= 8 * key && job.key_bits.begin < 8 * key && job.key_bits.begin <= end,
          "key_bits are not bits of the keys");
  require(!job.count || facts.takes_count, "the sorter was not made for jobs with a count");
  Buffers buffers(facts.backend);
  if (job.key_parts.empty()) {
    buffers.in(job.keys, keys, key);
  } else {
    name_key_parts(buffers, job, facts);
  }
  if (is_argsort(facts.form)) name_order(buffers, job, facts);
  require(is_argsort(facts.form) || job.order_parts.empty(), "only jobs of an argsort form have parts");
  if (!is_argsort(facts.form) || job.sorted_keys) buffers.out(job.sorted_keys, keys, key);
  if (has_values(facts.form)) {
    buffers.in(job.values, words, 4);
    buffers.out(job.sorted_values, words, 4);
  }
  name_rest(buffers, job, facts);
}

void require_right_use(const DistanceJob& job, const SorterFacts& facts) {
  Buffers buffers(facts.backend);
  name_elements(buffers, job);
  name_view(buffers, job);
  require_precision(job.precision);
  name_order(buffers, job, facts);
  if (job.keys) buffers.out(job.keys, job.n * std::size_t{4}, 4);
  name_rest(buffers, job, facts);
}

}  // namespace farfirst::core
