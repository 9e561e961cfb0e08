// See figures.h. This file writes the data and settings of a figure; figures.gp draws it.
#include "figures.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "markdown.h"
#include "program/embedded.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {

/// Text for gnuplot in double quotes, which it cannot end.
std::string in_quotes(std::string text) {
  std::ranges::replace(text, '"', '\'');
  std::ranges::replace(text, '\\', '/');
  return '"' + text + '"';
}

template <class T>
std::size_t place_of(std::vector<T>& list, const T& value) {
  const auto found = std::ranges::find(list, value);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(value);
  return list.size() - 1;
}

/// A row for each label of the axis, a column for each entry; "?" if there is no value.
struct Cells {
  std::vector<std::string> rows, columns;
  std::map<std::pair<std::size_t, std::size_t>, double> cells;

  void add(const std::string& row, const std::string& column, double value) {
    const std::size_t y = place_of(rows, row), x = place_of(columns, column);
    cells[{y, x}] = value;
  }
  std::string text() const {
    std::string text = "\"\"";
    for (const std::string& column : columns) text += ' ' + in_quotes(column);
    for (std::size_t y = 0; y < rows.size(); ++y) {
      const bool is_number = rows[y].find_first_not_of("0123456789") == std::string::npos;
      text += '\n' + (is_number ? rows[y] : in_quotes(rows[y]));
      for (std::size_t x = 0; x < columns.size(); ++x) {
        const auto found = cells.find({y, x});
        text += found == cells.end() ? " ?" : fmt::format(" {:.6g}", found->second);
      }
    }
    return fmt::format("columns = {}\n$data << END\n{}\nEND\n", columns.size() + 1, text);
  }
};

std::string script(const std::string& kind, const FigureOptions& options, const std::string& x_label,
                   const std::string& y_label, const std::string& data) {
  return fmt::format("kind = \"{}\"\nfile = {}\nheading = {}\nx_label = {}\ny_label = {}\n{}{}", kind,
                     in_quotes(options.file), in_quotes(options.title), in_quotes(x_label), in_quotes(y_label), data,
                     embedded("figures.gp"));
}

std::string lines_over_n(FigureKind kind, const Results& results, const FigureOptions& options) {
  std::map<std::size_t, double> baseline;
  std::vector<const Result*> sorted;
  for (const Result& result : results.sorts) {
    if (result.input != results.sorts.front().input)
      throw BadResults("a figure over n is of one distribution, and there are several: choose one with --distribution");
    if (result.entry == options.baseline) baseline[result.n] = result.median;
    sorted.push_back(&result);
  }
  if (kind == FigureKind::speed_up && baseline.empty())
    throw BadResults("the baseline " + options.baseline + " is not among the results");
  std::ranges::stable_sort(sorted, {}, &Result::n);
  Cells table;
  for (const Result& result : results.sorts) place_of(table.columns, result.entry);  // in the sequence of the file
  for (const Result* result : sorted) {
    if (kind == FigureKind::speed_up && !baseline.contains(result->n)) continue;
    table.add(std::to_string(result->n), result->entry,
              kind == FigureKind::time   ? result->median
              : kind == FigureKind::rate ? result->million_per_second()
                                         : baseline[result->n] / result->median);
  }
  if (kind == FigureKind::time) return script("time", options, "elements", "milliseconds", table.text());
  if (kind == FigureKind::rate) return script("rate", options, "elements", "million elements per second", table.text());
  return script("speed-up", options, "elements", "speed-up against " + options.baseline, table.text());
}

std::string bars(const Results& results, const FigureOptions& options) {
  const std::size_t largest = std::ranges::max(results.sorts, {}, &Result::n).n;
  Cells table;
  for (const Result& result : results.sorts) {
    if (result.n == largest) table.add(result.input, result.entry, result.million_per_second());
  }
  return script("bars", options, "", fmt::format("million elements per second, {} elements", largest), table.text());
}

