// Ascii bodies of PLY files: words between any white space, and no more of them on a line than the header says.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ply_body.h"
#include "text.h"

namespace farfirst::app::ply {
namespace {

constexpr std::size_t longest_word = 512;
constexpr std::size_t window_bytes = 65536;

class AsciiBody final : public Body {
 public:
  AsciiBody(ByteSource& source, std::uint64_t lines, std::vector<std::string>& remarks)
      : source_(source), line_(lines + 1), remarks_(remarks) {
    sync();
  }

  Mark mark() const override { return {source_.position() + used(), line_}; }
  void go_to(const Mark& mark) override {
    source_.seek(mark.position);
    line_ = mark.line;
    sync();
  }
  std::string place(const Mark&) const override { return fmt::format("line {}", line_); }

  void read_scalars(const Element& element, const std::vector<bool>& wanted,
                    const std::function<bool(const Block&)>& take) override {
    if (element.properties.empty()) return;
    Block block;
    for (const bool want : wanted) block.columns.emplace_back(want ? block_size : 0);
    for (std::uint64_t done = 0; done < element.count; done += block.count) {
      block.count = static_cast<std::size_t>(std::min<std::uint64_t>(block_size, element.count - done));
      for (std::size_t row = 0; row < block.count; ++row) read_row(element, done + row, block, row);
      if (!take(block)) return;
    }
  }

  void read_list(const Element& element, std::uint64_t ordinal, std::size_t property,
                 std::vector<double>& values) override {
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const Property& p = element.properties[i];
      const std::uint64_t count = p.is_list ? list_count(element, ordinal, p) : 1;
      if (i != property) {
        step_over(element, ordinal, count);
        continue;
      }
      if (2 * count > source_.most_bytes_left() - used() + 1) {
        throw FileError(fmt::format("line {}: the data end inside {} {} of {}: list {} has {} entries", line_,
                                    singular(element), ordinal + 1, element.count, in_quotes(p.name), count));
      }
      values.resize(static_cast<std::size_t>(count));
      for (double& value : values) value = number(element, ordinal);
    }
    end_row(element, ordinal);
  }

  std::size_t read_triangles(const Element& element, std::size_t most, std::uint32_t* to) override {
    if (element.properties.size() != 1 || !element.properties.front().is_list) return 0;
    std::size_t n = 0;
    for (; n < most; ++n, to += 3) {
      // What does not look like "3 a b c" in plain digits is left to read_list().
      constexpr std::size_t room = 64;
      if (static_cast<std::size_t>(end_ - p_) < room && !ended_) refill(window_bytes);
      const char* q = p_;
      std::uint64_t passed = 0;
      q = pass_space(q, passed);
      if (q >= end_ || *q != '3') break;
      ++q;
      std::uint64_t index[3];
      for (std::uint64_t& value : index) q = plain_index(q, value);
      if (!q) break;
      while (q < end_ && is_blank(*q)) ++q;
      if (q >= end_ || !is_line_end(*q)) break;
      for (std::size_t i = 0; i < 3; ++i) to[i] = static_cast<std::uint32_t>(index[i]);
      p_ = q;
      line_ += passed;
    }
    return n;
  }

  void skip(const Element& element) override {
    if (element.properties.empty()) return;
    for (std::uint64_t i = 0; i < element.count; ++i) {
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const Property& p = element.properties[k];
        step_over(element, i, p.is_list ? list_count(element, i, p) : 1);
      }
      end_row(element, i);
    }
  }

 private:
  std::uint64_t used() const { return static_cast<std::uint64_t>(p_ - source_.window().data()); }
  void sync() {
    ended_ = false;
    p_ = source_.window().data();
    end_ = p_ + source_.window().size();
  }
  void refill(std::size_t bytes) {
    source_.take(used());
    const bool ended = source_.want(bytes) < bytes;
    sync();
    ended_ = ended;
  }

  /// Steps over white space, counting lines.
  const char* pass_space(const char* q, std::uint64_t& lines) const {
    for (; q < end_ && is_space(*q); ++q) {
      if (*q == '\n' || (*q == '\r' && (q + 1 == end_ || q[1] != '\n'))) ++lines;
    }
    return q;
  }

