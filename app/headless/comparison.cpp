#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/compare_values.h"
#include "compare/comparison.h"
#include "compare/mosaic.h"
#include "compare/race_text.h"
#include "frame_reporter.h"
#include "headless_input.h"
#include "io/files.h"
#include "io/image.h"
#include "offscreen/context.h"
#include "render/frame_block.h"
#include "render/target.h"
#include "say.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"
#include "times.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t usual_warmup = 2, usual_frames = 5;
constexpr const char* exact_renderer = "exact";

/// Checks made before the long work.
void check_files(const Command& command) {
  if (command.csv) check_writable(*command.csv);
  if (!command.output) return check_writable_beside("farfirst.png");
  check_writable(*command.output);
  for (const char* what : {"difference", "heat"}) check_writable(picture_beside(*command.output, what));
}

/// Pictures of one size, and how each differs from `reference`.
struct Pictures {
  std::vector<Image> drawn;
  Image reference;
};

class ComparisonRun {
 public:
  explicit ComparisonRun(const Command& command)
      : command_(command),
        input_(command),
        warmup_(command.warmup.value_or(usual_warmup)),
        frames_(input_.frames() > 0 ? input_.frames() : usual_frames),
        context_(command.debug, command.document.left.sort.cuda_devices.front()),
        scene_renderer_(context_.gl(), VertexFetch::automatic, HeadlessContext::proc()),
        target_(context_.gl(), command.size().x, command.size().y) {
    scene_renderer_.set_measuring(false);  // `auto` uses one renderer for all
  }

  void open() {
    if (command_.compare.with_exact) choose_renderer(exact_renderer, context_.gl());  // throws
    input_.open();
    scene_renderer_.set_scene(input_.scene());
    found_.scene = input_.scene().name();
    found_.device = context_.renderer();
    found_.against = command_.compare.with_exact ? exact_renderer : "first";
    found_.keys = !command_.compare.keys.empty();
  }

  void compare() {
    for (const SideChoice& choice : compared_choices(command_)) entries_.push_back(entry_of(in_scene(choice)));
    draw_entries();
    take_pictures();
    if (pictures_.drawn.empty()) return;
    if (command_.compare.with_exact) pictures_.drawn.push_back(draw_reference());
    pictures_.reference = command_.compare.with_exact ? pictures_.drawn.back() : pictures_.drawn.front();
    for (ComparedRow& row : found_.rows)
      if (row.picture > 0) row.error = error_between(pictures_.drawn[row.picture - 1], pictures_.reference);
  }

  void print() const {
    fmt::print("{}{} x {}, {} frame{} of each after {} of warm-up\n", input_.heading(), command_.size().x,
               command_.size().y, frames_, frames_ == 1 ? "" : "s", warmup_);
    if (command_.verbose) fmt::print("OpenGL {}, {}\n", context_.version(), context_.renderer());
    fmt::print("\n{}", table_of(found_));
    if (pictures_.drawn.empty()) return;
    fmt::print("Pictures are numbered from the upper left. Errors are from the {} picture{}.\n",
               command_.compare.with_exact ? "last" : "first",
               command_.compare.with_exact ? ", which is that of the renderer exact" : "");
  }

  void write() const {
    std::vector<std::string> written;
    if (!pictures_.drawn.empty()) written = write_pictures();
    if (command_.csv) {
      write_file(*command_.csv, csv_of(found_));
      written.push_back(command_.csv->string());
    }
    if (!written.empty()) fmt::print("\nwrote {}\n", fmt::join(written, ", "));
  }

  /// Reports the comparisons that failed.
  ExitCode end() const {
    const auto missing = std::ranges::count_if(found_.rows, [](const ComparedRow& row) { return row.picture == 0; });
    if (missing == 0) return ExitCode::fine;
    say(fmt::format("{} of {} could not be compared; the table has the reason", missing, found_.rows.size()));
    return wrong_ ? ExitCode::order_wrong : ExitCode::sort_unavailable;
  }

 private:
  struct Entry {
    ComparedRow row;
    SideChoice choice;
    FrameReporter reporter;
    RunTimes times{};
    std::optional<Image> picture{};
    bool out_of_memory = false;
  };

  SideChoice in_scene(const SideChoice& choice) const {
    SideChoice result{with_own(command_.document.left.sort, choice.sort), with_own(input_.look(), choice.look)};
    result.sort.resort = command_.windowless_resort;
    result.sort = resolve_auto(result.sort, input_.scene().contents());
    return result;
  }

  static Entry entry_of(const SideChoice& choice) {
    const Algorithm* algorithm = find(choice.sort.algorithm);
    ComparedRow row{.sort = choice.sort.algorithm,
                    .parameters = algorithm == nullptr ? "" : parameters_text(*algorithm, choice.sort.parameters),
                    .renderer = choice.look.renderer,
                    .key = key_text(choice.sort),
                    .trouble = algorithm == nullptr ? "" : why_unavailable(*algorithm)};
    return {std::move(row), choice, FrameReporter(choice.sort.check_order == true)};
  }

  void draw_entries() {
    std::vector<Entry*> able;
    for (Entry& entry : entries_)
      if (entry.row.trouble.empty()) able.push_back(&entry);
    draw(able);
    if (able.size() < 2) return;
    for (Entry* entry : able) {
      if (!entry->out_of_memory) continue;
      *entry = entry_of(entry->choice);  // memory may be enough for it alone
      draw({entry});
    }
  }

