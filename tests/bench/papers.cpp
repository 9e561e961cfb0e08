// Tests of bench/papers/data, and of judging its measurements by the rule in docs/papers.md.
#include "papers/papers.h"

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "papers/judge.h"
#include "papers/quantities.h"
#include "papers/recorded.h"
#include "papers/report.h"
#include "program/embedded.h"
#include "report/markdown.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {
namespace {

using nlohmann::json;

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
  if (setup.n > algorithm->max_n) return "it does not sort that many";
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

// ---- The files

/// Finds misspelt members: these and no others are allowed, each of its kind.
void expect_members(const json& object, const std::string& where, const std::set<std::string>& needed,
                    const std::set<std::string>& possible) {
  for (const std::string& name : needed) EXPECT_TRUE(object.contains(name)) << where << " lacks " << name;
  for (const auto& [name, value] : object.items()) {
    EXPECT_TRUE(needed.contains(name) || possible.contains(name)) << where << " has " << name;
    EXPECT_FALSE(value.is_number() && value.get<double>() < 0) << where << ", " << name;
    EXPECT_FALSE(value.is_string() && value.get<std::string>().empty()) << where << ", " << name;
  }
}

void expect_reason(const json& reason, const std::string& where) {
  if (reason.contains("use")) return;  // read with its contents filled in
  expect_members(reason, where, {"text", "is", "holds"}, {});
  EXPECT_NE(reason["text"].get<std::string>().find("{}"), std::string::npos) << where << ": it has no number";
}

TEST(PaperFiles, HaveExactlyTheKnownMembers) {
  for (const std::string& id : paper_ids()) {
    const json paper = json::parse(embedded(id + ".json"));
    expect_members(paper, id, {"title", "form"},
                   {"claims", "machine", "sizes", "stand_ins", "tables", "variants", "claims_of_variants", "reasons",
                    "not_repeated"});
    EXPECT_EQ(paper.contains("variants"), paper.contains("claims_of_variants")) << id;
    for (const char* list : {"claims", "claims_of_variants"}) {
      for (const json& claim : paper.value(list, json::array())) {
        const std::string where = id + " " + claim.at("number").get<std::string>();
        const bool possible = !claim.contains("impossible");
        expect_members(claim, where, {"number", "claim", possible ? "is" : "impossible"},
                       {"where", "theirs", "holds", "reasons"});
        EXPECT_EQ(claim.contains("holds"), possible) << where << ": it has one side only";
        for (const json& reason : claim.value("reasons", json::array())) expect_reason(reason, where);
      }
    }
    const json reasons = paper.value("reasons", json::object());
    for (const auto& [name, reason] : reasons.items()) expect_reason(reason, id + " " + name);
    for (const json& table : paper.value("tables", json::array())) {
      const bool has_times = table.contains("lines");
      expect_members(
          table, id,
          {"where", "title", "competitors", has_times ? "reference" : "sizes", has_times ? "lines" : "inputs"},
          {"note"});
      for (const json& line : table.value("lines", json::array())) {
        for (const json& theirs : line.at(2)) EXPECT_GT(theirs.get<double>(), 0) << id;
      }
    }
  }
}

TEST(PaperFiles, FillInAllNames) {
  for (const Paper& paper : papers(all_sizes)) {
    for (const Claim& claim : paper.claims) {
      EXPECT_EQ(claim.claim.find('$'), std::string::npos) << claim.claim;
      for (const Reason& reason : claim.reasons) EXPECT_EQ(reason.text.find('$'), std::string::npos) << reason.text;
    }
  }
  for (const auto& [name, entry] : common_of_papers().at("entries").items()) {
    bool used = false;
    for (const std::string& id : paper_ids()) used |= embedded(id + ".json").find(name) != std::string_view::npos;
    EXPECT_TRUE(used) << name;
  }
}

TEST(Papers, NameEntriesOfTheCatalogue) {
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
      EXPECT_LT(claim.bounds.least, claim.bounds.most) << claim.number;
      EXPECT_GE(claim.bounds.least, 0) << claim.number;
    }
    for (const PaperTable& table : paper.tables) {
      EXPECT_FALSE(table.lines.empty());
      for (const PaperTable::Line& line : table.lines) EXPECT_EQ(line.cells.size(), table.competitors.size());
    }
  }
  EXPECT_EQ(ids.size(), 6u);
  EXPECT_EQ(paper_ids().size(), 6u);
}

