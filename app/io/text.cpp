#include "text.h"

#include <algorithm>

namespace farfirst::app {

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
    // What the C library of MSVC printed before 2015: 1.#INF, 1.#QNAN, 1.#IND, with zeros behind.
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
      // Too large or too small for a double: the exponent's sign tells which.
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
