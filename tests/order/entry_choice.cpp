// Sorter selection: which entry makes an order, and the fallback when one fails or is found wrong.

#include "order/entry_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace farfirst::app {
namespace {

OrderRequest wanted_by(const std::string& algorithm, std::uint32_t n = 100) {
  OrderRequest wanted;
  wanted.n = n;
  wanted.algorithm = algorithm;
  return wanted;
}

class EntryChoiceTest : public testing::Test {
 protected:
  /// The entry that sorts this; `last` then has the reason.
  std::string chosen(const OrderRequest& wanted, bool requires_named = false) {
    choice.begin(wanted, requires_named);
    last = choice.choose(wanted, requires_named);
    return last.by.algorithm == nullptr ? "" : std::string(last.by.algorithm->id);
  }
  std::string chosen(const std::string& algorithm) { return chosen(wanted_by(algorithm)); }

  EntryChoice::Chosen last;
  EntryChoice choice{/*software=*/true};
};

TEST_F(EntryChoiceTest, AutoGoesThroughTheBackEndsInTheirOrder) {
  using enum Backend;
  struct Case {
    bool software;
    std::uint32_t n;
    std::array<Backend, 3> backends;
  };
  for (const auto& [software, n, backends] :
       {Case{true, 100, {cuda, cpu, gl}}, Case{true, 20'000'000, {cuda, cpu, gl}}, Case{false, 100, {gl, cuda, cpu}},
        Case{false, 20'000'000, {cuda, gl, cpu}}}) {
    SCOPED_TRACE((software ? "software renderer, " : "hardware, ") + std::to_string(n));
    EntryChoice automatic(software);
    std::vector<std::string> expected, found;
    for (const Backend backend : backends) {
      for (const Algorithm* entry : automatic_entries(backend)) expected.emplace_back(entry->id);
    }
    const OrderRequest wanted = wanted_by("auto", n);
    automatic.begin(wanted, false);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const EntryChoice::Chosen one = automatic.choose(wanted, false);
      EXPECT_EQ(one.reason, "") << "auto falls back without a message";
      found.emplace_back(one.by.algorithm->id);
      automatic.failed(one.by, "no luck with " + found.back());
    }
    EXPECT_EQ(found, expected);
    try {
      automatic.choose(wanted, false);
      FAIL() << "no entry is left";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), "no luck with " + expected.front());
    }
    EXPECT_EQ(automatic.automatic(n).front(), find(expected.front()));
    EXPECT_EQ(automatic.why_auto().empty(), !software || automatic.auto_backend() != Backend::cpu);
  }
}

TEST_F(EntryChoiceTest, WhatIsNotSortedNeedsNoEntry) {
  OrderRequest wanted = wanted_by("cpu.std_sort");
  wanted.draw_order = DrawOrder::shuffled;
  EXPECT_EQ(chosen(wanted), "");
  EXPECT_EQ(chosen(wanted_by("auto", 0)), "");
}

TEST_F(EntryChoiceTest, TheLastThatCouldGoesOnAndTheReasonNamesBoth) {
  EXPECT_EQ(chosen("cpu.std_stable"), "cpu.std_stable");
  choice.succeeded(last.by);
  const OrderRequest wanted = wanted_by("cpu.std_sort");
  EXPECT_EQ(chosen(wanted), "cpu.std_sort");
  choice.failed(last.by, "no memory");
  last = choice.choose(wanted, false);
  EXPECT_EQ(last.by.algorithm->id, "cpu.std_stable");
  EXPECT_EQ(last.reason, "no memory; sorted by cpu.std_stable instead");
  EXPECT_EQ(chosen(wanted, /*requires_named=*/true), "cpu.std_sort") << "a named entry is retried";
  choice.failed(last.by, "no memory");
  EXPECT_THROW(choice.choose(wanted, true), Error);
}

TEST_F(EntryChoiceTest, WhatFailedIsTriedAgainWhenAnotherSorterIsNeeded) {
  const std::string best = chosen("auto");
  const auto fails = [&](const OrderRequest& wanted) {
    chosen(wanted);
    choice.failed(last.by, "no luck");
  };
  OrderRequest wanted = wanted_by("auto");
  fails(wanted);
  EXPECT_NE(chosen("auto"), best);
  wanted.view.eye[0] = 3;
  EXPECT_NE(chosen(wanted), best) << "the eye has nothing to do with it";
  wanted.n = 10;
  EXPECT_EQ(chosen(wanted), best);
  fails(wanted);
  EXPECT_NE(chosen(wanted), best);
  wanted.cuda_devices = {1};
  EXPECT_EQ(chosen(wanted), best);
  fails(wanted);
  choice.forget_failures();
  EXPECT_EQ(chosen(wanted), best);
}

TEST_F(EntryChoiceTest, AWrongEntryWaitsUntilItIsNamedAgain) {
  choice.reject("cpu.std_sort", "out of order");
  OrderRequest wanted = wanted_by("cpu.std_sort");
  EXPECT_EQ(chosen(wanted), "cpu.std_sort") << "named for the first time";
  choice.reject("cpu.std_sort", "out of order");
  for (const std::uint32_t n : {100u, 200u}) {
    wanted.n = n;
    EXPECT_NE(chosen(wanted), "cpu.std_sort") << "another size is no reason";
    EXPECT_EQ(last.reason, "cpu.std_sort: out of order; sorted by " + std::string(last.by.algorithm->id) + " instead");
  }
  choice.forget_failures();
  EXPECT_NE(chosen(wanted), "cpu.std_sort");
  EXPECT_THROW(choice.choose(wanted, true), Error);
  EXPECT_EQ(chosen("cpu.std_stable"), "cpu.std_stable");
  EXPECT_EQ(chosen(wanted), "cpu.std_sort");
}

TEST_F(EntryChoiceTest, AutoReportsAWrongOrder) {
  const std::string best = chosen("auto");
  choice.reject(best, "out of order");
  EXPECT_NE(chosen("auto"), best);
  EXPECT_EQ(last.reason, best + ": out of order; sorted by " + std::string(last.by.algorithm->id) + " instead");
}

TEST_F(EntryChoiceTest, AnUnknownNameIsASentence) {
  const OrderRequest wanted = wanted_by("cpu.nonsense");
  EXPECT_NE(chosen(wanted), "");
  EXPECT_NE(last.reason.find("there is no sort named cpu.nonsense"), std::string::npos) << last.reason;
  choice.begin(wanted, true);
  EXPECT_THROW(choice.choose(wanted, true), Error);
}

TEST_F(EntryChoiceTest, ParametersGoOnlyToEntriesThatHaveThem) {
  OrderRequest wanted = wanted_by("auto");
  wanted.parameters = {{"no_such_parameter", 1}};
  chosen(wanted);
  EXPECT_TRUE(last.by.parameters.empty());
  wanted.algorithm = "cpu.std_sort";
  chosen(wanted);
  EXPECT_EQ(last.by.parameters.size(), 1u) << "a named entry gets what it was given, and says what is wrong with it";
}

}  // namespace
}  // namespace farfirst::app
