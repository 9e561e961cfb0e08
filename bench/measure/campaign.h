#pragma once
// Long runs: many inputs, each sorted by all entries, into one or more files. Rows are in their files as soon as they
// are measured; progress includes the time left. Ctrl-C and a time limit end a run between two inputs, and a later run
// continues the files.

#include <chrono>
#include <string>
#include <vector>

#include "arena.h"
#include "inputs/chosen_inputs.h"
#include "report/forecast.h"
#include "report/progress.h"
#include "row_file.h"

namespace farfirst::bench {

/// Inputs that share a file of rows.
struct Part {
  std::string title;  // printed above its rows, if not empty
  RowFile::Options file;
  std::vector<Choice> entries;
  std::vector<PlannedInput> inputs;
  MeasureOptions measure;
  std::string baseline;  // of the printed speed-ups
};

struct CampaignOptions {
  double minutes = 0;       // no input is begun that would probably end later; 0 = no limit
  double slow_seconds = 0;  // leave out entries that would probably take longer per sort; 0 = none
  bool lenient = false;     // leave out, with a message, an input that cannot be made or exceeds the memory
};

class Campaign {
 public:
  Campaign(Arena& arena, const CampaignOptions& options);

  /// Runs all parts, one after the other. Returns `fine`, or `ended_early` if it was asked to end. Throws Failure, also
  /// for a wrong order; earlier measurements are in their files.
  int run(const std::vector<Part>& parts);

 private:
  struct Step;
  std::vector<RowFile> open_files(const std::vector<Part>& parts);
  std::vector<Step> steps_of(const std::vector<Part>& parts, std::vector<RowFile>& files) const;
  void begin_part(const Step& step);
  void note_gpu(RowFile& file, const char* when);
  void add_remark(RowFile& file, const std::string& sentence);

  double elapsed() const;
  double work_of(const Step& step) const;
  double time_left(const std::vector<Step>& steps, std::size_t next);
  bool must_end(const std::vector<Step>& steps, std::size_t next) const;
  int end_early(const std::vector<Step>& steps, std::size_t done);

  void measure(const Step& step);
  void take(const Step& step, const std::vector<Row>& rows);
  std::vector<Choice> worth_measuring(const Step& step, const std::string& name, std::uint32_t n);
  std::optional<SortForecast::Guess> too_slow(const Step& step, const Choice& choice, const std::string& name,
                                              std::uint32_t n) const;
  bool fits_in_memory(const Step& step, const std::string& name, std::uint32_t n);

  Arena& arena_;
  const CampaignOptions options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Progress progress_;
  TimeForecast time_;
  SortForecast sorts_;
  std::size_t rows_ = 0;
  struct {
    double seconds = 0, at = 0, cost = 0;
  } left_;  // the last estimate, its time, and how long it took
};

}  // namespace farfirst::bench
