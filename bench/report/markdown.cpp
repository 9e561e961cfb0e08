// See markdown.h.
#include "markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "program/failure.h"

namespace farfirst::bench {

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 3);
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i + 1 < row.size() ? fmt::format("| {:{}} ", row[i], widths[i]) : fmt::format("| {} |\n", row[i]);
    }
  };
  add(rows.front());
  for (std::size_t i = 0; i < widths.size(); ++i) {
    text += fmt::format("|{:-<{}}", "", i + 1 < widths.size() ? widths[i] + 2 : 3);
  }
  text += "|\n";
  for (std::size_t i = 1; i < rows.size(); ++i) add(rows[i]);
  return text;
}

std::string number(double value) {
  if (std::abs(value) < 999.5) return fmt::format("{:.3g}", value);
  const std::string digits = fmt::format("{:.0f}", value);
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0 && grouped.back() != '-') grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

void write_text(const std::string& path, const std::string& text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
  if (!file || std::fputs(text.c_str(), file.get()) < 0) {
    throw Failure(failed, fmt::format("{}: cannot be written", path));
  }
}

}  // namespace farfirst::bench