/// Times of scenes differ a hundredfold, so the axis is logarithmic and bars begin at a power of ten.
std::string frame_bars(const Results& results, const FigureOptions& options) {
  Cells table;
  double least = 1;
  for (const Result& result : results.sorts) {
    table.add(result.input, result.entry, result.median);
    least = std::min(least, result.median);
  }
  return script("frames", options, "", "milliseconds a frame",
                fmt::format("bottom = {:.6g}\n", std::pow(10.0, std::floor(std::log10(least)))) + table.text());
}

std::string stacked_passes(const Results& results, const FigureOptions& options) {
  if (results.passes.empty()) throw BadResults("there are no passes: farfirst-bench sort --passes writes them");
  const PassResult& first = results.passes.front();
  std::vector<std::string> entries;
  std::map<std::size_t, double> ends;
  std::map<std::size_t, int> pieces;
  double right = 0;
  std::string text;
  for (const PassResult& pass : results.passes) {
    if (pass.n != first.n || pass.input != first.input)
      throw BadResults("a figure of passes is of one distribution and n: choose with --distribution and --n");
    const std::size_t row = place_of(entries, pass.entry);
    const double begin = ends[row];
    ends[row] += pass.median;
    right = std::max(right, 1.02 * ends[row]);
    text += fmt::format("{} {:.6g} {:.6g} {} {} {}\n", row, begin, ends[row], pieces[row]++ % 7 + 1,
                        in_quotes(pass.pass), in_quotes(pass.entry));
  }
  return script("passes", options, fmt::format("milliseconds, {}, {} elements", first.input, first.n), "",
                fmt::format("right = {:.6g}\nrows = {}\n$data << END\nrow begin end colour pass entry\n{}END\n", right,
                            entries.size(), text));
}

/// Runs a program with one argument, without a shell between; its exit status, or -1 if it could not be started.
int run_program(const char* program, std::string argument) {
  std::string name(program);
  char* arguments[] = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, program, nullptr, nullptr, arguments, environ) != 0) return -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

std::string figure(FigureKind kind, const Results& results, const FigureOptions& options) {
  if (kind == FigureKind::passes) return stacked_passes(results, options);
  if (results.sorts.empty()) throw BadResults("there is nothing to draw");
  if (kind == FigureKind::frames) return frame_bars(results, options);
  return kind == FigureKind::bars ? bars(results, options) : lines_over_n(kind, results, options);
}

void draw(const std::string& file, const std::string& script) {
  const std::string path = file + ".gnuplot";
  write_text(path, script);
  const int status = run_program("gnuplot", path);
  std::filesystem::remove(path);
  if (status == -1 || status == 127) {
    throw Failure(failed, "gnuplot was not found (Debian, Ubuntu: apt-get install gnuplot-nox)");
  }
  if (status != 0) throw Failure(failed, fmt::format("gnuplot could not draw {}", file));
}

std::string origin_of(const Results& results) {
  std::string text;
  for (const char* name : {"GPU: ", "processor: ", "commit: ", "date: "}) {
    for (const std::string& line : results.about) {
      if (line.rfind(name, 0) != 0 || (std::string(name) == "processor: " && !text.empty())) continue;
      text += (text.empty() ? "" : ", ") + line.substr(std::string(name).size());
    }
  }
  return text;
}

std::vector<std::string> fastest(const std::vector<Result>& results, std::size_t count) {
  std::map<std::string, std::size_t> most;
  for (const Result& result : results) most[result.entry] = std::max(most[result.entry], result.n);
  std::map<std::string, std::pair<double, double>> sums;  // of the logarithms of rates, with their number
  for (const Result& result : results) {
    if (result.n != most[result.entry]) continue;
    auto& [sum, terms] = sums[result.entry];
    sum += std::log(result.million_per_second());
    terms += 1;
  }
  std::vector<std::pair<double, std::string>> ranked;
  for (const auto& [entry, sum] : sums) ranked.emplace_back(-sum.first / sum.second, entry);
  std::ranges::sort(ranked);
  ranked.resize(std::min(ranked.size(), count));
  std::vector<std::string> entries;
  for (const auto& [rate, entry] : ranked) entries.push_back(entry);
  return entries;
}

}  // namespace farfirst::bench
