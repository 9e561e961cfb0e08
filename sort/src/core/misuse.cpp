// See misuse.h.
#include "core/misuse.h"

#include <farfirst/keys.h>
#include <farfirst/parts.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "core/history.h"

namespace farfirst::core {
namespace {

bool is_argsort(Form form) { return form == Form::argsort || form == Form::argsort64; }
bool has_values(Form form) { return form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs; }

/// The begin of `buffer` among the addresses of its device, or within its buffer object.
std::uintptr_t begin_of(const Buffer& buffer) {
  return (buffer.where == Backend::gl ? 0 : buffer.handle) + buffer.offset;
}

/// A buffer member of a job, as a caller writes it: sources[2].positions.
struct Member {
  const char* name;
  std::size_t index = none;    // of an array of buffers, or of sources
  const char* of_source = "";  // the member of that source
  static constexpr std::size_t none = ~std::size_t{0};

  Member(const char* its_name) : name(its_name) {}  // NOLINT(google-explicit-constructor): nearly all are plain names
  Member(const char* array, std::size_t its_index, const char* its_member = "")
      : name(array), index(its_index), of_source(its_member) {}
  std::string text() const {
    return index == none ? name : std::string(name) + '[' + std::to_string(index) + ']' + of_source;
  }
};

/// The buffers of one job. Each is checked when it is added, and against the others when all are known.
class Buffers {
 public:
  explicit Buffers(Backend backend) : backend_(backend) {}

  void in(Member member, const Buffer& buffer, std::size_t bytes, std::size_t alignment) {
    name(member, buffer, bytes, alignment, false);
  }
  void out(Member member, const Buffer& buffer, std::size_t bytes, std::size_t alignment) {
    name(member, buffer, bytes, alignment, true);
  }
  void scratch(std::span<const Buffer> pieces, const Requirements& requirements) {
    require(pieces.size() >= requirements.scratch.size(), "scratch has fewer pieces than the sorter requires");
    for (std::size_t i = 0; i < requirements.scratch.size(); ++i) {
      out({"scratch", i}, pieces[i], requirements.scratch[i], 256);
    }
  }
  void require_apart() const {
    for (std::size_t i = 0; i < named_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const Named &a = named_[i], &b = named_[k];
        if ((!a.written && !b.written) || !overlap(a, b)) continue;
        const auto& [output, other] = a.written ? std::tie(a, b) : std::tie(b, a);
        refuse(output.member, "is an output and overlaps " + other.member.text());
      }
    }
  }

