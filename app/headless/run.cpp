#include "run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/options.h"
#include "compare/measure.h"
#include "drawer.h"
#include "frame_reporter.h"
#include "headless_input.h"
#include "io/files.h"
#include "io/image.h"
#include "say.h"
#include "scene/units.h"
#include "times.h"

namespace farfirst::app {
namespace {

/// Finds every mistake of the command line before the long work.
struct Plan {
  std::string output;  // a file or a pattern; empty: the first unused name when the picture is done
  bool sequence = false;
  std::optional<Image> reference;
};

Plan make_plan(const Command& command) {
  Plan plan;
  if (command.reference) {
    plan.reference = read_png(*command.reference);
    if (plan.reference->width != command.size().x || plan.reference->height != command.size().y)
      throw Failure(ExitCode::failed,
                    {"{} has {} x {} pixels, the picture {} x {}: use --resolution={},{}", command.reference->string(),
                     plan.reference->width, plan.reference->height, command.size().x, command.size().y,
                     plan.reference->width, plan.reference->height});
  }
  if (command.csv) check_writable(*command.csv);
  if (command.output) {
    plan.output = command.output->string();
    plan.sequence = is_sequence(plan.output);
    check_writable(plan.sequence ? sequence_name(plan.output, 0) : plan.output);
  } else {
    check_writable_beside("farfirst.png");
  }
  return plan;
}

void require_sort(const Command& command) {
  if (command.document.left.sort.algorithm == "auto") return;
  const Algorithm* algorithm = find(command.document.left.sort.algorithm);
  if (const std::string reason = why_unavailable(*algorithm); !reason.empty())
    throw Failure(ExitCode::sort_unavailable, {"{} cannot run here: {}", algorithm->id, reason});
}

/// `written`: the file that holds the picture.
ExitCode judge(const Plan& plan, const Command& command, const Image& picture, const std::filesystem::path& written) {
  const WorstTile worst = worst_tile(picture, *plan.reference);
  const PictureError error = error_between(picture, *plan.reference);
  fmt::print(
      "\ndifference {:.6f} (worst tile, at {},{}; {} passes), RMSE {:.6f}, PSNR {:.1f} dB, {:.3f} % of pixels off by "
      "more than 1/255, at most by {}/255\n",
      worst.rmse, worst.x, worst.y, command.reference_threshold, error.rmse(), error.psnr(), error.off_share() * 100,
      error.largest);
  if (worst.rmse <= command.reference_threshold) return ExitCode::fine;
  const std::filesystem::path beside = picture_beside(written, "difference");
  write_png(beside, signed_difference(picture, *plan.reference, 4));
  say(fmt::format("the picture differs from {}; see {}", command.reference->string(), beside.string()));
  return ExitCode::failed;
}

/// The last picture, unless it was written as one of a sequence. Returns its file.
std::filesystem::path write_last(const Plan& plan, std::uint32_t frames, const Image& picture) {
  if (plan.sequence) return sequence_name(plan.output, frames - 1);
  if (plan.output.empty()) return write_fresh_png("", "farfirst", picture);
  write_png(plan.output, picture);
  return plan.output;
}

class Run {
 public:
  Run(const Command& command, const Plan& plan)
      : command_(command),
        plan_(plan),
        input_(command),
        frames_(std::max(input_.frames(), 1u)),
        choice_(command.document.left.sort),
        drawer_(make_drawer(command)) {
    choice_.resort = command.windowless_resort;
  }

  void open() {
    require_sort(command_);
    input_.open();
    drawer_->set_scene(input_.scene());
  }

  std::uint32_t warmup() const { return command_.warmup.value_or(0); }

  void measure() {
    for (std::uint32_t i = 0; i < warmup(); ++i) {
      draw(0);
      times_.warm_up(last_, identity());
    }
    drawer_->set_measuring(false);  // the choice stays for the run
    std::optional<GrowingFile> csv;
    if (command_.csv) csv.emplace(*command_.csv);
    for (std::uint32_t i = 0; i < frames_; ++i) {
      draw(i);
      const std::string row = times_.add(last_, identity());
      if (csv) csv->add(i == 0 ? csv_heading() + row : row);
      if (plan_.sequence || i + 1 == frames_) refine();
      if (plan_.sequence) write_png(sequence_name(plan_.output, i), drawer_->picture());
    }
  }

