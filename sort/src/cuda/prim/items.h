#pragma once
// The items that radix_split, bitonic and bbsort sort in each form, with their conversion from and to the job's
// buffers. For host and device.

#include <farfirst/keys.h>

#include <cstddef>
#include <cstdint>

#include "core/implementation.h"
#include "cuda/prim/words.h"

namespace farfirst::cuda::items {

/// The source of items. `keys` has the form's type.
struct Source {
  const void* keys = nullptr;
  const std::uint32_t* values = nullptr;  // null: an item's value is its index
  bool floats = false;                    // the keys are float32
};
/// The outputs. Null: not requested.
struct Sink {
  void* keys = nullptr;
  std::uint32_t* values = nullptr;
  bool floats = false;
};

/// Unsigned integers that compare like the floats with these bits, and back.
FARFIRST_HOST_DEVICE constexpr std::uint32_t ordered(std::uint32_t bits) {
  return bits ^ ((bits >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}
FARFIRST_HOST_DEVICE constexpr std::uint32_t unordered(std::uint32_t word) {
  return word ^ ((word >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu);
}

FARFIRST_HOST_DEVICE inline std::uint32_t value_from(const Source& source, std::size_t i) {
  return source.values != nullptr ? source.values[i] : static_cast<std::uint32_t>(i);
}
FARFIRST_HOST_DEVICE inline std::uint32_t key_from(const Source& source, std::size_t i) {
  const std::uint32_t key = static_cast<const std::uint32_t*>(source.keys)[i];
  return source.floats ? ordered(key) : key;
}
FARFIRST_HOST_DEVICE inline void key_to(const Sink& sink, std::size_t i, std::uint32_t key) {
  static_cast<std::uint32_t*>(sink.keys)[i] = sink.floats ? unordered(key) : key;
}

/// argsort, pairs, paper_pairs: packed words of a key and an index or value.
struct Words {
  using Item = Word;
  using Key = std::uint32_t;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return pack(key_from(source, i), value_from(source, i));
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    sink.values[i] = index_of(item);
    if (sink.keys != nullptr) key_to(sink, i, key_of(item));
  }
  FARFIRST_HOST_DEVICE static constexpr Item padding() { return cuda::padding; }
  FARFIRST_HOST_DEVICE static constexpr Key key(Item item) { return key_of(item); }
};

/// keys, paper_keys.
struct Keys {
  using Item = std::uint32_t;
  using Key = std::uint32_t;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) { return key_from(source, i); }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) { key_to(sink, i, item); }
  FARFIRST_HOST_DEVICE static constexpr Item padding() { return ~Item{0}; }
  FARFIRST_HOST_DEVICE static constexpr Key key(Item item) { return item; }
};

/// keys64.
struct Keys64 {
  using Item = std::uint64_t;
  using Key = std::uint64_t;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return static_cast<const std::uint64_t*>(source.keys)[i];
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    static_cast<std::uint64_t*>(sink.keys)[i] = item;
  }
  FARFIRST_HOST_DEVICE static constexpr Item padding() { return ~Item{0}; }
  FARFIRST_HOST_DEVICE static constexpr Key key(Item item) { return item; }
};

struct alignas(16) Record {
  std::uint64_t key;
  std::uint64_t value;
};

/// argsort64, pairs64.
struct Records {
  using Item = Record;
  using Key = std::uint64_t;
  FARFIRST_HOST_DEVICE static Item load(const Source& source, std::size_t i) {
    return {static_cast<const std::uint64_t*>(source.keys)[i], value_from(source, i)};
  }
  FARFIRST_HOST_DEVICE static void store(const Sink& sink, std::size_t i, Item item) {
    sink.values[i] = static_cast<std::uint32_t>(item.value);
    if (sink.keys != nullptr) static_cast<std::uint64_t*>(sink.keys)[i] = item.key;
  }
  FARFIRST_HOST_DEVICE static constexpr Item padding() { return {~std::uint64_t{0}, ~std::uint64_t{0}}; }
  FARFIRST_HOST_DEVICE static constexpr Key key(Item item) { return item.key; }
};

template <class T>
T* address(const Buffer& buffer) {
  return buffer ? reinterpret_cast<T*>(buffer.handle + buffer.offset) : nullptr;
}
inline bool has_floats(Form form) { return form == Form::paper_keys || form == Form::paper_pairs; }
inline bool has_values(Form form) { return form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs; }

/// The buffers of a job.
inline Source source_of(const FormJob& job, Form form) {
  return {address<const void>(job.keys), has_values(form) ? address<const std::uint32_t>(job.values) : nullptr,
          has_floats(form)};
}
inline Sink sink_of(const FormJob& job, Form form) {
  return {address<void>(job.sorted_keys), address<std::uint32_t>(has_values(form) ? job.sorted_values : job.order),
          has_floats(form)};
}

}  // namespace farfirst::cuda::items
