// See campaign.h.
#include "campaign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <new>

#include "program/failure.h"
#include "program/stop.h"

namespace farfirst::bench {

/// One input of a part.
struct Campaign::Step {
  const Part* part;
  const PlannedInput* input;
  RowFile* file;
  std::string name() const {
    const std::string n = input->n == 0 ? "" : fmt::format(" {}", input->n);
    return fmt::format("{} {}{}", name_of(part->measure.form), input->name, n);
  }
};

namespace {

/// Returns 0 if the system does not report it.
std::size_t free_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    std::size_t kilobytes = 0;
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

/// The most host memory that an element takes: positions and copies, order, and twice the (key, index)
/// words.
constexpr std::size_t host_bytes_per_element = 64;

std::string gigabytes(std::size_t bytes) { return fmt::format("{:.1f} GB", static_cast<double>(bytes) * 1e-9); }

void print_heading() {
  fmt::print("{:40} {:20} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9} {:>9}  {}\n", "entry", "input", "n", "median ms",
             "p5 ms", "p95 ms", "wall ms", "M/s", "speed-up", "clock");
}

/// Shows speed-ups relative to the row of `baseline`, if it is among them.
void print_rows(const std::vector<Row>& rows, const std::string& baseline) {
  double reference = 0;
  for (const Row& row : rows) {
    if (row.entry == baseline) reference = row.time.median;
  }
  for (const Row& row : rows) {
    const double rate = static_cast<double>(row.n) / row.time.median / 1000.0;
    const std::string speed_up = reference > 0 ? fmt::format("{:.2f}x", reference / row.time.median) : "-";
    fmt::print("{:40} {:20} {:>10} {:>10.4f} {:>10.4f} {:>10.4f} {:>10.4f} {:>9.1f} {:>9}  {}\n", row.entry, row.input,
               row.n, row.time.median, row.time.p5, row.time.p95, row.wall.median, rate, speed_up,
               row.settled == Settled::no ? fmt::format("{}, not settled", row.clock) : std::string(row.clock));
    for (const PassRow& pass : row.passes) {
      fmt::print("    {:36} {:>5} x {:>23.4f} {:>9.1f} %\n", pass.name, pass.count, pass.milliseconds,
                 100 * share_of(pass, row));
    }
  }
  std::fflush(stdout);
}

}  // namespace

Campaign::Campaign(Arena& arena, const CampaignOptions& options)
    : arena_(arena), options_(options), progress_(progress_on_stderr()) {}

double Campaign::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Campaign::add_remark(RowFile& file, const std::string& sentence) {
  progress_.clear();
  fmt::print(stderr, "farfirst-bench: {}\n", sentence);
  file.note(sentence);
}

int Campaign::run(const std::vector<Part>& parts) {
  install_stop_handlers();
  std::vector<RowFile> files = open_files(parts);
  const std::vector<Step> steps = steps_of(parts, files);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (must_end(steps, i)) return end_early(steps, i);
    if (i == 0 || steps[i - 1].part != step.part) begin_part(step);
    progress_.show(i, steps.size(), time_left(steps, i), step.name());
    measure(step);
    if (i + 1 == steps.size() || steps[i + 1].part != step.part) note_gpu(*step.file, "after");
  }
  progress_.clear();
  if (steps.empty()) fmt::print(stderr, "farfirst-bench: nothing is missing\n");
  const bool any = rows_ > 0 || std::ranges::any_of(files, [](const RowFile& file) { return !file.earlier().empty(); });
  if (!any) throw Failure(sort_unavailable, "none of the entries can run here");
  return fine;
}

std::vector<RowFile> Campaign::open_files(const std::vector<Part>& parts) {
  std::vector<RowFile> files;
  files.reserve(parts.size());
  for (const Part& part : parts) arena_.open_for(part.entries);
  for (const Part& part : parts) {
    RowFile& file = files.emplace_back(arena_, part.file);
    for (const std::string& remark : file.remarks()) add_remark(file, remark);
    for (const RowFile::Earlier& row : file.earlier()) {
      sorts_.learn(row.entry, row.form, row.input, row.n, row.wall_ms / 1000);
    }
  }
  return files;
}

/// The steps with missing rows.
std::vector<Campaign::Step> Campaign::steps_of(const std::vector<Part>& parts, std::vector<RowFile>& files) const {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const PlannedInput& input : parts[i].inputs) {
      const auto is_there = [&](const Choice& choice) {
        return files[i].has(choice.text, parts[i].measure.form, input.name, input.n);
      };
      if (std::ranges::all_of(parts[i].entries, is_there)) continue;
      steps.push_back({&parts[i], &input, &files[i]});
    }
  }
  return steps;
}

void Campaign::begin_part(const Step& step) {
  progress_.clear();
  if (rows_ == 0) {
    for (const std::string& line : about_machine(arena_)) fmt::print("# {}\n", line);
  }
  if (!step.part->title.empty()) fmt::print("\n{}\n", step.part->title);
  print_heading();
  note_gpu(*step.file, "before");
}

void Campaign::note_gpu(RowFile& file, const char* when) {
  const std::string state = arena_.gpu_state();
  if (!state.empty()) file.note(fmt::format("GPU {}: {}", when, state));
}

// ---- How long it will take