  void print_heading() const {
    fmt::print("{}", input_.heading());
    const std::string sort = last_.algorithm.empty()
                                 ? fmt::format("draw order {}, no sort", name_of(choice_.draw_order))
                                 : "sort " + last_.algorithm;
    fmt::print("{}, {} x {}{}{}, {} frame{}{}\n", sort, command_.size().x, command_.size().y, samples_text(),
               look().refine > 1 ? fmt::format(", refined by {} frames", look().refine) : "", frames_,
               frames_ == 1 ? "" : "s", warmup() > 0 ? fmt::format(" after {} of warm-up", warmup()) : "");
    if (const std::string device = drawer_->sorts_on(); command_.verbose && !device.empty())
      fmt::print("sorted on {}\n", device);
    if (command_.verbose)
      fmt::print("{}\ndrawn by {}, {} sample{} a pixel\nmemory: model {}, sorting {}, GPU {}\n", drawer_->description(),
                 last_.renderer, last_.samples, last_.samples == 1 ? "" : "s", byte_size(input_.scene().model_bytes()),
                 byte_size(drawer_->host_bytes()), byte_size(drawer_->gpu_bytes()));
    if (command_.verbose) print_steps();
    if (const CheckResult& result = last_.check_result; result.known)
      fmt::print("{} order{} checked: {} that ascend{}\n", result.right, result.right == 1 ? " was" : "s were",
                 result.right == 1 ? "a permutation" : "permutations", result.right == 1 ? "s" : "");
    if (choice_.resort.is_lazy()) fmt::print("{}\n", times_.orders());
  }

  void print_times() const { fmt::print("\n{}", times_.table()); }

  Image picture() const { return drawer_->picture(); }
  std::uint32_t frames() const { return frames_; }

 private:
  const Look& look() const { return input_.look(); }

  /// Empty if it was not asked for and a pixel has one sample.
  std::string samples_text() const {
    const int taken = last_.samples, wanted = look().samples;
    if (taken <= 1 && wanted <= 1) return {};
    return fmt::format(", {} sample{} a pixel{}", taken, taken == 1 ? "" : "s",
                       wanted == 0 || wanted == taken ? "" : fmt::format(" ({} wanted)", wanted));
  }

  /// Refines the picture to be written. Its frame was measured unrefined.
  void refine() {
    for (std::uint32_t count = 1; count < look().refine; ++count) drawer_->refine();
  }

  /// Prints the steps of the last frame's draw.
  void print_steps() const {
    for (const auto& [step, milliseconds] : last_.draw_steps) fmt::print("{} {:.3f} ms, ", step, milliseconds);
    if (!last_.renderer_remark.empty()) fmt::print("{}\n", last_.renderer_remark);
    if (!last_.draw_steps.empty()) fmt::print("in the draw of the last frame\n");
  }

  void draw(std::uint32_t number) {
    last_ = drawer_->draw(input_.camera(number), look(), choice_);
    reporter_.print_new(last_, number);
    input_.print_remarks();
  }

  FrameIdentity identity() const {
    return identity_of(last_, look(), choice_, {.width = command_.size().x, .height = command_.size().y});
  }

  const Command& command_;
  const Plan& plan_;
  HeadlessInput input_;
  const std::uint32_t frames_;
  SortChoice choice_;
  std::unique_ptr<Drawer> drawer_;
  FrameStats last_;
  RunTimes times_;
  FrameReporter reporter_{choice_.check_order == true};
};

}  // namespace

ExitCode run_windowless(const Command& command) {
  const Plan plan = make_plan(command);
  Run run(command, plan);
  run.open();
  run.measure();
  run.print_heading();
  run.print_times();

  const Image picture = run.picture();
  const std::filesystem::path written = write_last(plan, run.frames(), picture);
  fmt::print("\nwrote {}{}\n",
             plan.sequence
                 ? fmt::format("{} pictures, {} to {}", run.frames(), sequence_name(plan.output, 0), written.string())
                 : written.string(),
             command.csv ? " and " + command.csv->string() : "");
  return plan.reference ? judge(plan, command, picture, written) : ExitCode::fine;
}

}  // namespace farfirst::app