TEST(Papers, HaveAStandInForEachCompetitor) {
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

/// The rules are fair: by them, a paper's findings hold for the paper itself.
TEST(Papers, HoldForThePapersOwnNumbers) {
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

TEST(Papers, BoundsOfARatioKeepTheFasterOneAhead) {
  EXPECT_TRUE(bounds_of_ratio(4).hold(2));
  EXPECT_FALSE(bounds_of_ratio(4).hold(1.99));
  EXPECT_TRUE(bounds_of_ratio(4).hold(400));
  EXPECT_FALSE(bounds_of_ratio(1.2).hold(0.99));
  EXPECT_TRUE(bounds_of_ratio(0.25).hold(0.5));
  EXPECT_FALSE(bounds_of_ratio(0.25).hold(0.51));
  EXPECT_FALSE(bounds_of_ratio(0.9).hold(1.01));
}

// ---- Contents

TEST(PaperSetups, QuicksortTakesTheParametersOfItsTable) {
  const SetupReader reader("integers", "", all_sizes);
  EXPECT_EQ(reader.entry("quick_8800 8M"),
            "cuda.quicksort:threads=128:max_sequences=1024:min_size=512:synchronisation=1:passes=2:stop=1");
  EXPECT_EQ(reader.entry("quick_of_survey 8M"),
            "cuda.quicksort:threads=64:max_sequences=1024:min_size=1023:synchronisation=0:passes=2:stop=1");
  EXPECT_EQ(reader.entry("quick_8600 8M"),
            "cuda.quicksort:threads=64:max_sequences=1024:min_size=512:synchronisation=0:passes=2:stop=1");
  EXPECT_EQ(reader.entry("quick_8800 256M").substr(0, 26), "cuda.quicksort:threads=512")
      << "as many as a block could have";
}

TEST(PaperSetups, ParametersAreReplacedTakenOutAndAdded) {
  const SetupReader reader("floats", "", all_sizes);
  EXPECT_EQ(reader.entry("radix_then:bits=8"), "cuda.radix_split:bits=8:elements=4");
  EXPECT_EQ(reader.entry("radix_then:bits="), "cuda.radix_split:elements=4");
  EXPECT_EQ(reader.entry("radix_then:elements=:other=1"), "cuda.radix_split:bits=4:other=1");
}

TEST(PaperSetups, StandForSeveral) {
  const SetupReader reader("integers", "2^10..12", 2048);
  const std::vector<bench::Setup> all = reader.setups("{radix,hybrid} {sorted,zero} sizes");
  ASSERT_EQ(all.size(), 8u);
  EXPECT_EQ(all[0], (bench::Setup{"cuda.radix_split", Form::keys, "sorted", 1024}));
  EXPECT_EQ(all[1].n, 2048u) << "4096 are more than wanted";
  EXPECT_EQ(all[7], (bench::Setup{"cuda.hybrid", Form::paper_keys, "zero", 2048}));
  EXPECT_EQ(reader.setups("radix numbers zero last")[0].input, "zero:arrays=4");
  EXPECT_EQ(reader.setups("radix zero 3k")[0].n, 3072u);
  for (const char* text :
       {"radix zero", "radix floats zero 8 8", "radix runes zero 8", "radix zero 8G", "radix zero 0"})
    EXPECT_THROW(reader.setups(text), std::runtime_error) << text;
  EXPECT_TRUE(SetupReader("integers", "2^20..21", 1024).setups("radix zero sizes").empty());
}

TEST(PaperQuantities, AreRefusedIfInvalid) {
  const SetupReader reader("floats", "", all_sizes);
  for (const char* text : {R"(["guess", "radix zero 8"])", R"(["times_as_long", "radix zero 8"])", R"(["time", 8])"})
    EXPECT_ANY_THROW(read_quantity(json::parse(text), reader)) << text;
  for (const char* text : {R"("fast")", R"({"leas": 1})"}) EXPECT_ANY_THROW(read_bounds(json::parse(text))) << text;
}

// ---- Quantities and verdicts of made-up rows

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

const SetupReader reader_of_made_up("floats", "", all_sizes);
Setup made_up(const std::string& name) { return reader_of_made_up.setups(name + " uniform 8")[0]; }
const Setup a = made_up("a"), b = made_up("b"), c = made_up("c"), d = made_up("d");

/// A quantity of these rows on 8 uniform keys: ("times_as_long", "c", "b").
template <class... Arguments>
Quantity quantity(const char* function, const Arguments&... arguments) {
  json text = {function};
  for (const std::string& argument : std::vector<std::string>{arguments...}) {
    const bool is_setup = argument[0] == '{' || (argument.size() == 1 && argument < "f");
    text.push_back(is_setup ? argument + " uniform 8" : argument);
  }
  return read_quantity(text, reader_of_made_up);
}
Bounds at_least(double value) { return {.least = value}; }

MadeUp one_two_four_eight() {
  MadeUp measured;
  measured.add(a, 1, {{"x", 1, 0.25}, {"y", 1, 0.75}});
  measured.add(b, 2, {{"x", 1, 1}, {"y", 1, 0.5}, {"z", 1, 0.5}});
  measured.add(c, 4);
  measured.add(d, 8);
  return measured;
}

TEST(PaperQuantities, HaveTheDefinedValues) {
  const MadeUp measured = one_two_four_eight();
  const auto value = [&](const auto&... text) { return measured.value(quantity(text...)); };
  EXPECT_EQ(value("time", "c"), 4);
  EXPECT_EQ(value("time_of_passes", "b", "x"), 1);
  EXPECT_EQ(value("times_as_long", "c", "b"), 2);
  EXPECT_EQ(value("times_as_long_for_the_host", "d", "a", "b"), 8.0 / 3);
  EXPECT_EQ(value("first_against_best", "{c,d,b}"), 2);
  EXPECT_EQ(value("worst_against_first", "{b,a,d,c}"), 4);
  EXPECT_EQ(value("spread_against_others", "{a,d}", "{a,c}", "{a,b}"), 4);  // 8 by the smaller of 4 and 2
  EXPECT_EQ(value("least_lead", "{a,c,d}", "{b,c,d}"), 2);
  EXPECT_EQ(value("least_lead", "{d,a}"), 0.125);
  EXPECT_EQ(value("least_of", "{b,d}", "{a,b}"), 2);
  EXPECT_EQ(value("mean_of", "{b,d}", "{a,b}"), 3);
  EXPECT_EQ(value("share_of_both", "a", "b"), 1.0 / 3);
  EXPECT_EQ(value("share_of_passes", "b", "x"), 0.5);
  EXPECT_EQ(value("passes_as_long", "b", "x", "a", "x"), 4);
  EXPECT_EQ(value("in_passes_of", "d", "b", "y"), 16);
  const json gain = {"gain_over_transfer", "b uniform 8", "a uniform 8", 90};  // 45 times faster, and 10 times
  EXPECT_DOUBLE_EQ(measured.value(read_quantity(gain, reader_of_made_up)), 4.5);
}

TEST(PaperQuantities, OverSeveralSizes) {
  MadeUp measured;
  for (const std::uint32_t n : {1024u, 2048u}) measured.add({"a", Form::paper_keys, "uniform", n}, n == 1024 ? 10 : 30);
  const auto value = [&](const json& text) { return measured.value(read_quantity(text, reader_of_made_up)); };
  EXPECT_EQ(value({"interpolated", "a uniform 1024"}), 10);
  EXPECT_EQ(value({"interpolated", "a uniform 1536"}), 20);
  EXPECT_EQ(value({"spread_of_rates", "a uniform 2^10..11"}), 1.5);
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

TEST(PaperClaims, HoldOrFailForAMeasuredReason) {
  const MadeUp measured = one_two_four_eight();
  EXPECT_EQ(judge(made(quantity("times_as_long", "d", "a"), at_least(8)), measured).sentence(), "holds");
  const Quantity eight = quantity("times_as_long", "d", "a");
  EXPECT_EQ(judge(made(eight, at_least(9)), measured).sentence(), "does not, why was not examined");
  const Reason is_so = {"c takes {} times as long as a", quantity("times_as_long", "c", "a"), at_least(4)};
  const Reason is_not_so = {"b takes {}", quantity("times_as_long", "b", "a"), at_least(4)};
  const Reason is_unknown = {"e takes {}", quantity("times_as_long", "e", "a"), at_least(0)};
  EXPECT_EQ(judge(made(eight, at_least(9), {is_not_so}), measured).sentence(), "does not, why was not examined");
  EXPECT_EQ(judge(made(eight, at_least(9), {is_unknown, is_not_so, is_so}), measured).sentence(),
            "does not, because c takes 4 times as long as a");
  EXPECT_EQ(judge(made(eight, at_least(8), {is_so}), measured).sentence(), "holds");
}

TEST(PaperClaims, ReportWhyTheyWereNotMeasured) {
  const MadeUp measured = one_two_four_eight();
  const CheckResult away = judge(made(quantity("times_as_long", "a", "e"), at_least(1)), measured);
  EXPECT_EQ(away.sentence(), "not measured: e was away");
  Claim impossible = made({}, {});
  impossible.impossible = "needs another card";
  EXPECT_EQ(judge(impossible, measured).sentence(), "not measured: needs another card");
  const CheckResult no_passes = judge(made(quantity("passes_as_long", "a", "x", "c", "x"), at_least(1)), measured);
  EXPECT_EQ(no_passes.finding, Finding::not_measured);
}

Paper made_paper() {
  PaperTable with_numbers{.where = "Table 1", .title = "numbers", .competitors = {"A", "B", "D", "E"}, .reference = 0};
  with_numbers.lines.push_back({"uniform",
                                8,
                                {{quantity("time", "a"), 10},
                                 {quantity("time", "b"), 40},
                                 {quantity("time", "d"), 20},
                                 {quantity("time", "e"), 5}}});
  PaperTable without{.where = "Fig. 1", .title = "curves", .competitors = {"A"}};
  without.lines.push_back({"uniform", 8, {{quantity("time", "a")}}});
  return {.id = "made-up",
          .title = "A paper",
          .machine = "a card",
          .stand_ins = {{"A", "a", "the same"}},
          .tables = {with_numbers, without},
          .claims = {made(quantity("times_as_long", "d", "a"), at_least(8)),
                     made(quantity("times_as_long", "d", "a"), at_least(9)), made({}, {})},
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
  const std::string text = as_text(paper, measured);
  for (const char* part :
       {"1 hold, 1 do not, 1 were not measured", "* not measured: e was away", "why was not examined"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
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