/// The work of a step, on which its time depends. An input of unknown size counts as one more.
double Campaign::work_of(const Step& step) const {
  const auto worth = [&](const Choice& choice) {
    return !step.file->has(choice.text, step.part->measure.form, step.input->name, step.input->n) &&
           !too_slow(step, choice, step.input->name, step.input->n);
  };
  return static_cast<double>(std::ranges::count_if(step.part->entries, worth)) * static_cast<double>(step.input->n);
}

/// Below 0: not known yet. Many steps make the calculation slow, so it is repeated only when it takes little of the
/// time since the last one.
double Campaign::time_left(const std::vector<Step>& steps, std::size_t next) {
  if (next == 0) return -1;
  const double begin = elapsed(), since = begin - left_.at;
  if (left_.at > 0 && since < std::max(1.0, 20 * left_.cost)) return std::max(0.0, left_.seconds - since);
  left_.seconds = 0;
  for (std::size_t i = next; i < steps.size(); ++i) left_.seconds += time_.seconds(work_of(steps[i]));
  left_.at = elapsed();
  left_.cost = left_.at - begin;
  return left_.seconds;
}

bool Campaign::must_end(const std::vector<Step>& steps, std::size_t next) const {
  if (stop_requested()) return true;
  return options_.minutes > 0 && next > 0 && elapsed() + time_.seconds(work_of(steps[next])) > options_.minutes * 60;
}

int Campaign::end_early(const std::vector<Step>& steps, std::size_t done) {
  progress_.clear();
  const char* why = stop_requested() ? "as requested" : "since the time is over";
  note_gpu(*steps[done].file, "after");
  fmt::print(stderr,
             "farfirst-bench: ended {}, after {}, with {} of {} inputs measured; missing: {}, from \"{}\" on. --resume "
             "continues with them\n",
             why, in_words(elapsed()), done, steps.size(), steps.size() - done, steps[done].name());
  return ended_early;
}

// ---- What is measured

void Campaign::measure(const Step& step) {
  const double begin = elapsed();
  std::vector<Choice> choices = step.part->entries;
  if (step.input->n > 0) choices = worth_measuring(step, step.input->name, step.input->n);
  if (choices.empty()) return;
  try {
    const std::optional<Input> input = step.input->make();
    if (!input) return;
    if (step.input->n == 0) choices = worth_measuring(step, input->name, input->n());
    if (choices.empty()) return;
    MeasureOptions options = step.part->measure;
    options.left_out = [&](const std::string& sentence) { add_remark(*step.file, "left out: " + sentence); };
    take(step, arena_.measure(choices, *input, options));
    time_.learn(static_cast<double>(choices.size()) * static_cast<double>(step.input->n), elapsed() - begin);
  } catch (const OutOfMemory& error) {
    if (!options_.lenient) throw;
    add_remark(*step.file, fmt::format("left out: {}: {}", step.name(), error.what()));
  } catch (const Failure& failure) {
    if (!options_.lenient || failure.exit_code == order_wrong) throw;
    add_remark(*step.file, fmt::format("left out: {}: {}", step.name(), failure.what()));
  } catch (const std::bad_alloc&) {
    if (!options_.lenient) throw;
    add_remark(*step.file, fmt::format("left out: {}: the memory of this machine is too small", step.name()));
  }
}

void Campaign::take(const Step& step, const std::vector<Row>& rows) {
  step.file->add(arena_, rows);
  for (const Row& row : rows) {
    sorts_.learn(row.entry, std::string(name_of(row.form)), row.input, row.n, row.wall.median / 1000);
  }
  rows_ += rows.size();
  progress_.clear();
  print_rows(rows, step.part->baseline);
}

/// The choices whose rows are missing; one message names those that are left out.
std::vector<Choice> Campaign::worth_measuring(const Step& step, const std::string& name, std::uint32_t n) {
  std::vector<Choice> worth;
  if (!fits_in_memory(step, name, n)) return worth;
  std::vector<std::string> without;
  for (const Choice& choice : step.part->entries) {
    if (step.file->has(choice.text, step.part->measure.form, name, n)) continue;
    if (n > choice.algorithm->max_n) {
      without.push_back(fmt::format("{} (sorts at most {})", choice.text, choice.algorithm->max_n));
    } else if (const auto guess = too_slow(step, choice, name, n)) {
      without.push_back(
          fmt::format("{} ({} a sort, by its time at {})", choice.text, in_words(guess->seconds), guess->from));
    } else {
      worth.push_back(choice);
    }
  }
  if (!without.empty()) {
    add_remark(*step.file, fmt::format("left out of {} {} {}: {}", name_of(step.part->measure.form), name, n,
                                       fmt::join(without, ", ")));
  }
  return worth;
}

std::optional<SortForecast::Guess> Campaign::too_slow(const Step& step, const Choice& choice, const std::string& name,
                                                      std::uint32_t n) const {
  if (options_.slow_seconds <= 0) return {};
  const auto guess = sorts_.guess(choice.text, std::string(name_of(step.part->measure.form)), name, n);
  return guess && guess->seconds > options_.slow_seconds ? guess : std::nullopt;
}

bool Campaign::fits_in_memory(const Step& step, const std::string& name, std::uint32_t n) {
  const std::size_t free = free_memory(), wanted = n * host_bytes_per_element;
  if (!options_.lenient || free == 0 || wanted < free) return true;
  add_remark(*step.file, fmt::format("left out: {} {} {}: it may need {} of this machine's memory, and {} are free",
                                     name_of(step.part->measure.form), name, n, gigabytes(wanted), gigabytes(free)));
  return false;
}

}  // namespace farfirst::bench
