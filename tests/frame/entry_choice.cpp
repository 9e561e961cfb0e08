// Which entry makes an order, and what follows when one fails or is found wrong.

#include "order/entry_choice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace farfirst::app {
namespace {

OrderRequest request_for(const std::string& algorithm, std::uint32_t n = 100) {
  OrderRequest request;
  request.spec.n = n;
  request.spec.algorithm = algorithm;
  return request;
}

class EntryChoiceTest : public testing::Test {
 protected:
  /// Who sorts this; the request then also has the excuse.
  std::string chosen(OrderRequest& request) {
    choice.begin(request);
    choice.choose(request);
    return request.by.algorithm == nullptr ? "" : std::string(request.by.algorithm->id);
  }
  std::string chosen(const std::string& algorithm) {
    OrderRequest request = request_for(algorithm);
    return chosen(request);
  }

  EntryChoice choice{/*software=*/true};
};

TEST_F(EntryChoiceTest, AutoGoesThroughTheBackEndsInTheirOrder) {
  for (const bool software : {true, false}) {
    SCOPED_TRACE(software ? "software renderer" : "hardware");
    EntryChoice automatic(software);
    std::vector<std::string> expected, found;
    for (const Backend backend :
         {Backend::cuda, software ? Backend::cpu : Backend::gl, software ? Backend::gl : Backend::cpu}) {
      for (const Algorithm* entry : automatic_entries(backend)) expected.emplace_back(entry->id);
    }
    OrderRequest request = request_for("auto");
    automatic.begin(request);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      automatic.choose(request);
      EXPECT_EQ(request.excuse, "") << "auto goes on without a word";
      found.emplace_back(request.by.algorithm->id);
      automatic.failed(request.by, "no luck with " + found.back());
    }
    EXPECT_EQ(found, expected);
    try {
      automatic.choose(request);
      FAIL() << "nobody is left";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), "no luck with " + expected.front());
    }
    EXPECT_EQ(automatic.auto_backend(), find(expected.front())->backend);
    EXPECT_EQ(automatic.why_auto().empty(), !software || automatic.auto_backend() != Backend::cpu);
  }
}

TEST_F(EntryChoiceTest, WhatIsNotSortedNeedsNobody) {
  OrderRequest request = request_for("cpu.std_sort");
  request.spec.draw_order = DrawOrder::shuffled;
  EXPECT_EQ(chosen(request), "");
  request = request_for("auto", 0);
  EXPECT_EQ(chosen(request), "");
}

TEST_F(EntryChoiceTest, TheLastThatCouldGoesOnAndTheExcuseNamesBoth) {
  OrderRequest request = request_for("cpu.std_stable");
  EXPECT_EQ(chosen(request), "cpu.std_stable");
  choice.succeeded(request.by);
  request = request_for("cpu.std_sort");
  EXPECT_EQ(chosen(request), "cpu.std_sort");
  choice.failed(request.by, "no memory");
  choice.choose(request);
  EXPECT_EQ(request.by.algorithm->id, "cpu.std_stable");
  EXPECT_EQ(request.excuse, "no memory; sorted by cpu.std_stable instead");
  request.strict = true;
  EXPECT_EQ(chosen(request), "cpu.std_sort") << "who insists has it tried again";
  choice.failed(request.by, "no memory");
  EXPECT_THROW(choice.choose(request), Error);
}

TEST_F(EntryChoiceTest, WhatFailedIsTriedAgainWhenSomethingIsDifferent) {
  const std::string best = chosen("auto");
  const auto fails = [&](OrderRequest request) {
    chosen(request);
    choice.failed(request.by, "no luck");
  };
  OrderRequest request = request_for("auto");
  fails(request);
  EXPECT_NE(chosen("auto"), best);
  request.spec.view.eye[0] = 3;
  EXPECT_NE(chosen(request), best) << "the eye has nothing to do with it";
  request.spec.n = 10;
  EXPECT_EQ(chosen(request), best);
  fails(request);
  EXPECT_NE(chosen(request), best);
  request.cuda_device = 1;
  EXPECT_EQ(chosen(request), best);
  fails(request);
  choice.forget_failures();
  EXPECT_EQ(chosen(request), best);
}

TEST_F(EntryChoiceTest, WhatWasFoundWrongWaitsUntilItIsNamedAnew) {
  choice.reject("cpu.std_sort", "out of order");
  OrderRequest request = request_for("cpu.std_sort");
  EXPECT_EQ(chosen(request), "cpu.std_sort") << "named for the first time";
  choice.reject("cpu.std_sort", "out of order");
  for (const std::uint32_t n : {100u, 200u}) {
    request.spec.n = n;
    EXPECT_NE(chosen(request), "cpu.std_sort") << "another size is no reason";
    EXPECT_EQ(request.excuse,
              "cpu.std_sort: out of order; sorted by " + std::string(request.by.algorithm->id) + " instead");
  }
  choice.forget_failures();
  EXPECT_NE(chosen(request), "cpu.std_sort");
  request.strict = true;
  EXPECT_THROW(choice.choose(request), Error);
  request.strict = false;
  EXPECT_EQ(chosen("cpu.std_stable"), "cpu.std_stable");
  EXPECT_EQ(chosen(request), "cpu.std_sort");
}

TEST_F(EntryChoiceTest, AutoTellsOfAWrongOrder) {
  OrderRequest request = request_for("auto");
  const std::string best = chosen(request);
  choice.reject(best, "out of order");
  EXPECT_NE(chosen(request), best);
  EXPECT_EQ(request.excuse, best + ": out of order; sorted by " + std::string(request.by.algorithm->id) + " instead");
}

TEST_F(EntryChoiceTest, AnUnknownNameIsASentence) {
  OrderRequest request = request_for("cpu.nonsense");
  EXPECT_NE(chosen(request), "");
  EXPECT_NE(request.excuse.find("there is no sort named cpu.nonsense"), std::string::npos) << request.excuse;
  request.strict = true;
  choice.begin(request);
  EXPECT_THROW(choice.choose(request), Error);
}

TEST_F(EntryChoiceTest, ParametersGoOnlyToEntriesThatHaveThem) {
  OrderRequest request = request_for("auto");
  request.spec.parameters = {{"no_such_parameter", 1}};
  chosen(request);
  EXPECT_TRUE(request.by.parameters.empty());
  request.spec.algorithm = "cpu.std_sort";
  chosen(request);
  EXPECT_EQ(request.by.parameters.size(), 1u) << "a named entry gets what it was given, and says what is wrong with it";
}

}  // namespace
}  // namespace farfirst::app