 private:
  struct Named {
    Member member;
    Buffer buffer;
    std::size_t bytes;
    bool written;
  };
  [[noreturn]] static void refuse(const Member& member, const std::string& what) {
    throw Misuse("farfirst::sort: " + member.text() + ' ' + what);
  }
  void name(Member member, const Buffer& buffer, std::size_t bytes, std::size_t alignment, bool written) {
    if (bytes == 0) return;
    if (!buffer) refuse(member, "is missing");
    if (buffer.where != backend_) {
      refuse(member, "is a buffer of a " + std::string(name_of(buffer.where)) + " device, the sorter is of a " +
                         std::string(name_of(backend_)) + " device");
    }
    if (buffer.bytes < bytes) {
      refuse(member,
             "is too small: it has " + std::to_string(buffer.bytes) + " bytes, the job takes " + std::to_string(bytes));
    }
    if (begin_of(buffer) % alignment != 0) {
      refuse(member, "is not aligned: its begin must be a multiple of " + std::to_string(alignment) + " bytes");
    }
    named_.push_back({member, buffer, bytes, written});
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

void name_source(Buffers& buffers, const Source& source, std::size_t number) {
  const std::uint32_t least = source.format == PositionFormat::float32 ? 12 : 8;
  require(source.stride >= least && source.stride % 4 == 0,
          "a stride must be a multiple of 4, and at least 12 (float32) or 8 (float16, unorm16)");
  const std::size_t bytes = source.n == 0 ? 0 : position_bytes(source);
  buffers.in({"sources", number, ".positions"}, source.positions, bytes, 4);
  if (!source.triangles) return;
  require(source.n == 0 || source.vertex_count != 0, "a source of triangles has a vertex_count of 0");
  buffers.in({"sources", number, ".triangles"}, source.triangles, source.n * std::size_t{12}, 4);
}

/// The memory of a cpu device, so that its contents can be checked.
template <class T>
std::span<const T> contents_of(const Buffer& buffer, std::size_t count) {
  return {reinterpret_cast<const T*>(buffer.handle + buffer.offset), count};
}

/// Throws Misuse if a number in `all` is not below `limit`.
void require_below(std::span<const std::uint32_t> all, std::uint64_t limit, const Member& member, const char* limits) {
  const auto wrong = std::ranges::find_if(all, [limit](std::uint32_t each) { return each >= limit; });
  if (wrong == all.end()) return;
  throw Misuse("farfirst::sort: " + member.text() + '[' + std::to_string(wrong - all.begin()) + "] is " +
               std::to_string(*wrong) + ", but there are " + std::to_string(limit) + ' ' + limits);
}

/// Checks contents that would lead a CPU kernel out of its buffers, or have no distance.
void require_contents(const DistanceJob& job) {
  for (std::size_t i = 0; i < job.sources.size(); ++i) {
    const Source& source = job.sources[i];
    if (!source.triangles) continue;
    require_below(contents_of<std::uint32_t>(source.triangles, source.n * std::size_t{3}), source.vertex_count,
                  {"sources", i, ".triangles"}, "positions");
  }
  if (job.ids) {
    const std::uint32_t count = job.count ? std::min(job.n, contents_of<std::uint32_t>(job.count, 1)[0]) : job.n;
    require_below(contents_of<std::uint32_t>(job.ids, count), elements_of(job.sources), "ids", "elements");
  }
  if (job.eye_on_device) {
    require(
        std::ranges::all_of(contents_of<float>(job.eye_on_device, 6), [](float each) { return keys::is_finite(each); }),
        "eye_on_device must hold finite numbers");
  }
}

void name_elements(Buffers& buffers, const DistanceJob& job) {
  const std::uint64_t elements = elements_of(job.sources);
  require(elements <= max_elements, "the sources have more elements than an order can hold");
  if (job.ids) {
    buffers.in("ids", job.ids, job.n * std::size_t{4}, 4);
  } else {
    require(job.n == elements, "n is neither 0 nor the number of elements of all sources");
  }
  for (std::size_t i = 0; i < job.sources.size(); ++i) name_source(buffers, job.sources[i], i);
}

void require_precision(const KeyPrecision& precision) {
  require(precision.bits >= 8 && precision.bits <= 32, "keys have 8 to 32 bits");
  if (precision.form != KeyForm::linear) return;
  const auto& [nearest, farthest] = precision.range;
  require(keys::is_finite(nearest) && keys::is_finite(farthest) && nearest < farthest,
          "the range of linear keys must be finite and ascend");
}

void name_view(Buffers& buffers, const DistanceJob& job) {
  if (job.eye_on_device) return buffers.in("eye_on_device", job.eye_on_device, 24, 4);
  require_finite(job.eye, "the eye must be finite");
  require_finite(job.axis, "the axis must be finite");
}

/// Adds the order, or its parts.
template <class Job>
void name_order(Buffers& buffers, const Job& job, std::span<const Buffer> parts, const SorterFacts& facts) {
  if (parts.empty()) return buffers.out("order", job.order, job.n * std::size_t{4}, 4);
  require(facts.parts != 0, "the entry sorts on one GPU, so an order has no parts");
  require(!job.order, "a job has an order and parts of one");
  require(parts.size() == facts.parts, "an order has not as many parts as GPUs sort");
  require(!job.count, "a job in parts has a count");
  for (std::size_t i = 0; i < facts.parts; ++i) {
    const std::size_t words = part_begin(job.n, facts.parts, i + 1) - part_begin(job.n, facts.parts, i);
    buffers.out({"order", i}, parts[i], words * 4, 4);
  }
}

/// Adds the keys, or their parts.
void name_keys(Buffers& buffers, const FormJob& job, std::span<const Buffer> parts, const SorterFacts& facts) {
  const std::size_t key = key_bytes(facts.form);
  if (parts.empty()) return buffers.in("keys", job.keys, job.n * key, key);
  require(facts.parts != 0, "the entry sorts on one GPU, so keys have no parts");
  require(!job.keys, "a job has keys and parts of them");
  require(!job.count, "a job in parts has a count");
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    buffers.in({"keys", i}, parts[i], parts[i].bytes, 4);
    bytes += parts[i].bytes;
  }
  require(bytes == job.n * std::size_t{4}, "the parts of the keys do not have n keys together");
}

template <class Job>
void name_rest(Buffers& buffers, const Job& job, const SorterFacts& facts) {
  require(job.n <= facts.max_n, "n is over the max_n that the sorter was made for");
  if (job.count) buffers.in("count", job.count, 4, 4);
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

void require_right_use(const FormJob& job, const Parts& parts, const SorterFacts& facts) {
  const std::size_t key = key_bytes(facts.form);
  const std::size_t keys = job.n * key, words = job.n * std::size_t{4};
  const std::size_t end = job.key_bits.end == 0 ? 8 * key : job.key_bits.end;
  require(end <= 8 * key && job.key_bits.begin < 8 * key && job.key_bits.begin <= end,
          "key_bits are not bits of the keys");
  require(!job.count || facts.takes_count, "the sorter was not made for jobs with a count");
  Buffers buffers(facts.backend);
  name_keys(buffers, job, parts.keys, facts);
  if (is_argsort(facts.form)) name_order(buffers, job, parts.order, facts);
  if (!is_argsort(facts.form) || job.sorted_keys) buffers.out("sorted_keys", job.sorted_keys, keys, key);
  if (has_values(facts.form)) {
    buffers.in("values", job.values, words, 4);
    buffers.out("sorted_values", job.sorted_values, words, 4);
  }
  name_rest(buffers, job, facts);
}

void require_right_use(const DistanceJob& job, const Parts& parts, const SorterFacts& facts) {
  Buffers buffers(facts.backend);
  name_elements(buffers, job);
  name_view(buffers, job);
  require_precision(job.precision);
  name_order(buffers, job, parts.order, facts);
  if (job.keys) buffers.out("keys", job.keys, job.n * std::size_t{4}, 4);
  name_rest(buffers, job, facts);
  if (facts.backend == Backend::cpu) require_contents(job);
}

}  // namespace farfirst::core
