#pragma once
// Files of measured rows: CSV and JSON, with traced passes in files beside them. They grow during a run, and a later
// run can continue them. bench/results/README.md describes the columns.

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "arena.h"
#include "report/table.h"

namespace farfirst::bench {

class RowFile {
 public:
  struct Options {
    TablePaths paths;           // both empty: nothing is written
    bool resume = false;        // continue the CSV file, if there is one
    bool passes = false;        // files for passes too
    std::string settings{};     // more settings that a row's time depends on; a continued file has the same
    std::string description{};  // how the rows were measured
  };
  /// Throws Failure if the file is from another machine, or was measured with other settings.
  RowFile(const Arena& arena, const Options& options);

  bool has(const std::string& entry, Form form, const std::string& input, std::uint32_t n) const;
  /// The rows of an earlier run.
  struct Earlier {
    std::string entry, form, input;
    std::size_t n = 0;
    double wall_ms = 0;
  };
  const std::vector<Earlier>& earlier() const noexcept { return earlier_; }
  /// Messages about a continued file: half a row, another commit.
  const std::vector<std::string>& remarks() const noexcept { return remarks_; }

  void add(Arena& arena, const std::vector<Row>& rows);
  void note(const std::string& comment);

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::size_t>;
  /// The rows of existing files.
  struct ExistingRows {
    std::vector<std::string> comments;
    std::vector<Fields> rows, passes;
  };
  ExistingRows take_up(const Options& options, const std::vector<std::string>& about);
  void check_origin(const Table& table, const std::vector<std::string>& about);
  void keep_rows(Table& table, ExistingRows& kept);
  void keep_passes(const std::string& path, ExistingRows& kept);

  std::vector<std::string> about_;
  std::set<Key> known_;
  std::vector<Earlier> earlier_;
  std::vector<std::string> remarks_;
  std::optional<TableFile> rows_, passes_;
};

/// "name: value" lines about the machine and, if one is open, the GPU.
std::vector<std::string> about_machine(const Arena& arena);

}  // namespace farfirst::bench
