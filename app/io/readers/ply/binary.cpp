// Binary bodies of PLY files.

#include <algorithm>

#include "body.h"
#include "values.h"

namespace farfirst::app::ply {
namespace {

class BinaryBody final : public BodyOf<BinaryBody> {
 public:
  BinaryBody(ByteSource& source, Encoding encoding) : source_(source), encoding_(encoding) {}

  Mark mark() const override { return {source_.position(), 0}; }
  void go_to(const Mark& mark) override { source_.seek(mark.position); }
  Place place(const Mark& start) const override { return at::byte(start.position); }

  void read_block(const Element& element, std::uint64_t first, Block& block) {
    if (element.has_lists()) {
      read_rows(element, first, block);
    } else {
      read_fixed(element, first, block);
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
    if (element.has_lists()) return BodyOf::skip(element);
    // The header check made sure that this product fits.
    if (!source_.skip(element.count * element.fixed_bytes())) refuse_end(end_place(), element, element.count - 1);
  }

  double number(const Element& element, std::uint64_t ordinal, Scalar type) {
    need(element, ordinal, size_of(type));
    const double value = load_scalar(source_.window().data(), type, encoding_);
    source_.take(size_of(type));
    return value;
  }

  std::uint64_t list_count(const Element& element, std::uint64_t ordinal, const Property& list) {
    return BodyOf::list_count(element, ordinal, list, mark());
  }

  /// Makes a whole list visible, checking first that the file can hold it: a window may have to grow for it.
  void list_values(const Element& element, std::uint64_t ordinal, const Property& list, std::uint64_t count,
                   std::vector<double>& values) {
    const std::uint64_t bytes = count * size_of(list.type);
    if (bytes > source_.most_bytes_left())
      throw FileError({at::byte(source_.position()),
                       "the data end inside {} {} of {}: list {} has {} entries, but at most {} bytes follow",
                       singular(element), ordinal + 1, element.count, in_quotes(list.name), count,
                       source_.most_bytes_left()});
    need(element, ordinal, static_cast<std::size_t>(bytes));
    values.resize(static_cast<std::size_t>(count));
    load_column(source_.window().data(), size_of(list.type), values.size(), list.type, encoding_, values.data());
    source_.take(static_cast<std::size_t>(bytes));
  }

  void step_over(const Element& element, std::uint64_t ordinal, const Property& p, std::uint64_t count) {
    const std::uint64_t bytes = count * size_of(p.type);
    if (bytes <= source_.window().size()) {
      source_.take(static_cast<std::size_t>(bytes));
    } else if (!source_.skip(bytes)) {
      refuse_end(end_place(), element, ordinal);
    }
  }

  void end_row(const Element&, std::uint64_t) {}

 private:
  Place end_place() const { return at::byte(source_.position() + source_.window().size()); }

  void need(const Element& element, std::uint64_t ordinal, std::size_t bytes) {
    if (source_.want(bytes) < bytes) refuse_end(end_place(), element, ordinal);
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

std::unique_ptr<Body> make_body(const Header& header, ByteSource& source, std::vector<std::string>& remarks) {
  if (header.encoding == Encoding::ascii) return make_ascii_body(source, header.lines, remarks);
  return std::make_unique<BinaryBody>(source, header.encoding);
}

}  // namespace farfirst::app::ply
