// Tests of the catalogue, and of the messages of sorters that cannot be made.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <set>

#include "guarded.h"

#if defined(__SANITIZE_ADDRESS__)
// An impossible allocation returns null, as without the sanitizer, instead of ending the test.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif

namespace farfirst::test::catalogue {
namespace {

TEST(Catalogue, EveryEntryDescribesItself) {
  std::set<std::string_view> seen;
  std::string_view last_of_backend;
  ASSERT_FALSE(algorithms().empty());
  for (const Algorithm* algorithm : algorithms()) {
    SCOPED_TRACE(algorithm->id);
    EXPECT_TRUE(seen.insert(algorithm->id).second) << "two entries have this id";
    // The folder is that of the back end with its buffers; for an entry that needs two, it may be the other's.
    const auto is_folder = [&](Backend backend) {
      return algorithm->needs.has(backend) && algorithm->id.substr(0, algorithm->id.find('.')) == name_of(backend);
    };
    EXPECT_TRUE(is_folder(Backend::cpu) || is_folder(Backend::cuda) || is_folder(Backend::gl));
    EXPECT_EQ(find(algorithm->id), algorithm);
    for (const std::string_view text : {algorithm->title, algorithm->cost, algorithm->source})
      EXPECT_FALSE(text.empty());
    EXPECT_TRUE(algorithm->forms.has(Form::argsort));
    EXPECT_TRUE(algorithm->needs.has(algorithm->backend));
    EXPECT_GT(algorithm->max_n, 0u);
    EXPECT_LE(algorithm->max_n, max_elements);
    std::set<std::string_view> names;
    for (const Parameter& parameter : algorithm->parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
      EXPECT_FALSE(parameter.meaning.empty());
      EXPECT_LE(parameter.minimum, parameter.default_value);
      EXPECT_LE(parameter.default_value, parameter.maximum);
    }
  }
  EXPECT_EQ(find("cpu.no_such_sort"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(Catalogue, TheOracleIsAlwaysThere) {
  const Algorithm* oracle = find("cpu.std_stable");
  ASSERT_NE(oracle, nullptr);
  EXPECT_EQ(why_unavailable(*oracle), "");
  for (const Form form : {Form::argsort64, Form::pairs64}) EXPECT_TRUE(oracle->forms.has(form));
}

TEST(Catalogue, AutoTakesTheHighestRankThatRuns) {
  const Algorithm& chosen = choose(*shared_device(Backend::cpu));
  EXPECT_EQ(chosen.id, "cpu.lsd_radix");
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend == Backend::cpu && why_unavailable(*algorithm).empty()) {
      EXPECT_LE(algorithm->auto_rank, chosen.auto_rank);
    }
  }
}

TEST(Catalogue, AbsenceIsASentence) {
  for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) {
    const std::string why = why_unavailable(backend);
    if (why.empty()) continue;
    EXPECT_GT(why.size(), 20u) << why;
    try {
      open(backend);
      ADD_FAILURE() << "opened a back end that is unavailable: " << why;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), why);
    }
  }
}

/// The message of make_sorter for these options; empty if it makes a sorter.
std::string refusal(const Algorithm& algorithm, const SorterOptions& options, std::uint32_t max_n = 10) {
  try {
    make_sorter(*shared_device(Backend::cpu), algorithm, max_n, options);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Catalogue, WrongOptionsAreRefusedWithASentence) {
  const Algorithm& radix = *find("cpu.lsd_radix");
  EXPECT_EQ(refusal(radix, {}), "");
  const std::string unknown = refusal(radix, {.parameters = {{"colour", 3}}});
  EXPECT_NE(unknown.find("colour"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("cpu.lsd_radix"), std::string::npos) << unknown;
  ASSERT_FALSE(radix.parameters.empty());
  const Parameter& parameter = radix.parameters.front();
  for (const std::int64_t value : {parameter.minimum - 1, parameter.maximum + 1}) {
    const std::string outside = refusal(radix, {.parameters = {{std::string(parameter.name), value}}});
    EXPECT_NE(outside.find(std::to_string(value)), std::string::npos) << outside;
    EXPECT_NE(outside.find(std::to_string(parameter.maximum)), std::string::npos) << outside;
  }
  EXPECT_NE(refusal(radix, {}, 0xFFFFFFFFu), "");
}

TEST(Catalogue, FormsThatAnEntryLacksAreRefusedWithASentence) {
  const auto device = open(Backend::cpu);
  try {
    make_form_sorter(*device, *find("cpu.lsd_radix"), 10, Form::paper_keys);
    FAIL() << "it sorts floats";
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find(name_of(Form::paper_keys)), std::string::npos) << error.what();
  }
  EXPECT_THROW(make_form_sorter(*device, choose(*device), 10, Form::distance), Error);
}

TEST(Catalogue, ParametersAreFoundByTheirNames) {
  const Algorithm& farfirst = *find("cuda.farfirst");
  EXPECT_EQ(find(farfirst, ""), nullptr);
  EXPECT_EQ(find(farfirst, "colour"), nullptr);
  for (const Algorithm* algorithm : algorithms()) {
    for (const Parameter& parameter : algorithm->parameters) {
      EXPECT_EQ(find(*algorithm, parameter.name), &parameter) << algorithm->id << ": " << parameter.name;
    }
  }
}

TEST(Catalogue, OutOfMemoryIsAnErrorAndTheDeviceStaysUsable) {
  Device& device = *shared_device(Backend::cpu);
  try {
    device.allocate(std::size_t{1} << 60);
    ADD_FAILURE() << "an exbibyte was allocated";
  } catch (const OutOfMemory& error) {
    EXPECT_GT(std::string(error.what()).size(), 20u);
  }
  const OwnedBuffer small(device, 4096);
  EXPECT_EQ(Buffer(small).handle % 256, 0u);
}

}  // namespace
}  // namespace farfirst::test::catalogue
