// Binary bodies of PLY files.

#include <algorithm>
#include <cmath>

#include "body.h"
#include "io/text.h"
#include "values.h"

namespace farfirst::app::ply {
namespace {

class BinaryBody final : public Body {
 public:
  BinaryBody(ByteSource& source, Encoding encoding) : source_(source), encoding_(encoding) {}

  Mark mark() const override { return {source_.position(), 0}; }
  void go_to(const Mark& mark) override { source_.seek(mark.position); }
  Place place(const Mark& start) const override { return at::byte(start.position); }

  void read_scalars(const Element& element, const std::vector<bool>& wanted,
                    const std::function<bool(const Block&)>& take) override {
    Block block;
    for (const bool want : wanted) block.columns.emplace_back(want ? block_size : 0);
    for (std::uint64_t done = 0; done < element.count; done += block.count) {
      block.count = static_cast<std::size_t>(std::min<std::uint64_t>(block_size, element.count - done));
      if (element.has_lists()) {
        read_mixed(element, done, block);
      } else {
        read_fixed(element, done, block);
      }
      if (!take(block)) return;
    }
  }

  void read_list(const Element& element, std::uint64_t ordinal, std::size_t property,
                 std::vector<double>& values) override {
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const Property& p = element.properties[i];
      const std::uint64_t count = p.is_list ? list_count(element, ordinal, p) : 1;
      if (i != property) {
        step_over(element, ordinal, count * size_of(p.type));
        continue;
      }
      const std::size_t bytes = list_bytes(element, ordinal, p, count);
      values.resize(static_cast<std::size_t>(count));
      load_column(source_.window().data(), size_of(p.type), values.size(), p.type, encoding_, values.data());
      source_.take(bytes);
    }
  }

  std::size_t read_triangles(const Element& element, std::size_t most, std::uint32_t* to) override {
    const Property& list = element.properties.front();
    const bool plain = element.properties.size() == 1 && list.is_list && size_of(list.count_type) == 1 &&
                       (list.type == Scalar::int32 || list.type == Scalar::uint32);
    if (!plain) return 0;
    return encoding_ == Encoding::little_endian ? triangles<std::endian::native == std::endian::big>(most, to)
                                                : triangles<std::endian::native == std::endian::little>(most, to);
  }

  void skip(const Element& element) override {
    if (!element.has_lists()) {
      // The header check made sure that this product fits.
      if (!source_.skip(element.count * element.fixed_bytes())) refuse_end(end_place(), element, element.count - 1);
      return;
    }
    for (std::uint64_t i = 0; i < element.count; ++i) {
      for (const Property& p : element.properties) {
        step_over(element, i, (p.is_list ? list_count(element, i, p) : 1) * size_of(p.type));
      }
    }
  }

 private:
  Place end_place() const { return at::byte(source_.position() + source_.window().size()); }

  void need(const Element& element, std::uint64_t ordinal, std::size_t bytes) {
    if (source_.want(bytes) < bytes) refuse_end(end_place(), element, ordinal);
  }

  void step_over(const Element& element, std::uint64_t ordinal, std::uint64_t bytes) {
    if (bytes <= source_.window().size()) {
      source_.take(static_cast<std::size_t>(bytes));
    } else if (!source_.skip(bytes)) {
      refuse_end(end_place(), element, ordinal);
    }
  }

  std::uint64_t list_count(const Element& element, std::uint64_t ordinal, const Property& list) {
    const std::size_t bytes = size_of(list.count_type);
    need(element, ordinal, bytes);
    const double count = load_scalar(source_.window().data(), list.count_type, encoding_);
    if (!(count >= 0.0) || count > 4294967295.0 || count != std::floor(count))
      throw FileError({at::byte(source_.position()), "expected how many entries list {} of {} {} has, found {}",
                       in_quotes(list.name), singular(element), ordinal + 1, count});
    source_.take(bytes);
    return static_cast<std::uint64_t>(count);
  }

  /// Makes a whole list visible, checking first that the file can hold it: a window may have to grow for it.
  std::size_t list_bytes(const Element& element, std::uint64_t ordinal, const Property& list, std::uint64_t count) {
    const std::uint64_t bytes = count * size_of(list.type);
    if (bytes > source_.most_bytes_left())
      throw FileError({at::byte(source_.position()),
                       "the data end inside {} {} of {}: list {} has {} entries, but at most {} bytes follow",
                       singular(element), ordinal + 1, element.count, in_quotes(list.name), count,
                       source_.most_bytes_left()});
    need(element, ordinal, static_cast<std::size_t>(bytes));
    return static_cast<std::size_t>(bytes);
  }

  void read_fixed(const Element& element, std::uint64_t done, Block& block) {
    const std::size_t stride = element.fixed_bytes();
    if (const std::size_t visible = source_.want(stride * block.count); visible < stride * block.count) {
      refuse_end(end_place(), element, done + visible / stride);
    }
    const char* field = source_.window().data();
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const Scalar type = element.properties[i].type;
      if (!block.columns[i].empty()) load_column(field, stride, block.count, type, encoding_, block.columns[i].data());
      field += size_of(type);
    }
    source_.take(stride * block.count);
  }

  void read_mixed(const Element& element, std::uint64_t done, Block& block) {
    for (std::size_t row = 0; row < block.count; ++row) {
      for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const Property& p = element.properties[i];
        if (p.is_list) {
          step_over(element, done + row, list_count(element, done + row, p) * size_of(p.type));
          continue;
        }
        need(element, done + row, size_of(p.type));
        if (!block.columns[i].empty()) block.columns[i][row] = load_scalar(source_.window().data(), p.type, encoding_);
        source_.take(size_of(p.type));
      }
    }
  }

  template <bool swapped>
  std::size_t triangles(std::size_t most, std::uint32_t* to) {
    constexpr std::size_t stride = 13;
    const std::size_t visible = std::min(source_.want(stride * most) / stride, most);
    const char* p = source_.window().data();
    std::size_t n = 0;
    for (; n < visible && *p == 3; ++n, p += stride, to += 3) {
      to[0] = load<std::uint32_t, swapped>(p + 1);
      to[1] = load<std::uint32_t, swapped>(p + 5);
      to[2] = load<std::uint32_t, swapped>(p + 9);
    }
    source_.take(stride * n);
    return n;
  }

  ByteSource& source_;
  Encoding encoding_;
};

}  // namespace

std::string Body::singular(const Element& element) {
  return element.name == "vertex" || element.name == "face" ? element.name : "element " + in_quotes(element.name);
}

void Body::refuse_end(const Place& place, const Element& element, std::uint64_t ordinal) {
  throw FileError({place, "the data end inside {} {} of {}", singular(element), ordinal + 1, element.count});
}

std::unique_ptr<Body> make_binary_body(ByteSource& source, Encoding encoding) {
  return std::make_unique<BinaryBody>(source, encoding);
}

}  // namespace farfirst::app::ply
