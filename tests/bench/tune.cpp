// Tests of the search of parameters: combinations, reports, and the fit through known points.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "program/failure.h"
#include "tune/report.h"
#include "tune/search.h"

namespace farfirst::bench {
namespace {

TEST(TuneFit, FindsTheLineThroughItsPoints) {
  const Best on_line[] = {{1000, 203}, {2000, 206}, {5000, 215}};
  const LinearRule rule = fitted(on_line);
  EXPECT_NEAR(rule.k, 0.003, 1e-12);
  EXPECT_NEAR(rule.m, 200, 1e-9);
  const Best about_it[] = {{0, 1}, {1, 0}, {2, 5}};  // by hand: k = 2, m = 0
  EXPECT_NEAR(fitted(about_it).k, 2, 1e-12);
  EXPECT_NEAR(fitted(about_it).m, 0, 1e-12);
  const Best of_one_n[] = {{8, 64}, {8, 128}};
  EXPECT_EQ(fitted(of_one_n).k, 0);
  EXPECT_EQ(fitted(of_one_n).m, 96);
}

/// Table II, 8 M elements.
TEST(TuneFit, RulesGivePowersOfTwo) {
  constexpr double n = 8 * 1024 * 1024;
  EXPECT_EQ((LinearRule{0.00001172, 53}(n)), 128u);    // 151
  EXPECT_EQ((LinearRule{0.00003748, 476}(n)), 1024u);  // 790
  EXPECT_EQ((LinearRule{0.00004685, 211}(n)), 512u);   // 604
  EXPECT_EQ((LinearRule{0, 64}(n)), 64u);
  EXPECT_EQ((LinearRule{-1, 8}(n)), 1u);
}

TEST(TuneSearch, QuicksortHasTheParametersOfItsAuthors) {
  const Algorithm& quicksort = *find("cuda.quicksort");
  ASSERT_EQ(search_of_quicksort().size(), 3u);
  for (const Varied& varied : search_of_quicksort()) {
    const auto parameter = std::ranges::find(quicksort.parameters, varied.name, &Parameter::name);
    ASSERT_NE(parameter, quicksort.parameters.end()) << varied.name;
    EXPECT_TRUE(parameter->minimum <= varied.values.front() && varied.values.back() <= parameter->maximum)
        << varied.name;
  }
}

TEST(TuneSearch, ReadsTheVariedParameters) {
  const Algorithm& radix = *find("cpu.lsd_radix");
  const Varied varied = parse_varied(radix, "digit_bits=11,8,11");
  EXPECT_EQ(varied.name, "digit_bits");
  EXPECT_EQ(varied.values, (std::vector<std::int64_t>{8, 11}));
  for (const char* text : {"digit_bits", "digit_bits=", "digit_bits=8,", "digit_bits=x", "digit_bits=8.5", "width=8",
                           "digit_bits=1000000"}) {
    EXPECT_THROW(parse_varied(radix, text), Failure) << text;
  }
}

TEST(TuneSearch, TriesEachCombinationOnce) {
  const std::vector<Varied> varied = {{"a", {1, 2, 3}}, {"b", {10, 20}}};
  const std::vector<Configuration> all = configurations(varied, 1);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 6u);
  EXPECT_EQ(all, configurations(varied, 1));
  EXPECT_NE(all, configurations(varied, 2));
  EXPECT_EQ(entry_of("cuda.x:c=7", varied, {3, 10}), "cuda.x:c=7:a=3:b=10");
  const std::vector<Varied> too_many(4, {"a", std::vector<std::int64_t>(100, 1)});
  EXPECT_THROW(configurations(too_many, 1), Failure);
}

TuneResult made_result() {
  TuneResult result;
  result.entry = "cuda.x";
  result.varied = {{"a", {1, 2, 4}}, {"b", {8, 16}}};
  result.combinations = 6;
  for (const std::uint32_t n : {1000u, 2000u}) {
    TunedSize size{.search = {.n = n, .tried = {}}};
    for (const std::int64_t first : {1, 2, 4}) {
      for (const std::int64_t second : {8, 16}) {
        const double away = std::abs(static_cast<double>(first) - n / 1000.0) + (second == 8 ? 0.5 : 0);
        size.search.tried.push_back({{first, second}, 1 + away});  // best: a = n / 1000, b = 16
      }
    }
    result.sizes.push_back(std::move(size));
  }
  return result;
}

TEST(TuneSearch, RanksAndReportsEffects) {
  const Search search = made_result().sizes[0].search;
  const auto best_and_worst = extremes(search.tried);
  ASSERT_EQ(best_and_worst.size(), 6u) << "none twice";
  EXPECT_EQ(best_and_worst[0].second.configuration, (Configuration{1, 16}));
  EXPECT_EQ(best_and_worst[1].second.configuration, (Configuration{1, 8}));
  EXPECT_EQ(best_and_worst[5].second.configuration, (Configuration{4, 8}));
  EXPECT_EQ(best_and_worst[5].first, 6u);
  EXPECT_EQ(extremes(std::vector<Tried>(100, {{1, 8}, 1.0})).size(), 2 * reported_extremes);
  const std::vector<Effect> of_b = effects(1, search.tried);
  ASSERT_EQ(of_b.size(), 2u);
  EXPECT_EQ(of_b[1].value, 16);
  EXPECT_EQ(of_b[1].best, 1);
  EXPECT_DOUBLE_EQ(of_b[1].mean, (1.0 + 2 + 4) / 3);
  EXPECT_EQ(of_b[1].worst, 4);
}

TEST(TuneSearch, FitsRulesThroughTheBest) {
  const TuneResult result = made_result();
  const std::vector<Search> searches = {result.sizes[0].search, result.sizes[1].search};
  const Rules rules = fitted_rules(result.varied, searches);
  ASSERT_TRUE(rules[0]);
  EXPECT_NEAR(rules[0]->k, 0.001, 1e-12);
  EXPECT_NEAR(rules[0]->m, 0, 1e-9);
  EXPECT_FALSE(rules[1]);  // two values are no line
  EXPECT_EQ(nearest(rules, searches[1]).configuration, (Configuration{2, 16}));
  const std::string text = as_markdown(result);
  EXPECT_NE(text.find("6 combinations"), std::string::npos) << text;
  EXPECT_EQ(text.find("left out"), std::string::npos) << text;
}

}  // namespace
}  // namespace farfirst::bench
