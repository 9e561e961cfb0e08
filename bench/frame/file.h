#pragma once
// Measured frames in files and on the terminal; bench/results/README.md describes the columns.

#include <optional>
#include <string>
#include <vector>

#include "arena.h"
#include "report/table.h"

namespace farfirst::bench {

/// Four tables: X.csv has a row for each entry, scene and camera, in the columns that compare and plot know.
/// X-stages.csv has the times of stages, like passes of a sort, and X-steps.csv those of the steps of a draw, if there
/// are several. X-frames.csv has every frame.
class FrameFile {
 public:
  /// Writes nothing if both paths are empty. Throws std::runtime_error.
  FrameFile(const TablePaths& paths, const std::vector<std::string>& about);
  void add(const std::string& input, const std::vector<FrameRow>& rows);
  /// Adds a comment that is known only now.
  void note(const std::string& comment);

 private:
  std::optional<TableFile> rows_, stages_, steps_, frames_;
};

void print_frame_heading();
void print_frames(const std::string& input, const std::vector<FrameRow>& rows);

}  // namespace farfirst::bench
