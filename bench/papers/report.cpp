// See report.h.
#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/markdown.h"

namespace farfirst::bench {

namespace {

std::string text_of(const Finding finding) {
  return finding == Finding::holds ? "holds" : finding == Finding::does_not ? "does not" : "not measured";
}

std::string in_words(const Bounds& bounds) {
  if (std::isinf(bounds.most)) return fmt::format("{:.3g} or more", bounds.least);
  if (bounds.least == 0) return fmt::format("{:.3g} or less", bounds.most);
  return fmt::format("{:.3g} to {:.3g}", bounds.least, bounds.most);
}

/// A table without the paper's numbers: milliseconds side by side.
std::string side_by_side(const PaperTable& table, const Measured& measured) {
  std::vector<Fields> rows = {{"input", "n"}};
  rows[0].insert(rows[0].end(), table.competitors.begin(), table.competitors.end());
  for (const PaperTable::Line& line : table.lines) {
    Fields& row = rows.emplace_back(Fields{line.input, std::to_string(line.n)});
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const CheckedCell cell = judge(table, line, i, measured);
      row.push_back(cell.measured ? number(cell.milliseconds) : "-");
    }
  }
  return markdown_table(rows);
}

/// A table with the paper's numbers: a row for each of them.
std::string one_by_one(const PaperTable& table, const Measured& measured) {
  const std::string& reference = table.competitors[static_cast<std::size_t>(table.reference)];
  std::vector<Fields> rows = {{"input", "n", "sort", "theirs, ms", "ours, ms", "theirs : " + reference,
                               "ours : " + reference, "the same is ahead, by half the factor or more"}};
  for (const PaperTable::Line& line : table.lines) {
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const CheckedCell cell = judge(table, line, i, measured);
      const double theirs = line.cells[i].theirs;
      rows.push_back({line.input, std::to_string(line.n), table.competitors[i], theirs > 0 ? number(theirs) : "",
                      cell.measured ? number(cell.milliseconds) : "-", cell.has_ratio ? number(cell.theirs) : "",
                      cell.has_ratio ? number(cell.ours) : "", cell.has_ratio ? text_of(cell.finding) : ""});
    }
  }
  return markdown_table(rows);
}

/// The missing entries of a table, each sentence once.
std::string gaps(const PaperTable& table, const Measured& measured) {
  std::vector<std::string> sentences;
  for (const PaperTable::Line& line : table.lines) {
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const CheckedCell cell = judge(table, line, i, measured);
      if (!cell.measured && std::ranges::find(sentences, cell.because) == sentences.end()) {
        sentences.push_back(cell.because);
      }
    }
  }
  std::string text;
  constexpr std::size_t most = 8;
  const std::size_t shown = sentences.size() <= most ? sentences.size() : most - 1;
  for (std::size_t i = 0; i < shown; ++i) text += "* not measured: " + sentences[i] + "\n";
  if (shown < sentences.size()) text += fmt::format("* and {} more of this kind\n", sentences.size() - shown);
  return text.empty() ? text : "\n" + text;
}

std::string stand_ins(const Paper& paper) {
  std::string list = "Stand-ins for the competitors:\n\n";
  for (const StandIn& each : paper.stand_ins) {
    list +=
        fmt::format("* {}: {}\n  {}\n", each.name, each.entry.empty() ? "no entry" : '`' + each.entry + '`', each.how);
  }
  return list + "\n";
}

std::string claims(const Paper& paper, const Measured& measured) {
  std::string text;
  for (const Claim& claim : paper.claims) {
    const CheckResult result = judge(claim, measured);
    const std::string where = claim.where.empty() ? "" : claim.where + ": ";
    text += fmt::format("* {} {}{}:\n  **{}**\n", claim.number, where, claim.claim, result.sentence());
    if (result.finding == Finding::not_measured) continue;
    const std::string theirs = claim.theirs.empty() ? "" : ", theirs " + claim.theirs;
    text += fmt::format("  ({}{}; holds if {})\n", number(result.ours), theirs, in_words(claim.bounds));
  }
  return text;
}

