#pragma once
// Measured rows in files: CSV and JSON, and, where passes were traced, these in files beside them. Written while a run
// goes on, and taken up again by a later one. bench/results/README.md describes the columns.

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
    bool resume = false;        // take up the CSV file, if there is one
    bool passes = false;        // files for passes too
    std::string settings{};     // what else a row's time depends on: files of other settings are not taken up
    std::string description{};  // how all this was measured
  };
  /// Throws Failure where the file is of another machine, or was measured with other settings.
  RowFile(const Arena& arena, const Options& options);

  bool has(const std::string& entry, Form form, const std::string& input, std::uint32_t n) const;
  /// The rows that were there already.
  struct Earlier {
    std::string entry, form, input;
    std::size_t n = 0;
    double wall_ms = 0;
  };
  const std::vector<Earlier>& earlier() const noexcept { return earlier_; }
  /// What is said when a file is taken up: half a row, another commit.
  const std::vector<std::string>& remarks() const noexcept { return remarks_; }

  void add(Arena& arena, const std::vector<Row>& rows);
  void note(const std::string& comment);

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::size_t>;
  /// The rows of the files that are there.
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

/// "name: value" lines about the machine and, where one was opened, the GPU.
std::vector<std::string> about_machine(const Arena& arena);

}  // namespace farfirst::bench
