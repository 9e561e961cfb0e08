// See results.h.
#include "results.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace farfirst::bench {

namespace {

/// One line of the table, by the names of its columns.
class Line {
 public:
  Line(const Table& table, const Table::Row& row)
      : table_(table), row_(row), place_(table.file + ":" + std::to_string(row.line)) {}
  const std::string& text(const std::string& column) const { return row_.fields[table_.column(column)]; }
  bool has(const std::string& column) const {
    return std::ranges::find(table_.columns, column) != table_.columns.end();
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
  const Table& table_;
  const Table::Row& row_;
  const std::string place_;
};

/// Older files of frames lack some columns.
std::string drawn_of(const Line& line) {
  if (line.text("form") != "frame") return {};
  const std::string renderer = line.has("renderer") ? line.text("renderer") : "raster";
  const std::string samples = line.has("samples") ? line.text("samples") : "1";
  const bool culled = line.has("kept") && !line.text("kept").empty();
  return renderer + (samples == "1" ? "" : ", " + samples + " samples") + (culled ? ", culled" : "");
}

void add_line(Results& results, const Line& line, bool of_passes) {
  const auto n = line.number<std::size_t>("n");
  if (of_passes) {
    const auto milliseconds = line.number<double>("median_ms");  // a pass may take no time
    results.passes.push_back({line.text("entry"), line.text("form"), line.text("distribution"), n, line.text("pass"),
                              milliseconds, drawn_of(line)});
  } else {
    results.sorts.push_back({line.text("entry"), line.text("form"), line.text("distribution"), n,
                             line.time("median_ms"), line.time("p5_ms"), line.time("p95_ms"),
                             line.has("wall_ms") ? line.time("wall_ms") : 0, drawn_of(line)});
  }
}

}  // namespace

Results read_results(const Table& table) {
  if (table.torn_line != 0 && (table.rows.empty() || table.rows.back().line != table.torn_line)) {
    throw BadResults(table.file + ":" + std::to_string(table.torn_line) +
                     ": half a row, since its writer was stopped; farfirst-bench sort --resume continues such a file");
  }
  Results results;
  results.about = table.comments;
  const bool of_passes = std::ranges::find(table.columns, "pass") != table.columns.end();
  for (const Table::Row& row : table.rows) add_line(results, Line(table, row), of_passes);
  return results;
}

Results read_results(std::istream& file, const std::string& name) { return read_results(read_table(file, name)); }
Results read_results(const std::filesystem::path& path) { return read_results(read_table(path)); }

std::vector<Difference> differences(const std::vector<Result>& before, const std::vector<Result>& after, double least) {
  const auto key = [](const Result& result) {
    return std::tie(result.entry, result.form, result.input, result.n, result.drawn);
  };
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
