// Ascii bodies of PLY files: words between any white space, and no more on a line than the header declares.

#include <fmt/format.h>

#include "body.h"
#include "io/text_cursor.h"

namespace farfirst::app::ply {
namespace {

class AsciiBody final : public BodyOf<AsciiBody> {
 public:
  AsciiBody(ByteSource& source, std::uint64_t lines, std::vector<std::string>& remarks)
      : text_(source, lines + 1), remarks_(remarks) {}

  Mark mark() const override {
    const TextCursor::Mark at = text_.mark();
    return {at.position, at.line};
  }
  void go_to(const Mark& mark) override { text_.go_to({mark.position, mark.line}); }
  Place place(const Mark&) const override { return at::line(text_.line()); }

  std::size_t read_triangles(const Element& element, std::size_t most, std::uint32_t* to) override {
    if (element.properties.size() != 1 || !element.properties.front().is_list) return 0;
    std::size_t n = 0;
    for (; n < most; ++n, to += 3) {
      // Anything but "3 a b c" in plain digits is left to read_list().
      constexpr std::size_t room = 64;
      const std::string_view visible = text_.visible(room);
      const char* const end = visible.data() + visible.size();
      std::uint64_t passed = 0;
      const char* q = TextCursor::pass_space(visible.data(), end, passed);
      if (q >= end || *q != '3') break;
      ++q;
      std::uint64_t index[3];
      for (std::uint64_t& value : index) q = plain_index(q, end, value);
      if (!q) break;
      while (q < end && is_blank(*q)) ++q;
      if (q >= end || !is_line_end(*q)) break;
      for (std::size_t i = 0; i < 3; ++i) to[i] = static_cast<std::uint32_t>(index[i]);
      text_.take(static_cast<std::size_t>(q - visible.data()), passed);
    }
    return n;
  }

  void read_block(const Element& element, std::uint64_t first, Block& block) { read_rows(element, first, block); }

  double number(const Element& element, std::uint64_t ordinal, Scalar = {}) {
    to_word(element, ordinal);
    double value = 0.0;
    if (!text_.number(value))
      throw FileError({at::line(text_.line()), "expected a number in {} {} of {}, found {}", singular(element),
                       ordinal + 1, element.count, in_quotes(text_.word())});
    return value;
  }

  std::uint64_t list_count(const Element& element, std::uint64_t ordinal, const Property& list) {
    if (&list == &element.properties.back() && element.properties.size() > 1 && text_.line_is_over()) {
      if (!missing_list_) {
        missing_list_ = true;
        remarks_.push_back(fmt::format("List {} of {} is missing on line {} and after; it was taken as empty.",
                                       in_quotes(list.name), singular(element), text_.line()));
      }
      return 0;
    }
    return BodyOf::list_count(element, ordinal, list, {});
  }

  void list_values(const Element& element, std::uint64_t ordinal, const Property& list, std::uint64_t count,
                   std::vector<double>& values) {
    if (2 * count > text_.most_bytes_left() + 1)
      throw FileError({at::line(text_.line()), "the data end inside {} {} of {}: list {} has {} entries",
                       singular(element), ordinal + 1, element.count, in_quotes(list.name), count});
    values.resize(static_cast<std::size_t>(count));
    for (double& value : values) value = number(element, ordinal);
  }

  void step_over(const Element& element, std::uint64_t ordinal, const Property&, std::uint64_t words) {
    for (; words > 0; --words) {
      to_word(element, ordinal);
      text_.skip_word();
    }
  }

  /// More words than the header promises would shift all that follows: better no picture than a wrong one.
  void end_row(const Element& element, std::uint64_t ordinal) {
    if (text_.line_is_over()) return;
    throw FileError({at::line(text_.line()), "more values than the header promises for {} {} of {}", singular(element),
                     ordinal + 1, element.count});
  }

 private:
  /// Digits behind blanks; null if they are something else, or larger than an index can be.
  static const char* plain_index(const char* q, const char* end, std::uint64_t& value) {
    if (!q) return nullptr;
    const char* const blank = q;
    while (q < end && is_blank(*q)) ++q;
    if (q == blank) return nullptr;
    const char* const digits = q;
    value = 0;
    while (q < end && static_cast<unsigned char>(*q - '0') < 10 && q - digits < 11) {
      value = value * 10 + static_cast<std::uint64_t>(*q++ - '0');
    }
    return q > digits && value <= 0xffffffffu ? q : nullptr;
  }

  void to_word(const Element& element, std::uint64_t ordinal) {
    if (!text_.to_word()) refuse_end(at::line(text_.line()), element, ordinal);
  }

  TextCursor text_;
  std::vector<std::string>& remarks_;
  bool missing_list_ = false;
};

}  // namespace

std::unique_ptr<Body> make_ascii_body(ByteSource& source, std::uint64_t lines, std::vector<std::string>& remarks) {
  return std::make_unique<AsciiBody>(source, lines, remarks);
}

}  // namespace farfirst::app::ply