  /// The entries take turns within each frame, and in being first: disturbances by the machine hit all of them.
  void draw(const std::vector<Entry*>& entries) {
    if (entries.empty()) return;
    restart();
    for (std::uint32_t i = 0; i < warmup_ + frames_; ++i) {
      scene_renderer_.begin(entries.size());
      if (i == 0)
        for (Entry* entry : entries) entry->row.gpu_bytes = sides_bytes() / entries.size();  // all are alike so far
      for (std::size_t k = 0; k < entries.size(); ++k) {
        const std::size_t side = (i + k) % entries.size();
        if (entries[side]->row.trouble.empty()) try_to_draw(*entries[side], side, i);
      }
    }
  }

  /// Frees what was drawn before; the particles go back to their start.
  void restart() {
    scene_renderer_.begin(0);
    scene_renderer_.begin(1);
    const Scene& scene = input_.scene();
    if (scene.moves()) scene_renderer_.set_scene(scene.restarted());
  }

  void try_to_draw(Entry& entry, std::size_t side, std::uint32_t frame) {
    try {
      draw_frame(entry, side, frame);
    } catch (const Failure& failure) {
      if (failure.exit_code != ExitCode::order_wrong) throw;
      entry.row.trouble = failure.what();
      wrong_ = true;
    } catch (const OutOfMemory& error) {
      entry.row.trouble = error.what();
      entry.out_of_memory = true;
    } catch (const farfirst::Error& error) {
      entry.row.trouble = error.what();
    }
  }

  /// The scene's arrays grow when something first needs them; all entries share them.
  std::size_t sides_bytes() const { return scene_renderer_.gpu_bytes() - scene_renderer_.scene_bytes(); }

  void draw_frame(Entry& entry, std::size_t side, std::uint32_t frame) {
    const bool counts = frame >= warmup_;
    const std::uint32_t number = counts ? frame - warmup_ : 0;
    const std::size_t gpu_before = sides_bytes(), host_before = scene_renderer_.host_bytes();
    const auto& [sort, look] = entry.choice;
    const FrameStats report =
        scene_renderer_.draw_side(side, input_.camera(number), look, sort, target_.target(), /*wait=*/true);
    entry.row.gpu_bytes += sides_bytes() - gpu_before;
    entry.row.host_bytes += scene_renderer_.host_bytes() - host_before;
    entry.reporter.print_new(report, number);
    const FrameIdentity identity = identity_of(report, look, sort, target_.target());
    if (counts)
      entry.times.add(report, identity);
    else
      entry.times.warm_up(report, identity);
    if (frame + 1 < warmup_ + frames_) return;
    note(report, entry.times, entry.row);
    entry.picture = picture_of(side, look);
  }

  /// Where nothing was sorted, the row keeps the sort's name.
  static void note(const FrameStats& report, const RunTimes& times, ComparedRow& row) {
    if (!report.algorithm.empty()) row.sort = report.algorithm;
    row.renderer = report.renderer;
    row.samples = report.samples;
    row.elements = report.elements;
    row.times = times.medians();
  }

  /// The picture of the newest draw.
  Image picture_of(std::size_t side, const Look& look) {
    for (std::uint32_t count = 1; count < look.refine; ++count) scene_renderer_.refine(target_.target(), side);
    return target_.read();
  }

  /// In the sequence of the entries.
  void take_pictures() {
    for (Entry& entry : entries_) {
      if (entry.picture) {
        pictures_.drawn.push_back(*std::move(entry.picture));
        entry.row.picture = pictures_.drawn.size();
      }
      found_.rows.push_back(entry.row);
    }
  }

  /// The last frame as the reference renderer draws it, with as many samples as the first entry, by its key.
  Image draw_reference() {
    const Entry& first = *std::ranges::find(entries_, 1u, [](const Entry& entry) { return entry.row.picture; });
    auto [sort, look] = first.choice;
    sort.algorithm = "auto";
    sort.parameters.clear();
    sort.draw_order = DrawOrder::back_to_front;
    look.renderer = exact_renderer;
    look.exact_by = ExactBy::depth;
    look.samples = first.row.samples;
    restart();
    for (std::uint32_t i = 0; i < warmup_ + frames_; ++i) scene_renderer_.begin(1);  // the particles' steps
    scene_renderer_.draw_side(0, input_.camera(frames_ - 1), look, sort, target_.target(), /*wait=*/true);
    return picture_of(0, look);
  }

  std::vector<std::string> write_pictures() const {
    std::vector<Image> differences, heat;
    for (const Image& image : pictures_.drawn) {
      differences.push_back(signed_difference(image, pictures_.reference, command_.document.split.gain));
      heat.push_back(heat_map(image, pictures_.reference));
    }
    const auto drawn = write("", side_by_side(pictures_.drawn), command_.output.value_or(""));
    const std::filesystem::path& beside = command_.output ? *command_.output : drawn;
    return {drawn.string(), write("difference", side_by_side(differences), beside).string(),
            write("heat", side_by_side(heat), beside).string()};
  }

  /// Overwrites a file of the name that was asked for, but no other.
  std::filesystem::path write(std::string_view what, const Image& image, const std::filesystem::path& beside) const {
    const std::filesystem::path path = what.empty() ? beside : picture_beside(beside, what);
    if (!command_.output) return write_fresh_png("", what.empty() ? "farfirst" : path.stem().string(), image);
    write_png(path, image);
    return path;
  }

  const Command& command_;
  HeadlessInput input_;
  const std::uint32_t warmup_, frames_;
  HeadlessContext context_;
  SceneRenderer scene_renderer_;
  PictureTarget target_;
  std::vector<Entry> entries_;
  Comparison found_;
  Pictures pictures_;
  bool wrong_ = false;
};

}  // namespace

ExitCode run_comparison(const Command& command) {
  check_files(command);
  ComparisonRun run(command);
  run.open();
  run.compare();
  run.print();
  run.write();
  return run.end();
}

}  // namespace farfirst::app
