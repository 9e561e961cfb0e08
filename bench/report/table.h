#pragma once
// Tables in files: CSV with comment lines at its head, and JSON. A row is in the files as soon as it is added, so that
// nothing is lost when a long run ends early. bench/results/README.md describes both.

#include <cstdio>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace farfirst::bench {

/// Not a table; the sentence names the file and the line.
struct BadResults : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Fields = std::vector<std::string>;

/// A table from a file.
struct Table {
  struct Row {
    std::size_t line = 0;  // of the file
    Fields fields;         // as many as there are columns
  };
  Fields comments;  // without "# "
  Fields columns;
  std::vector<Row> rows;
  // Not 0: the file ends within this line, since its writer was stopped. It is among the rows if it has as many fields
  // as they.
  std::size_t torn_line = 0;

  /// The index of a column. Throws BadResults if there is none.
  std::size_t column(const std::string& name) const;
  std::string file;
};
/// Throws BadResults.
Table read_table(std::istream& file, const std::string& name);
Table read_table(const std::filesystem::path& path);

struct Column {
  enum class Kind { text, number };
  std::string name;
  Kind kind = Kind::text;
};

inline constexpr auto numeric = Column::Kind::number;
/// Reads "entry n# median_ms#": those with # are numbers.
std::vector<Column> columns_of(const std::string& names);

/// The files of a table; an empty path: none.
struct TablePaths {
  std::string csv, json;
};

/// A table that grows, row by row. Throws std::runtime_error if a file cannot be written.
class TableFile {
 public:
  /// A new table, or, with `earlier` rows, one that continues: the files then begin with these.
  TableFile(const TablePaths& paths, std::vector<Column> columns, Fields comments,
            const std::vector<Fields>& earlier = {});

  /// Fields as text, one for each column; an empty one: unknown. They are in the files when this returns.
  void add(const Fields& row);
  /// Adds a comment that becomes known late, unless it is there already.
  void note(const std::string& comment);

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  void open_csv(const std::vector<Fields>& earlier);
  void open_json(const std::vector<Fields>& earlier);
  void add_to_json(const Fields& row);
  void end_json();

  TablePaths paths_;
  std::vector<Column> columns_;
  Fields comments_;
  File csv_{nullptr, &std::fclose}, json_{nullptr, &std::fclose};
  long json_rows_end_ = 0;  // the end is written again after each row
  bool json_has_rows_ = false;
};

}  // namespace farfirst::bench