  /// Digits behind blanks; null if they are something else, or larger than an index can be.
  const char* plain_index(const char* q, std::uint64_t& value) const {
    if (!q) return nullptr;
    const char* const blank = q;
    while (q < end_ && is_blank(*q)) ++q;
    if (q == blank) return nullptr;
    const char* const digits = q;
    value = 0;
    while (q < end_ && static_cast<unsigned char>(*q - '0') < 10 && q - digits < 11) {
      value = value * 10 + static_cast<std::uint64_t>(*q++ - '0');
    }
    return q > digits && value <= 0xffffffffu ? q : nullptr;
  }

  /// Stops at the start of a word, with the whole of it visible unless it is absurdly long.
  void to_word(const Element& element, std::uint64_t ordinal) {
    for (;;) {
      if (static_cast<std::size_t>(end_ - p_) < longest_word && !ended_) refill(window_bytes);
      p_ = pass_space(p_, line_);
      if (p_ == end_ && ended_) refuse_end(fmt::format("line {}", line_), element, ordinal);
      if (static_cast<std::size_t>(end_ - p_) >= longest_word || ended_) return;
    }
  }

  double number(const Element& element, std::uint64_t ordinal) {
    to_word(element, ordinal);
    double value = 0.0;
    const char* const stop = parse_number(p_, end_, value);
    if (!stop) {
      const char* q = p_;
      while (q < end_ && !is_space(*q)) ++q;
      throw FileError(fmt::format("line {}: expected a number in {} {} of {}, found {}", line_, singular(element),
                                  ordinal + 1, element.count, in_quotes({p_, static_cast<std::size_t>(q - p_)})));
    }
    p_ = stop;
    return value;
  }

  std::uint64_t list_count(const Element& element, std::uint64_t ordinal, const Property& list) {
    if (&list == &element.properties.back() && element.properties.size() > 1 && line_is_over()) {
      if (!missing_list_) {
        missing_list_ = true;
        remarks_.push_back(fmt::format("List {} of {} is missing on line {} and after; it was taken as empty.",
                                       in_quotes(list.name), singular(element), line_));
      }
      return 0;
    }
    const double count = number(element, ordinal);
    if (!(count >= 0.0) || count > 4294967295.0 || count != std::floor(count)) {
      throw FileError(fmt::format("line {}: expected how many entries list {} of {} {} has, found {}", line_,
                                  in_quotes(list.name), singular(element), ordinal + 1, count));
    }
    return static_cast<std::uint64_t>(count);
  }

  void step_over(const Element& element, std::uint64_t ordinal, std::uint64_t words) {
    for (; words > 0; --words) {
      to_word(element, ordinal);
      while (p_ < end_ && !is_space(*p_)) {
        if (++p_ == end_) refill(window_bytes);
      }
    }
  }

  void read_row(const Element& element, std::uint64_t ordinal, Block& block, std::size_t row) {
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const Property& p = element.properties[i];
      if (p.is_list) {
        step_over(element, ordinal, list_count(element, ordinal, p));
      } else if (block.columns[i].empty()) {
        step_over(element, ordinal, 1);
      } else {
        block.columns[i][row] = number(element, ordinal);
      }
    }
    end_row(element, ordinal);
  }

  /// True where nothing but blanks stands between here and the end of the line.
  bool line_is_over() {
    for (;;) {
      while (p_ < end_ && is_blank(*p_)) ++p_;
      if (p_ < end_) return is_line_end(*p_);
      if (ended_) return true;
      refill(window_bytes);
    }
  }

  /// More words than the header promises would shift all that follows: better no picture than a wrong one.
  void end_row(const Element& element, std::uint64_t ordinal) {
    if (line_is_over()) return;
    throw FileError(fmt::format("line {}: more values than the header promises for {} {} of {}", line_,
                                singular(element), ordinal + 1, element.count));
  }

  ByteSource& source_;
  const char* p_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t line_;
  std::vector<std::string>& remarks_;
  bool ended_ = false;  // the window reaches to the end of the data
  bool missing_list_ = false;
};

}  // namespace

std::unique_ptr<Body> make_ascii_body(ByteSource& source, std::uint64_t lines, std::vector<std::string>& remarks) {
  return std::make_unique<AsciiBody>(source, lines, remarks);
}

}  // namespace farfirst::app::ply