std::string joined(const std::vector<double>& times) {
  std::string text;
  for (const double time : times) text += fmt::format("{}{:.6g}", text.empty() ? "" : " ", time);
  return text;
}

std::string joined(const std::vector<Setup>& setups) {
  std::string text;
  for (const Setup& setup : setups) {
    text +=
        fmt::format("{}{} {} {} {}", text.empty() ? "" : "; ", setup.entry, name_of(setup.form), setup.input, setup.n);
  }
  return text;
}

std::string limit(double bound) { return std::isinf(bound) || bound == 0 ? "" : fmt::format("{:.6g}", bound); }

}  // namespace

Count count_of(const Paper& paper, const Measured& measured) {
  Count count;
  for (const Claim& claim : paper.claims) {
    const Finding finding = judge(claim, measured).finding;
    ++(finding == Finding::holds ? count.holds : finding == Finding::does_not ? count.does_not : count.not_measured);
  }
  return count;
}

std::string as_text(const Paper& paper, const Measured& measured) {
  std::string text = fmt::format("## {}: {}\n\n", paper.id, paper.title);
  if (!paper.machine.empty()) text += fmt::format("Theirs: {}.\n\n", paper.machine);
  if (!paper.stand_ins.empty()) text += stand_ins(paper);
  for (const PaperTable& table : paper.tables) {
    text += fmt::format("### {}: {}\n\n", table.where, table.title);
    if (!table.note.empty()) text += table.note + "\n\n";
    if (table.reference < 0) text += "Milliseconds.\n\n";
    text += table.reference < 0 ? side_by_side(table, measured) : one_by_one(table, measured);
    text += gaps(table, measured);
    text += "\n";
  }
  const Count count = count_of(paper, measured);
  text += fmt::format("### Claims: {} hold, {} do not, {} were not measured\n\n{}\n", count.holds, count.does_not,
                      count.not_measured, claims(paper, measured));
  for (const std::string& sentence : paper.not_repeated) text += "* Not repeated: " + sentence + ".\n";
  if (!paper.not_repeated.empty()) text += "\n";
  return text;
}

std::vector<Column> paper_columns() {
  return columns_of(
      "paper number where what input n# setups theirs_ms# ours_ms theirs ours# least# most# verdict because");
}

std::vector<Fields> paper_rows(const Paper& paper, const Measured& measured) {
  std::vector<Fields> rows;
  for (const PaperTable& table : paper.tables) {
    for (const PaperTable::Line& line : table.lines) {
      for (std::size_t i = 0; i < line.cells.size(); ++i) {
        const CheckedCell cell = judge(table, line, i, measured);
        const Bounds bounds = cell.has_ratio ? bounds_of_ratio(cell.theirs) : Bounds{};
        rows.push_back({paper.id, "", table.where, table.competitors[i], line.input, std::to_string(line.n),
                        joined(line.cells[i].milliseconds.setups),
                        line.cells[i].theirs > 0 ? fmt::format("{:.6g}", line.cells[i].theirs) : "",
                        cell.measured ? fmt::format("{:.6g}", cell.milliseconds) : "",
                        cell.has_ratio ? fmt::format("{:.6g}", cell.theirs) : "",
                        cell.has_ratio ? fmt::format("{:.6g}", cell.ours) : "", limit(bounds.least), limit(bounds.most),
                        cell.has_ratio  ? text_of(cell.finding)
                        : cell.measured ? ""
                                        : "not measured",
                        cell.because});
      }
    }
  }
  for (const Claim& claim : paper.claims) {
    const CheckResult result = judge(claim, measured);
    const bool measured_here = result.finding != Finding::not_measured;
    rows.push_back({paper.id, claim.number, claim.where, claim.claim, "", "", joined(claim.quantity.setups), "",
                    joined(result.times), claim.theirs, measured_here ? fmt::format("{:.6g}", result.ours) : "",
                    limit(claim.bounds.least), limit(claim.bounds.most), text_of(result.finding), result.because});
  }
  return rows;
}

}  // namespace farfirst::bench
