// The papers' tables make sense, and what is measured for them is judged by the rule that docs/papers.md tells.
#include "papers/papers.h"

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "papers/entries.h"
#include "papers/judge.h"
#include "papers/quantities.h"
#include "papers/recorded.h"
#include "papers/report.h"
#include "report/markdown.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {
namespace {

using namespace words;

constexpr std::uint32_t all_sizes = 1u << 28;

void for_each_setup(const Paper& paper, const std::function<void(const Setup&)>& f) {
  const auto visit = [&](const Quantity& quantity) {
    for (const Setup& setup : quantity.setups) f(setup);
  };
  for (const PaperTable& table : paper.tables) {
    for (const PaperTable::Line& line : table.lines) {
      for (const Cell& cell : line.cells) visit(cell.milliseconds);
    }
  }
  for (const Claim& claim : paper.claims) {
    visit(claim.quantity);
    for (const Reason& reason : claim.reasons) visit(reason.quantity);
  }
}

/// Empty if the catalogue has the entry, its parameters and the form.
std::string fault_of(const Setup& setup) {
  std::size_t colon = setup.entry.find(':');
  const Algorithm* algorithm = find(setup.entry.substr(0, colon));
  if (algorithm == nullptr) return "there is no such entry";
  if (!algorithm->forms.has(setup.form)) return "it has no form " + std::string(name_of(setup.form));
  if (setup.n > algorithm->max_n) return "it does not sort so many";
  while (colon != std::string::npos) {
    const std::size_t next = setup.entry.find(':', colon + 1);
    const std::string text = setup.entry.substr(colon + 1, next - colon - 1);
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const std::int64_t value = std::stoll(text.substr(equals + 1));
    const auto parameter = std::ranges::find(algorithm->parameters, name, &Parameter::name);
    if (parameter == algorithm->parameters.end()) return "it has no parameter " + name;
    if (value < parameter->minimum || value > parameter->maximum) return text + " is out of range";
    colon = next;
  }
  return {};
}

TEST(Papers, NameWhatTheCatalogueHas) {
  for (const Paper& paper : papers(all_sizes)) {
    for_each_setup(paper, [&](const bench::Setup& setup) {
      EXPECT_GT(setup.n, 0u);
      if (setup.entry != transfer) {
        EXPECT_EQ(fault_of(setup), "") << paper.id << ": " << setup.entry << " " << setup.n;
      }
      inputs::Shape shape;
      if (setup.input == jungle_input || setup.input == triangles_input || setup.input == vertices_input) return;
      EXPECT_EQ(parse(arrays_of(setup.input).input, shape), "") << paper.id;
    });
  }
}

TEST(Papers, HaveTablesOfTheirCompetitors) {
  std::set<std::string> ids, numbers;
  for (const Paper& paper : papers(all_sizes)) {
    EXPECT_TRUE(ids.insert(paper.id).second);
    for (const Claim& claim : paper.claims) {
      EXPECT_TRUE(numbers.insert(claim.number).second) << claim.number;
      EXPECT_NE(claim.quantity.setups.empty(), claim.impossible.empty()) << claim.number;
    }
    for (const PaperTable& table : paper.tables) {
      EXPECT_FALSE(table.lines.empty());
      for (const PaperTable::Line& line : table.lines) EXPECT_EQ(line.cells.size(), table.competitors.size());
    }
  }
  EXPECT_EQ(ids.size(), 6u);
  EXPECT_EQ(paper_ids().size(), 6u);
}

TEST(Papers, SayWhoStandsForEachCompetitor) {
  for (const Paper& paper : papers(all_sizes)) {
    for (const PaperTable& table : paper.tables) {
      for (std::size_t i = 0; i < table.competitors.size(); ++i) {
        const Quantity& first = table.lines.front().cells[i].milliseconds;
        if (table.reference >= 0 || first.of_passes || first.setups.front().entry == transfer) continue;
        EXPECT_TRUE(std::ranges::count(paper.stand_ins, table.competitors[i], &StandIn::name) == 1)
            << paper.id << ", " << table.where << ": " << table.competitors[i];
      }
    }
  }
}

TEST(Papers, MeasureTheMeanOfSeveralArrays) {
  EXPECT_EQ(arrays_of("few_unique:values=3:arrays=4").input, "few_unique:values=3");
  EXPECT_EQ(arrays_of("few_unique:values=3:arrays=4").number, 4u);
  EXPECT_EQ(arrays_of("uniform").number, 1u);
  EXPECT_EQ(arrays_of("uniform" + arrays_suffix(7)).number, 7u);
  Row first{.entry = "a", .input = "uniform", .n = 8, .time = {2, 1, 3}, .wall = {4, 3, 5}, .repeats = 2};
  Row second = first;
  first.passes = {{"x", 1, 1}, {"y", 1, 1}};
  second.passes = {{"x", 1, 2}};
  second.time = {4, 2, 6};
  first.settled = Settled::yes;
  second.settled = Settled::no;
  const Row mean = mean_of_arrays(std::vector<Row>{first, second}, "uniform:arrays=2");
  EXPECT_EQ(mean.input, "uniform:arrays=2");
  EXPECT_EQ(mean.time.median, 3);
  EXPECT_EQ(mean.time.p5, 1);
  EXPECT_EQ(mean.time.p95, 6);
  EXPECT_EQ(mean.wall.median, 4);
  EXPECT_EQ(mean.repeats, 4);
  EXPECT_EQ(mean.settled, Settled::no);
  ASSERT_EQ(mean.passes.size(), 2u);
  EXPECT_EQ(mean.passes[0].milliseconds, 1.5);
  EXPECT_EQ(mean.passes[1].milliseconds, 0.5);
}

/// The rules are fair: by them, what a paper found holds of the paper itself.
TEST(Papers, FindWhatTheyClaim) {
  int found = 0;
  for (const Paper& paper : papers(all_sizes)) {
    for (const Claim& claim : paper.claims) {
      double theirs = 0;
      const char* end = claim.theirs.data() + claim.theirs.size();
      const auto read = std::from_chars(claim.theirs.data(), end, theirs);
      if (claim.theirs.empty() || read.ptr != end) continue;
      EXPECT_TRUE(claim.bounds.hold(theirs)) << claim.number;
      ++found;
    }
  }
  EXPECT_GT(found, 20);
  for (const double ratio : {0.05, 0.9, 1.0, 1.3, 5.0}) EXPECT_TRUE(bounds_of_ratio(ratio).hold(ratio));
}

TEST(Papers, AreCutAtTheLargestSizeWanted) {
  for (const Paper& paper : papers(1u << 20)) {
    for (const PaperTable& table : paper.tables) {
      for (const PaperTable::Line& line : table.lines) EXPECT_LE(line.n, 1u << 20);
    }
  }
  for (const Paper& paper : papers(1)) EXPECT_TRUE(paper.tables.empty());
}

TEST(Papers, BoundsOfARatioKeepWhoIsAhead) {
  EXPECT_TRUE(bounds_of_ratio(4).hold(2));
  EXPECT_FALSE(bounds_of_ratio(4).hold(1.99));
  EXPECT_TRUE(bounds_of_ratio(4).hold(400));
  EXPECT_FALSE(bounds_of_ratio(1.2).hold(0.99));
  EXPECT_TRUE(bounds_of_ratio(0.25).hold(0.5));
  EXPECT_FALSE(bounds_of_ratio(0.25).hold(0.51));
  EXPECT_FALSE(bounds_of_ratio(0.9).hold(1.01));
}

TEST(Papers, QuicksortTakesTheParametersOfItsTable) {
  EXPECT_EQ(entries::quick_8800(8 * M),
            "cuda.quicksort:threads=128:max_sequences=1024:min_size=512:synchronisation=1:passes=2:stop=1");
  EXPECT_EQ(entries::quick_of_survey(8 * M),
            "cuda.quicksort:threads=64:max_sequences=1024:min_size=1023:synchronisation=0:passes=2:stop=1");
  EXPECT_EQ(entries::quick_8600(8 * M),
            "cuda.quicksort:threads=64:max_sequences=1024:min_size=512:synchronisation=0:passes=2:stop=1");
}

// ---- Quantities and judgements, of rows that are made up

class MadeUp : public Measured {
 public:
  void add(const Setup& setup, double milliseconds, std::vector<PassRow> passes = {}) {
    rows_[setup] = {.entry = setup.entry,
                    .form = setup.form,
                    .input = setup.input,
                    .n = setup.n,
                    .time = {milliseconds, milliseconds, milliseconds},
                    .wall = {2 * milliseconds, 2 * milliseconds, 2 * milliseconds},
                    .passes = std::move(passes)};
  }
  double value(const Quantity& quantity) const {
    std::vector<const Row*> rows;
    for (const Setup& setup : quantity.setups) rows.push_back(&rows_.at(setup));
    return quantity.value(rows);
  }
  const Row* row(const Setup& setup) const override {
    const auto found = rows_.find(setup);
    return found == rows_.end() ? nullptr : &found->second;
  }
  std::string why_not(const Setup& setup) const override { return setup.entry + " was away"; }

