#include "text.h"

#include <algorithm>

namespace farfirst::app {
namespace {

enum class Utf16 { no, little_endian, big_endian };

Utf16 utf16_of(std::string_view start) {
  using namespace std::string_view_literals;
  if (start.starts_with("\xff\xfe"sv)) return Utf16::little_endian;
  if (start.starts_with("\xfe\xff"sv)) return Utf16::big_endian;
  // Without a mark: every other byte of a text in Latin letters is zero.
  const std::size_t pairs = std::min<std::size_t>(start.size() / 2, 16);
  if (pairs < 4) return Utf16::no;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    even += start[2 * i] == '\0';
    odd += start[2 * i + 1] == '\0';
  }
  if (odd == pairs && even == 0) return Utf16::little_endian;
  return even == pairs && odd == 0 ? Utf16::big_endian : Utf16::no;
}

char32_t unit_at(const char* p, Utf16 kind) {
  const auto first = static_cast<unsigned char>(p[0]), second = static_cast<unsigned char>(p[1]);
  return kind == Utf16::little_endian ? char32_t(first | second << 8) : char32_t(second | first << 8);
}

void append_utf8(std::string& text, char32_t c) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    tail(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

bool is_utf16(std::string_view start) { return utf16_of(start) != Utf16::no; }

std::string utf16_to_utf8(std::string_view bytes) {
  const Utf16 kind = utf16_of(bytes);
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t c = unit_at(bytes.data() + i, kind);
    if (c == 0xfeff) continue;
    if (c >= 0xd800 && c < 0xdc00 && i + 3 < bytes.size()) {
      const char32_t low = unit_at(bytes.data() + i + 2, kind);
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        i += 2;
      }
    }
    append_utf8(text, c);
  }
  return text;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), lower_case);
  return lower;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "\"";
  for (const char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > longest) result += "...";
  return result + '"';
}

bool parse_number_slow(std::string_view word, double& value) {
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  if (word.empty() || word[0] == '-' || word[0] == '+') return false;
  if (const std::size_t hash = word.find("#"); hash != std::string_view::npos) {
    // The output of MSVC's C library before 2015: 1.#INF, 1.#QNAN, 1.#IND, with zeros behind.
    if (!word.starts_with("1.#")) return false;
    const std::string_view kind = word.substr(3);
    if (!kind.starts_with("INF") && !kind.starts_with("QNAN") && !kind.starts_with("SNAN") &&
        !kind.starts_with("IND")) {
      return false;
    }
    value =
        kind.starts_with("INF") ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size()) return false;
    if (error == std::errc::result_out_of_range) {
      // Too large or too small for a double: the exponent's sign decides.
      const std::size_t e = word.find_first_of("eE");
      const bool tiny = e != std::string_view::npos ? word.substr(e + 1).starts_with('-') : word.starts_with("0");
      value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    } else if (error != std::errc()) {
      return false;
    }
  }
  if (negative) value = -value;
  return true;
}

}  // namespace farfirst::app
