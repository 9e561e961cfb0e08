// Tests of tables: each row is in the files at once, and is read as it was written.

#include "report/table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace farfirst::bench {
namespace {

const std::vector<Column> columns = {{"entry"}, {"n", Column::Kind::number}, {"median_ms", Column::Kind::number}};

/// A folder that the test removes at its end.
class TableFiles : public testing::Test {
 protected:
  TableFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "farfirst_table_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    paths_ = {(folder_ / "t.csv").string(), (folder_ / "t.json").string()};
  }
  ~TableFiles() override { std::filesystem::remove_all(folder_); }
  static std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::string csv() const { return text_of(paths_.csv); }
  std::string json() const { return text_of(paths_.json); }

  std::filesystem::path folder_;
  TablePaths paths_;
};

TEST_F(TableFiles, ARowIsWrittenAtOnce) {
  TableFile table(paths_, columns, {"commit: 1"});
  EXPECT_EQ(csv(), "# commit: 1\nentry,n,median_ms\n");
  EXPECT_EQ(json(),
            "{\"format\": \"farfirst-bench table 1\",\n\"columns\": [\"entry\",\"n\",\"median_ms\"],\n"
            "\"rows\": [],\n\"about\": [\"commit: 1\"]}\n");
  table.add({"cpu.a", "8", "0.5"});
  EXPECT_EQ(csv(), "# commit: 1\nentry,n,median_ms\ncpu.a,8,0.5\n");
  table.add({"cpu.b", "16", ""});
  table.note("GPU after: 40 C");
  table.note("GPU after: 40 C");
  EXPECT_EQ(csv(), "# commit: 1\nentry,n,median_ms\ncpu.a,8,0.5\ncpu.b,16,\n# GPU after: 40 C\n");
  EXPECT_EQ(json(),
            "{\"format\": \"farfirst-bench table 1\",\n\"columns\": [\"entry\",\"n\",\"median_ms\"],\n"
            "\"rows\": [\n{\"entry\":\"cpu.a\",\"n\":8,\"median_ms\":0.5},\n"
            "{\"entry\":\"cpu.b\",\"n\":16,\"median_ms\":null}],\n"
            "\"about\": [\"commit: 1\",\"GPU after: 40 C\"]}\n");
}

TEST_F(TableFiles, AreReadAsTheyWereWritten) {
  const Fields awkward = {"a \"b\", c", "1", "2"};
  TableFile(paths_, columns, {"how: x, y"}).add(awkward);
  const Table table = read_table(paths_.csv);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].fields, awkward);
  EXPECT_EQ(table.rows[0].line, 3u);
  EXPECT_EQ(table.comments, Fields{"how: x, y"});
  EXPECT_EQ(table.torn_line, 0u);
}

TEST_F(TableFiles, ContinueAfterTheirEarlierRows) {
  TableFile(paths_, columns, {"commit: 1"}).add({"cpu.a", "8", "0.5"});
  const std::string before = csv();
  {
    TableFile table(paths_, columns, {"commit: 1", "resumed"}, {{"cpu.a", "8", "0.5"}});
    table.add({"cpu.b", "8", "1.5"});
  }
  EXPECT_EQ(csv(), "# commit: 1\n# resumed\nentry,n,median_ms\ncpu.a,8,0.5\ncpu.b,8,1.5\n");
  EXPECT_NE(json().find("{\"entry\":\"cpu.a\",\"n\":8,\"median_ms\":0.5},\n{\"entry\":\"cpu.b\""), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(paths_.csv + ".part"));
}

TEST_F(TableFiles, WriteErrorsAreReported) {
  EXPECT_THROW(TableFile({(folder_ / "no" / "t.csv").string(), ""}, columns, {}), std::runtime_error);
  EXPECT_THROW(TableFile({"", (folder_ / "no" / "t.json").string()}, columns, {}), std::runtime_error);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_THROW(TableFile({"/dev/full", ""}, columns, {}), std::runtime_error);
  }
}

Table table_of(const std::string& text) {
  std::istringstream file(text);
  return read_table(file, "t.csv");
}

TEST(Table, ALineWithoutEndIsTorn) {
  EXPECT_EQ(table_of("a,b\n1,2\n3,4\n").torn_line, 0u);
  const Table half = table_of("a,b\n1,2\n3");
  EXPECT_EQ(half.torn_line, 3u);
  EXPECT_EQ(half.rows.size(), 1u) << "half a row is none";
  const Table whole = table_of("a,b\n1,2\n3,4");
  EXPECT_EQ(whole.torn_line, 3u);
  EXPECT_EQ(whole.rows.size(), 2u);
  EXPECT_THROW(table_of("a,b\n1\n3,4\n"), BadResults) << "but not in the middle of a file";
}

TEST_F(TableFiles, TextOfAnyBytesIsJson) {
  const std::pair<std::string, std::string> texts[] = {
      {"a \"b\" \\ c", "a \"b\" \\ c"},
      {"tab\tnew\n", "tab\tnew\n"},
      {"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"},
      {"\xFFx\xC3", "\xEF\xBF\xBDx\xEF\xBF\xBD"}};  // bytes that are no character
  TableFile table(paths_, columns, {});
  for (const auto& [text, read] : texts) table.add({text, "8", "1"});
  const auto rows = nlohmann::json::parse(json()).at("rows");
  for (std::size_t i = 0; i < std::size(texts); ++i) EXPECT_EQ(rows[i].at("entry"), texts[i].second);
}

TEST_F(TableFiles, TextInNumberColumnsIsNullInJson) {
  TableFile table(paths_, columns, {});
  for (const char* number : {"nan", "inf", "1.5x", "-"}) table.add({"cpu.a", "8", number});
  std::size_t nulls = 0;
  const std::string text = json();
  for (std::size_t at = text.find("null"); at != std::string::npos; at = text.find("null", at + 1)) ++nulls;
  EXPECT_EQ(nulls, 4u) << text;
}

}  // namespace
}  // namespace farfirst::bench
