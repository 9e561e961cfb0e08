#pragma once
// Helpers of all text readers. Nothing here depends on the locale.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace farfirst::app {

/// U+FEFF in UTF-8: some editors put it in front of a text.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }
inline bool is_space(char c) { return is_blank(c) || is_line_end(c); }

inline std::string_view without_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

/// For ASCII letters; others stay.
inline char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
inline char upper_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
/// Do these names differ in their capitals at most?
inline bool is_same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char left, char right) { return lower_case(left) == lower_case(right); });
}

/// Where the line that begins at `from`, or before, ends.
inline std::size_t find_line_end(std::string_view text, std::size_t from = 0) {
  while (from < text.size() && !is_line_end(text[from])) ++from;
  return from;
}

/// The next word of a line, which becomes the rest. Empty at its end.
inline std::string_view next_word(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_space(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_space(line[end])) ++end;
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

/// Without the white space around it.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Changes ASCII letters only.
std::string in_lower_case(std::string_view text);

/// Is this the beginning of a text in UTF-16, with or without a byte order mark?
bool is_utf16(std::string_view start);
/// A byte order mark or the zero bytes show the byte order.
std::string utf16_to_utf8(std::string_view bytes);

/// For messages: short, printable, in quotes.
std::string in_quotes(std::string_view text);

/// A number as files write it: 1, -.5, +2.e3, nan, inf, and MSVC's 1.#INF. The whole word must be the number.
bool parse_number_slow(std::string_view word, double& value);

/// Reads a decimal number from [p, end) and returns where it stops (at a space or at the end); null if there is none.
/// Exact where the digits fit 53 bits and the power of ten is small (Clinger, How to read floating point numbers
/// accurately, 1990), which is nearly always; the C++ library does the others.
inline const char* parse_number(const char* p, const char* end, double& value) {
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char* const start = p;
  const bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) ++p;
  std::uint64_t digits = 0;
  const char* const first = p;
  while (p < end && static_cast<unsigned char>(*p - '0') < 10)
    digits = digits * 10 + static_cast<std::uint64_t>(*p++ - '0');
  auto count = p - first;
  std::ptrdiff_t exponent = 0;
  if (p < end && *p == '.') {
    const char* const point = ++p;
    while (p < end && static_cast<unsigned char>(*p - '0') < 10) {
      digits = digits * 10 + static_cast<std::uint64_t>(*p++ - '0');
    }
    exponent = point - p;
    count += p - point;
  }
  bool plain = count > 0 && count <= 18;
  if (plain && p < end && (*p == 'e' || *p == 'E')) {
    const char* q = p + 1;
    const bool down = q < end && *q == '-';
    if (q < end && (*q == '-' || *q == '+')) ++q;
    const char* const power = q;
    std::ptrdiff_t number = 0;
    while (q < end && static_cast<unsigned char>(*q - '0') < 10 && q - power < 6) number = number * 10 + (*q++ - '0');
    plain = q > power;
    exponent += down ? -number : number;
    p = q;
  }
  if (plain && (p == end || is_space(*p)) && digits < (std::uint64_t{1} << 53) && exponent >= -22 && exponent <= 22) {
    const auto whole = static_cast<double>(digits);
    const double scaled = exponent < 0 ? whole / powers[-exponent] : whole * powers[exponent];
    value = negative ? -scaled : scaled;
    return p;
  }
  p = start;
  while (p < end && !is_space(*p)) ++p;
  return parse_number_slow({start, static_cast<std::size_t>(p - start)}, value) ? p : nullptr;
}

/// A whole text that is a decimal number of this type. Else `value` may be anything.
template <class Number>
bool parse_whole(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace farfirst::app
