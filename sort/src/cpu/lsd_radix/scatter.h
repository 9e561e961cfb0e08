#pragma once
// The inner loops: counting digits, and moving elements to the places that the counts give.
//
// A scatter to thousands of places touches thousands of cache lines and pages, one element at a time. So elements are
// gathered in a line-sized buffer per bucket, and whole lines are written ("software write combining": Wassenberg &
// Sanders, Engineering a multi-core radix sort, Euro-Par 2011; Satish et al., Fast sort on CPUs and GPUs, SIGMOD 2010).
// The writes bypass the cache, which saves reading them first. A line here is two of the processor's: when
// a buffer is full cannot be predicted, and a misprediction per 16 elements costs half of one per 8.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace farfirst::cpu::lsd_radix {

inline constexpr std::size_t line_bytes = 128;

// ---- Sources of words: (key - base) << 32 | index, or compact words. An id may replace the index.

struct FromKeys {
  const std::uint32_t* keys;
  std::uint32_t base;
  std::uint64_t operator[](std::size_t i) const { return std::uint64_t{keys[i] - base} << 32 | i; }
};
struct FromKeysAndIds {
  const std::uint32_t *keys, *ids;
  std::uint32_t base;
  std::uint64_t operator[](std::size_t i) const { return std::uint64_t{keys[i] - base} << 32 | ids[i]; }
};
struct FromWords {
  const std::uint64_t* words;
  std::uint64_t operator[](std::size_t i) const { return words[i]; }
};
struct FromCompact {
  const std::uint32_t* words;
  std::uint32_t operator[](std::size_t i) const { return words[i]; }
};

/// The bucket of a word.
struct Bucket {
  unsigned shift;
  std::uint32_t mask;
  template <class Word>
  std::uint32_t operator()(Word word) const {
    return static_cast<std::uint32_t>(word >> shift) & mask;
  }
};

// ---- Outputs of words

struct ToWord {
  using Element = std::uint64_t;
  std::uint64_t operator()(std::uint64_t word) const { return word; }
};
struct ToCompact {
  using Element = std::uint32_t;
  unsigned shift;       // of the last digit in a word
  unsigned index_bits;  // below it in a compact word
  std::uint32_t operator()(std::uint64_t word) const {
    return static_cast<std::uint32_t>(word >> shift) << index_bits | static_cast<std::uint32_t>(word);
  }
};
struct ToIndex {
  using Element = std::uint32_t;
  std::uint32_t mask;  // of the index in a word
  template <class Word>
  std::uint32_t operator()(Word word) const {
    return static_cast<std::uint32_t>(word) & mask;
  }
};

// ---- Counting

template <class From>
void count(const From& from, Bucket bucket, std::size_t begin, std::size_t end, std::uint32_t* counts) {
  for (std::size_t i = begin; i < end; ++i) ++counts[bucket(from[i])];
}

// ---- Scattering

/// Writes element by element: best if the target fits into a near cache. next[b] is the next place of bucket b.
template <class From, class To>
void scatter(const From& from, const To& to, Bucket bucket, std::size_t begin, std::size_t end, std::uint32_t* next,
             typename To::Element* target) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto word = from[i];
    target[next[bucket(word)]++] = to(word);
  }
}

inline void write_line(void* target, const void* line) {
#if defined(__SSE2__)
  auto* to = static_cast<__m128i*>(target);
  const auto* from = static_cast<const __m128i*>(line);
  for (std::size_t i = 0; i < line_bytes / sizeof(__m128i); ++i) _mm_stream_si128(to + i, _mm_load_si128(from + i));
#else
  std::memcpy(target, line, line_bytes);
#endif
}

/// Writes line by line through `lines`, one aligned line per bucket. `first` contains the places where the buckets of
/// this call begin, and `next` the same at the start. Both are relative to the line in which `target` begins.
template <class From, class To>
void scatter_lines(const From& from, const To& to, Bucket bucket, std::size_t begin, std::size_t end,
                   const std::uint32_t* first, std::uint32_t* next, typename To::Element* lines,
                   typename To::Element* target) {
  using Element = typename To::Element;
  constexpr std::uint32_t per_line = line_bytes / sizeof(Element);
  constexpr std::uint32_t last = per_line - 1;
  // Lines shared with another bucket or another thread are written element by element.
  const auto write_part = [&](std::uint32_t b, std::uint32_t from_place, std::uint32_t to_place) {
    for (std::uint32_t place = from_place; place < to_place; ++place) {
      target[place] = lines[std::size_t{b} * per_line + place % per_line];
    }
  };
  for (std::size_t i = begin; i < end; ++i) {
    const auto word = from[i];
    const std::uint32_t b = bucket(word);
    const std::uint32_t place = next[b]++;
    Element* line = lines + std::size_t{b} * per_line;
    line[place & last] = to(word);
    if ((place & last) != last) continue;
    if (place - last >= first[b]) {
      write_line(target + (place - last), line);
    } else {
      write_part(b, first[b], place + 1);
    }
  }
  for (std::uint32_t b = 0; b <= bucket.mask; ++b) {
    const std::uint32_t line_begin = next[b] & ~last;
    write_part(b, line_begin > first[b] ? line_begin : first[b], next[b]);
  }
#if defined(__SSE2__)
  _mm_sfence();  // before another thread reads
#endif
}

}  // namespace farfirst::cpu::lsd_radix