 private:
  std::map<Setup, Row> rows_;
};

const Setup a = floats("a", "uniform", 8), b = floats("b", "uniform", 8), c = floats("c", "uniform", 8),
            d = floats("d", "uniform", 8);

MadeUp one_two_four_eight() {
  MadeUp measured;
  measured.add(a, 1, {{"x", 1, 0.25}, {"y", 1, 0.75}});
  measured.add(b, 2, {{"x", 1, 1}, {"y", 1, 0.5}, {"z", 1, 0.5}});
  measured.add(c, 4);
  measured.add(d, 8);
  return measured;
}

TEST(PaperQuantities, AreWhatTheySay) {
  const MadeUp measured = one_two_four_eight();
  EXPECT_EQ(measured.value(time_of(c)), 4);
  EXPECT_EQ(measured.value(time_of_passes(b, {"x", "z", "none"})), 1.5);
  EXPECT_EQ(measured.value(times_as_long(c, b)), 2);
  EXPECT_EQ(measured.value(times_as_long_for_the_host(d, a, {b})), 8.0 / 3);
  EXPECT_EQ(measured.value(first_against_best({c, d, b})), 2);
  EXPECT_EQ(measured.value(worst_against_first({b, a, d, c})), 4);
  EXPECT_EQ(measured.value(spread_against_others({{a, d}, {a, c}, {a, b}})), 4);  // 8 by the smaller of 4 and 2
  EXPECT_EQ(measured.value(least_lead({{a, c, d}, {b, c, d}})), 2);
  EXPECT_EQ(measured.value(least_lead({{d, a}})), 0.125);
  EXPECT_EQ(measured.value(least_of({b, d}, {a, b})), 2);
  EXPECT_EQ(measured.value(mean_of({b, d}, {a, b})), 3);
  EXPECT_EQ(measured.value(share_of_both(a, b)), 1.0 / 3);
  EXPECT_EQ(measured.value(share_of_passes(b, {"x"})), 0.5);
  EXPECT_EQ(measured.value(passes_as_long(b, {"x"}, a, {"x"})), 4);
  EXPECT_EQ(measured.value(in_passes_of(d, b, {"y"})), 16);
}

TEST(PaperQuantities, InterpolateBetweenPowersOfTwo) {
  MadeUp measured;
  measured.add(floats("a", "uniform", 1024), 10);
  measured.add(floats("a", "uniform", 2048), 30);
  EXPECT_EQ(measured.value(interpolated(floats("a", "uniform", 1024))), 10);
  EXPECT_EQ(measured.value(interpolated(floats("a", "uniform", 1536))), 20);
}

TEST(PaperRecords, AreJudgedLikeMeasurements) {
  Results sorts, passes;
  sorts.sorts = {{"a", "paper_keys", "uniform", 8, 1, 0.9, 1.1, 2}, {"b", "paper_keys", "uniform", 8, 2, 1.9, 2.1, 3}};
  passes.passes = {{"a", "paper_keys", "uniform", 8, "x", 0.25}, {"c", "paper_keys", "uniform", 8, "x", 1}};
  const RecordedMeasurements recorded(sorts, passes, "rows.csv");
  ASSERT_NE(recorded.row(a), nullptr);
  EXPECT_EQ(recorded.row(a)->time.median, 1);
  EXPECT_EQ(recorded.row(a)->wall.median, 2);
  ASSERT_EQ(recorded.row(a)->passes.size(), 1u);
  EXPECT_EQ(recorded.row(a)->passes[0].milliseconds, 0.25);
  EXPECT_TRUE(recorded.row(b)->passes.empty());
  EXPECT_EQ(recorded.row(c), nullptr);
  EXPECT_EQ(recorded.row({"a", Form::argsort, "uniform", 8}), nullptr);
  EXPECT_EQ(recorded.why_not(c), "c on 8 uniform is not in rows.csv");
}

Claim made(const Quantity& quantity, const Bounds& bounds, std::vector<Reason> reasons = {}) {
  return {"1", "1", "a claim", "", quantity, bounds, std::move(reasons)};
}

TEST(PaperClaims, HoldOrDoNotForAReasonThatWasMeasured) {
  const MadeUp measured = one_two_four_eight();
  EXPECT_EQ(judge(made(times_as_long(d, a), at_least(8)), measured).sentence(), "holds");
  const Quantity eight = times_as_long(d, a);
  EXPECT_EQ(judge(made(eight, at_least(9)), measured).sentence(), "does not, why was not examined");
  const Reason is_so = {"c takes {} times as long as a", times_as_long(c, a), at_least(4)};
  const Reason is_not_so = {"b takes {}", times_as_long(b, a), at_least(4)};
  const Reason is_unknown = {"e takes {}", times_as_long(floats("e", "uniform", 8), a), at_least(0)};
  EXPECT_EQ(judge(made(eight, at_least(9), {is_not_so}), measured).sentence(), "does not, why was not examined");
  EXPECT_EQ(judge(made(eight, at_least(9), {is_unknown, is_not_so, is_so}), measured).sentence(),
            "does not, because c takes 4 times as long as a");
  EXPECT_EQ(judge(made(eight, at_least(8), {is_so}), measured).sentence(), "holds");
}

TEST(PaperClaims, SayWhyTheyWereNotMeasured) {
  const MadeUp measured = one_two_four_eight();
  const CheckResult away = judge(made(times_as_long(a, floats("e", "uniform", 8)), faster), measured);
  EXPECT_EQ(away.sentence(), "not measured: e was away");
  Claim impossible = made({}, {});
  impossible.impossible = "needs another card";
  EXPECT_EQ(judge(impossible, measured).sentence(), "not measured: needs another card");
  const CheckResult no_passes = judge(made(passes_as_long(a, {"x"}, c, {"x"}), faster), measured);
  EXPECT_EQ(no_passes.finding, Finding::not_measured);
}

Paper made_paper() {
  PaperTable with_numbers{.where = "Table 1", .title = "numbers", .competitors = {"A", "B", "D", "E"}, .reference = 0};
  with_numbers.lines.push_back(
      {"uniform", 8, {{time_of(a), 10}, {time_of(b), 40}, {time_of(d), 20}, {time_of(floats("e", "uniform", 8)), 5}}});
  PaperTable without =
      curves("Fig. 1", "curves", {{"A", [](const std::string&, std::uint32_t) { return a; }}}, {"uniform"}, {8});
  return {.id = "made-up",
          .title = "A paper",
          .machine = "a card",
          .stand_ins = {{"A", "a", "the same"}},
          .tables = {with_numbers, without},
          .claims = {made(times_as_long(d, a), at_least(8)), made(times_as_long(d, a), at_least(9)), made({}, {})},
          .not_repeated = {}};
}

TEST(PaperExhibits, AreJudgedByTheirRatios) {
  const MadeUp measured = one_two_four_eight();
  const Paper paper = made_paper();
  const PaperTable& table = paper.tables[0];
  const auto cell = [&](std::size_t i) { return judge(table, table.lines[0], i, measured); };
  EXPECT_FALSE(cell(0).has_ratio);
  EXPECT_EQ(cell(1).theirs, 4);
  EXPECT_EQ(cell(1).ours, 2);
  EXPECT_EQ(cell(1).finding, Finding::holds);
  EXPECT_EQ(cell(2).finding, Finding::holds);  // more than theirs
  EXPECT_FALSE(cell(3).measured);
  EXPECT_EQ(cell(3).because, "e was away");
}

TEST(PaperReport, HasARowForEachNumber) {
  const MadeUp measured = one_two_four_eight();
  const Paper paper = made_paper();
  const std::vector<Fields> rows = paper_rows(paper, measured);
  ASSERT_EQ(rows.size(), 4u + 1 + 3);
  for (const Fields& row : rows) EXPECT_EQ(row.size(), paper_columns().size());
  for (const Style style : {Style::markdown, Style::terminal}) {
    const std::string text = as_text(paper, measured, style);
    EXPECT_NE(text.find("1 hold, 1 do not, 1 were not measured"), std::string::npos) << text;
    EXPECT_NE(text.find("* not measured: e was away"), std::string::npos) << text;
    EXPECT_NE(text.find("why was not examined"), std::string::npos) << text;
  }
  const Count count = count_of(paper, measured);
  EXPECT_EQ(count.holds + count.does_not + count.not_measured, 3);
}

TEST(Markdown, AlignsColumnsAndNumbers) {
  EXPECT_EQ(markdown_table({{"a", "long head", "c"}, {"text", "1", "end"}}),
            "| a    | long head | c |\n|------|-----------|---|\n| text | 1         | end |\n");
  EXPECT_EQ(number(0.01234), "0.0123");
  EXPECT_EQ(number(4.5), "4.5");
  EXPECT_EQ(number(999.4), "999");
  EXPECT_EQ(number(999.6), "1,000");
  EXPECT_EQ(number(1234567), "1,234,567");
}

}  // namespace
}  // namespace farfirst::bench
