// See figures.h.
#include "figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace farfirst::bench {

namespace {

/// Text for gnuplot in double quotes, without its markup.
std::string in_quotes(const std::string& text) {
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + '"';
}

template <class T>
void add_new(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

bool is_png(const std::string& file) { return file.size() > 4 && file.substr(file.size() - 4) == ".png"; }

std::string head(const FigureOptions& options) {
  return fmt::format(
      "set encoding utf8\nset terminal {} size 1000,600 enhanced font \"sans,{}\" {}\nset output {}\nset title {} "
      "noenhanced\nset key outside right top noenhanced\nset grid\nset border 3\nset tics nomirror noenhanced\n",
      is_png(options.file) ? "pngcairo" : "svg", is_png(options.file) ? 10 : 12, "background \"#ffffff\"",
      in_quotes(options.file), in_quotes(options.title));
}

// Colours that differ for most eyes, also where red and green do not (Okabe and Ito), in two kinds of line.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};
std::string style(std::size_t i) {
  return fmt::format("lc rgb \"{}\" dt {} pt {}", colours[i % std::size(colours)], 1 + i / std::size(colours) % 3,
                     5 + i % 9);
}

// ---- Lines over n

double value_of(FigureKind kind, const Result& result, const std::map<std::size_t, double>& baseline) {
  if (kind == FigureKind::time) return result.median;
  if (kind == FigureKind::rate) return result.million_per_second();
  return baseline.at(result.n) / result.median;
}

std::string label_of(FigureKind kind, const FigureOptions& options) {
  if (kind == FigureKind::time) return "milliseconds";
  if (kind == FigureKind::rate) return "million elements per second";
  return "speed-up against " + options.baseline;
}

std::string lines_over_n(FigureKind kind, const Results& results, const FigureOptions& options) {
  std::vector<std::string> entries, inputs;
  std::map<std::size_t, double> baseline;
  for (const Result& result : results.sorts) {
    add_new(inputs, result.input);
    if (result.entry == options.baseline) baseline[result.n] = result.median;
  }
  if (inputs.size() > 1) {
    throw BadResults("a figure over n is of one distribution; there are " + std::to_string(inputs.size()) +
                     ": choose one with --distribution");
  }
  if (kind == FigureKind::speed_up && baseline.empty()) {
    throw BadResults("the baseline " + options.baseline + " is not among the results");
  }
  for (const Result& result : results.sorts) {
    if (kind != FigureKind::speed_up || baseline.contains(result.n)) add_new(entries, result.entry);
  }
  std::string script = head(options);
  script += "set xlabel \"elements\" noenhanced\nset logscale x 2\nset format x \"2^{%L}\"\nset xtics enhanced\n";
  script += fmt::format("set ylabel {} noenhanced\n", in_quotes(label_of(kind, options)));
  script += kind == FigureKind::time ? "set logscale y 10\n" : "set yrange [0:*]\n";
  std::string plot;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    script += fmt::format("$line{} << END\n", i);
    for (const Result& result : results.sorts) {
      if (result.entry != entries[i] || (kind == FigureKind::speed_up && !baseline.contains(result.n))) continue;
      script += fmt::format("{} {:.6g}\n", result.n, value_of(kind, result, baseline));
    }
    script += "END\n";
    plot += fmt::format("{}$line{} using 1:2 with linespoints title {} {}", i == 0 ? "plot " : ", \\\n  ", i,
                        in_quotes(entries[i]), style(i));
  }
  return script + plot + "\n";
}

// ---- Bars

/// A table for gnuplot's histograms: a row for each of `rows`, a column for each of `columns`; "?" where there is none.
struct Cells {
  std::vector<std::string> rows, columns;
  std::map<std::pair<std::string, std::string>, double> cells;

  void add(const std::string& row, const std::string& column, double value) {
    add_new(rows, row);
    add_new(columns, column);
    cells[{row, column}] = value;
  }
  /// On an axis of logarithms bars stand on a power of ten, and each has its number above it.
  std::string script(bool logarithmic = false) const {
    std::string text =
        "set style data histograms\nset style histogram clustered gap 1\nset style fill solid 0.9 noborder\nset "
        "boxwidth 0.9 relative\n";
    text += logarithmic ? fmt::format("set logscale y 10\nset yrange [{:.6g}:*]\n", power_of_ten_below())
                        : "set yrange [0:*]\nset xtics rotate by -35\n";
    text += "$table << END\n";
    for (const std::string& row : rows) {
      text += in_quotes(row);
      for (const std::string& column : columns) {
        const auto found = cells.find({row, column});
        text += found == cells.end() ? " ?" : fmt::format(" {:.6g}", found->second);
      }
      text += "\n";
    }
    text += "END\n";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += fmt::format("{}$table using {}{} title {} lc rgb \"{}\"{}", i == 0 ? "plot " : ", \\\n  ", i + 2,
                          i == 0 ? ":xtic(1)" : "", in_quotes(columns[i]), colours[i % std::size(colours)],
                          i < std::size(colours) ? "" : fmt::format(" fs pattern {}", 1 + i / std::size(colours)));
    }
    return text + (logarithmic ? numbers() : "") + "\n";
  }

