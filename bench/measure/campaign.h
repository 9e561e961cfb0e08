#pragma once
// Long runs: many inputs, entries against each other on each, into one or more files. Rows are in their files as soon
// as they are measured; progress is shown with the time left; Ctrl-C and a limit of time end it between two inputs, and
// a later run takes the files up where they end.

#include <chrono>
#include <string>
#include <vector>

#include "arena.h"
#include "inputs/chosen_inputs.h"
#include "report/forecast.h"
#include "report/progress.h"
#include "row_file.h"

namespace farfirst::bench {

/// Inputs whose rows go into one file.
struct Part {
  std::string title;  // printed above its rows, where there is one
  RowFile::Options file;
  std::vector<Choice> entries;
  std::vector<PlannedInput> inputs;
  MeasureOptions measure;
  std::string baseline;  // of the speed-ups that are printed
};

struct CampaignOptions {
  double minutes = 0;       // no input is begun that would probably end later; 0 = no limit
  double slow_seconds = 0;  // entries of which one sort would probably take longer are left out; 0 = none
  bool lenient = false;     // an input that cannot be made, or for which memory is short, is left out with a sentence
};

class Campaign {
 public:
  Campaign(Arena& arena, const CampaignOptions& options);

  /// All parts, one after the other: `fine`, or `ended_early` when it was asked to end. Throws Failure, for a wrong
  /// order too; what was measured before is in its files.
  int run(const std::vector<Part>& parts);

 private:
  struct Step;
  std::vector<RowFile> open_files(const std::vector<Part>& parts);
  std::vector<Step> steps_of(const std::vector<Part>& parts, std::vector<RowFile>& files) const;
  void begin_part(const Step& step);
  void note_gpu(RowFile& file, const char* when);
  void say(RowFile& file, const std::string& sentence);

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
  } left_;  // what was reckoned last, when, and how long it took
};

}  // namespace farfirst::bench
