#include "statement_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"

namespace farfirst::app {
namespace {

constexpr std::string_view end_marks("\0\x1a", 2);  // some programs write zeros, or the end mark of DOS, behind a text
constexpr std::size_t longest_statement = std::size_t{1} << 24;

bool holds_numbers(std::string_view line) {
  constexpr std::string_view letters = "vflp";
  return !line.empty() && letters.find(lower_case(line[0])) != std::string_view::npos;
}

/// No comment begins in 1.#INF and its like.
std::string_view without_comment(std::string_view line, bool numbers) {
  std::size_t end = numbers ? line.find('#') : std::string_view::npos;
  while (end != std::string_view::npos && end > 0 && line[end - 1] == '.') end = line.find('#', end + 1);
  return trimmed(line.substr(0, end));
}

/// A name may end in a backslash, as folders of Windows do; after a blank, it continues the statement.
bool continues(std::string_view line, bool numbers) {
  if (!line.ends_with('\\')) return false;
  return numbers || line.size() < 2 || is_blank(line[line.size() - 2]);
}

}  // namespace

void StatementLines::refuse(const std::string& what) const { throw FileError({at::line(line_), "{}", what}); }

bool StatementLines::next() {
  for (std::string_view line; read_line(line);) {
    line_ = lines_read_;
    if (line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    line = trimmed(line);
    const bool is_padding = line.find_first_not_of(end_marks) == std::string_view::npos;
    if (is_padding || line[0] == '#') continue;
    const bool numbers = holds_numbers(line);
    line = without_comment(line, numbers);
    rest_ = continues(line, numbers) ? join(line) : line;
    keyword_ = next_word(rest_);
    rest_ = trimmed(rest_);
    return true;
  }
  return false;
}

bool StatementLines::read_line(std::string_view& line) {
  source_.take(taken_);
  taken_ = 0;
  if (source_.want(1) == 0) return false;
  ++lines_read_;
  std::size_t length = 0;
  do {
    length = find_line_end(source_.window(), length);
    if (length > longest_statement) {
      line_ = lines_read_;
      refuse(fmt::format("longer than {} bytes", longest_statement));
    }
  } while (length == source_.window().size() && source_.want(length + 1) > length);
  source_.want(length + 2);
  const std::string_view window = source_.window();
  line = window.substr(0, length);
  taken_ = std::min(length + (window.substr(length).starts_with("\r\n") ? 2 : 1), window.size());
  return true;
}

std::string_view StatementLines::join(std::string_view line) {
  const bool numbers = holds_numbers(line);
  joined_ = line;
  while (continues(joined_, numbers)) {
    joined_.back() = ' ';
    if (!read_line(line)) break;
    joined_ += without_comment(line, numbers);
    if (joined_.size() > longest_statement) refuse(fmt::format("longer than {} bytes", longest_statement));
  }
  return joined_;
}

}  // namespace farfirst::app
