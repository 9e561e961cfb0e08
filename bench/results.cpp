// See results.h.
#include "results.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <istream>
#include <map>
#include <tuple>

namespace farfirst::bench {

namespace {

/// The fields of a line; "a, b" in quotes is one.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

/// One line of the table, by the names of its columns.
class Line {
 public:
  Line(const std::vector<std::string>& columns, std::vector<std::string> fields, std::string place)
      : columns_(columns), fields_(std::move(fields)), place_(std::move(place)) {
    if (fields_.size() != columns_.size()) {
      throw BadResults(place_ + ": " + std::to_string(fields_.size()) + " fields, but the head has " +
                       std::to_string(columns_.size()));
    }
  }
  const std::string& text(const std::string& column) const {
    const auto found = std::ranges::find(columns_, column);
    if (found == columns_.end()) throw BadResults(place_ + ": there is no column " + column);
    return fields_[static_cast<std::size_t>(found - columns_.begin())];
  }
  template <class Number>
  Number number(const std::string& column) const {
    const std::string& field = text(column);
    Number value{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc{} || end != field.data() + field.size()) {
      throw BadResults(place_ + ": " + column + " is \"" + field + "\", not a number");
    }
    return value;
  }
  /// A time: above zero.
  double time(const std::string& column) const {
    const auto value = number<double>(column);
    if (!(value > 0)) throw BadResults(place_ + ": " + column + " is " + text(column) + ", not a time");
    return value;
  }

 private:
  const std::vector<std::string>& columns_;
  std::vector<std::string> fields_;
  std::string place_;
};

void add_line(Results& results, const Line& line, bool of_passes) {
  const auto n = line.number<std::size_t>("n");
  if (of_passes) {
    const auto milliseconds = line.number<double>("median_ms");  // a pass may take no time
    results.passes.push_back(
        {line.text("entry"), line.text("form"), line.text("distribution"), n, line.text("pass"), milliseconds});
  } else {
    results.sorts.push_back({line.text("entry"), line.text("form"), line.text("distribution"), n,
                             line.time("median_ms"), line.time("p5_ms"), line.time("p95_ms")});
  }
}

}  // namespace

Results read_results(std::istream& file, const std::string& name) {
  Results results;
  std::vector<std::string> columns;
  bool of_passes = false;
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    const std::string place = name + ":" + std::to_string(number);
    if (text.rfind("# ", 0) == 0) {
      results.about.push_back(text.substr(2));
    } else if (columns.empty()) {
      columns = fields_of(text);
      of_passes = std::ranges::find(columns, "pass") != columns.end();
    } else if (!text.empty()) {
      add_line(results, Line(columns, fields_of(text), place), of_passes);
    }
  }
  if (columns.empty()) throw BadResults(name + ": there is no table in it");
  return results;
}

Results read_results(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw BadResults(path.string() + ": cannot be read");
  return read_results(file, path.string());
}

std::vector<Difference> differences(const std::vector<Result>& before, const std::vector<Result>& after, double least) {
  const auto key = [](const Result& result) { return std::tie(result.entry, result.form, result.input, result.n); };
  std::vector<Difference> found;
  for (const Result& old : before) {
    const auto now = std::ranges::find_if(after, [&](const Result& result) { return key(result) == key(old); });
    if (now == after.end()) continue;
    Difference difference{.before = old, .after = *now, .ratio = now->median / old.median};
    if (difference.ratio > 1 + least && now->p5 > old.p95) difference.change = Change::slower;
    if (difference.ratio < 1 / (1 + least) && now->p95 < old.p5) difference.change = Change::faster;
    found.push_back(difference);
  }
  return found;
}

}  // namespace farfirst::bench