 private:
  double power_of_ten_below() const {
    double least = 1;
    for (const auto& [place, value] : cells) least = std::min(least, value);
    return std::pow(10.0, std::floor(std::log10(least)));
  }
  std::string numbers() const {
    std::string text;
    const auto count = static_cast<double>(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double middle = (static_cast<double>(i) - (count - 1) / 2) / (count + 1);  // gnuplot's, with a gap of 1
      text += fmt::format(
          ", \\\n  $table using ($0 + {0:.4f}):{1}:(sprintf(\"%.3g\", ${1})) with labels offset 0,0.6 notitle", middle,
          i + 2);
    }
    return text;
  }
};

std::string bars(const Results& results, const FigureOptions& options) {
  std::size_t largest = 0;
  for (const Result& result : results.sorts) largest = std::max(largest, result.n);
  Cells table;
  for (const Result& result : results.sorts) {
    if (result.n == largest) table.add(result.input, result.entry, result.million_per_second());
  }
  return head(options) + fmt::format("set ylabel \"million elements per second, {} elements\" noenhanced\n", largest) +
         table.script();
}

/// Frames of scenes differ a hundredfold.
std::string frame_bars(const Results& results, const FigureOptions& options) {
  Cells table;
  for (const Result& result : results.sorts) table.add(result.input, result.entry, result.median);
  return head(options) + "set ylabel \"milliseconds a frame\" noenhanced\nset key outside center bottom horizontal\n" +
         table.script(/* logarithmic= */ true);
}

/// One piece of a bar, from left to right, with its name in it where there is room.
std::string piece(std::size_t number, std::size_t row, double begin, double end, double right, const PassResult& pass,
                  std::size_t colour) {
  constexpr double letter = 0.0085;  // of the width that the axis takes
  const std::string name = pass.pass;
  std::string text = fmt::format(
      "set object {} rectangle from {:.6g},{} to {:.6g},{} fillcolor rgb \"{}\" fillstyle solid 0.45 border\n",
      number + 1, begin, static_cast<double>(row) - 0.4, end, static_cast<double>(row) + 0.4,
      colours[colour % std::size(colours)]);
  if (static_cast<double>(name.size()) * letter * right < end - begin) {
    text += fmt::format("set label {} {} at {:.6g},{} center noenhanced front\n", number + 1, in_quotes(name),
                        (begin + end) / 2, row);
  }
  return text;
}

std::string stacked_passes(const Results& results, const FigureOptions& options) {
  if (results.passes.empty()) throw BadResults("there are no passes: farfirst-bench sort --passes writes them");
  const PassResult& first = results.passes.front();
  std::vector<std::string> entries;
  std::map<std::string, double> sums;
  for (const PassResult& pass : results.passes) {
    if (pass.n != first.n || pass.input != first.input) {
      throw BadResults("a figure of passes is of one distribution and n: choose with --distribution and --n");
    }
    add_new(entries, pass.entry);
    sums[pass.entry] += pass.median;
  }
  const double right = 1.02 * std::ranges::max_element(sums, {}, [](const auto& sum) { return sum.second; })->second;
  std::string script = head(options);
  script += fmt::format(
      "set xlabel \"milliseconds, {}, {} elements\" noenhanced\nset xrange [0:{:.6g}]\nset yrange [{}:-1]\n",
      first.input, first.n, right, entries.size());
  std::string tics;
  std::size_t number = 0;
  for (std::size_t row = 0; row < entries.size(); ++row) {
    tics += fmt::format("{}{} {}", row == 0 ? "" : ", ", in_quotes(entries[row]), row);
    double begin = 0;
    std::size_t colour = 0;
    for (const PassResult& pass : results.passes) {
      if (pass.entry != entries[row]) continue;
      script += piece(number++, row, begin, begin + pass.median, right, pass, colour++);
      begin += pass.median;
    }
  }
  return script + "set ytics (" + tics + ")\nplot NaN notitle\n";
}

}  // namespace

std::string figure(FigureKind kind, const Results& results, const FigureOptions& options) {
  if (kind == FigureKind::passes) return stacked_passes(results, options);
  if (results.sorts.empty()) throw BadResults("there is nothing to draw");
  if (kind == FigureKind::frames) return frame_bars(results, options);
  return kind == FigureKind::bars ? bars(results, options) : lines_over_n(kind, results, options);
}

std::vector<std::string> fastest(const std::vector<Result>& results, std::size_t count) {
  std::map<std::string, std::size_t> most;
  for (const Result& result : results) most[result.entry] = std::max(most[result.entry], result.n);
  std::map<std::string, std::pair<double, double>> sums;  // of the logarithms of rates, and how many
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
