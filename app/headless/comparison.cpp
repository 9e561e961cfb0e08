#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/compare_values.h"
#include "compare/comparison.h"
#include "compare/mosaic.h"
#include "compare/race_text.h"
#include "context.h"
#include "frame_teller.h"
#include "io/files.h"
#include "io/image.h"
#include "render/target.h"
#include "say.h"
#include "scene/particles.h"
#include "subject.h"
#include "times.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t usual_warmup = 2, usual_frames = 5;
constexpr const char* reference_renderer = "exact";
constexpr std::size_t compared_side = 1, sides = 2;  // the first side draws nothing

/// Found out before the long work.
void check_files(const Options& options) {
  if (options.csv) check_writable(*options.csv);
  if (!options.output) return check_writable_beside("farfirst.png");
  check_writable(*options.output);
  for (const char* what : {"difference", "heat"}) check_writable(picture_beside(*options.output, what));
}

/// Pictures of one size, and how each differs from `reference`.
struct Pictures {
  std::vector<Image> drawn;
  Image reference;
};

class ComparisonRun {
 public:
  explicit ComparisonRun(const Options& options)
      : options_(options),
        subject_(options),
        warmup_(options.was_given("warmup") ? options.warmup : usual_warmup),
        frames_(subject_.frames() > 0 ? subject_.frames() : usual_frames),
        context_(options.debug, options.sort.cuda_device),
        frame_(context_.gl(), VertexFetch::automatic, HeadlessContext::proc()),
        target_(context_.gl(), options.width, options.height) {
    frame_.set_measuring(false);  // `auto` takes one renderer for all
  }

  void open() {
    if (options_.compare.with_exact) choose_renderer(reference_renderer, context_.gl());  // throws
    subject_.open();
    frame_.set_scene(subject_.scene());
    found_.scene = subject_.scene().name();
    found_.device = context_.renderer();
    found_.against = options_.compare.with_exact ? reference_renderer : "first";
    found_.keys = !options_.compare.keys.empty();
  }

  void compare() {
    for (const SideChoice& choice : compared_choices(options_)) found_.rows.push_back(row_of(choice));
    if (pictures_.drawn.empty()) return;
    pictures_.reference = options_.compare.with_exact ? draw_reference() : pictures_.drawn.front();
    for (ComparedRow& row : found_.rows)
      if (row.picture > 0) row.error = error_between(pictures_.drawn[row.picture - 1], pictures_.reference);
  }

  void print() const {
    fmt::print("{}{} x {}, {} frame{} of each after {} of warm-up\n", subject_.heading(), options_.width,
               options_.height, frames_, frames_ == 1 ? "" : "s", warmup_);
    if (options_.verbose) fmt::print("OpenGL {}, {}\n", context_.version(), context_.renderer());
    fmt::print("\n{}", table_of(found_));
    if (pictures_.drawn.empty()) return;
    fmt::print("Pictures are numbered as they stand, from the upper left. Errors are from the {} picture{}.\n",
               options_.compare.with_exact ? "last" : "first",
               options_.compare.with_exact ? ", which is that of the renderer exact" : "");
  }

  void write() const {
    std::vector<std::string> written;
    if (!pictures_.drawn.empty()) written = write_pictures();
    if (options_.csv) {
      write_file(*options_.csv, csv_of(found_));
      written.push_back(options_.csv->string());
    }
    if (!written.empty()) fmt::print("\nwrote {}\n", fmt::join(written, ", "));
  }

  /// Says what could not be compared.
  ExitCode end() const {
    const auto missing = std::ranges::count_if(found_.rows, [](const ComparedRow& row) { return row.picture == 0; });
    if (missing == 0) return ExitCode::fine;
    say(fmt::format("{} of {} could not be compared; the table says why", missing, found_.rows.size()));
    return wrong_ ? ExitCode::order_wrong : ExitCode::sort_unavailable;
  }

 private:
  ComparedRow row_of(const SideChoice& choice) {
    const Algorithm* algorithm = find(choice.sort.algorithm);
    ComparedRow row{.sort = choice.sort.algorithm,
                    .parameters = algorithm == nullptr ? "" : parameters_text(*algorithm, choice.sort.parameters),
                    .renderer = choice.look.renderer,
                    .key = key_text(choice.sort)};
    try {
      if (algorithm != nullptr) row.trouble = why_unavailable(*algorithm);
      if (row.trouble.empty()) draw(choice, row);
    } catch (const Failure& failure) {
      if (failure.exit_code != ExitCode::order_wrong) throw;
      row.trouble = failure.what();
      wrong_ = true;
    } catch (const farfirst::Error& error) {
      row.trouble = error.what();
    } catch (const std::bad_alloc&) {
      row.trouble = "memory ran out";
    }
    return row;
  }

  /// The scene's arrays grow with what is first needed of them, and are everybody's.
  std::size_t sides_bytes() const { return frame_.gpu_bytes() - frame_.scene_bytes(); }

  /// What the entry before took is given back, and the particles are where they began.
  void begin_anew() {
    frame_.begin(1);
    const SceneSource& scene = subject_.scene();
    if (scene.particles) frame_.set_scene(std::make_shared<ParticleSystem>(*scene.particles));
  }

  SideChoice in_scene(const SideChoice& choice) const {
    SideChoice result{with_own(options_.sort, choice.sort), with_own(subject_.look(), choice.look)};
    if (!options_.was_given("resort")) result.sort.resort = Resort::always;
    return result;
  }

  FrameReport draw_frame(const SideChoice& choice, std::uint32_t number) {
    frame_.begin(sides);
    return frame_.draw_side(compared_side, subject_.camera(number), choice.look, choice.sort, target_.target(),
                            /*wait=*/true);
  }

  void draw(const SideChoice& asked, ComparedRow& row) {
    begin_anew();
    const SideChoice choice = in_scene(asked);
    const std::size_t before = sides_bytes();
    RunTimes times;
    FrameTeller teller(choice.sort.check_order == true);
    FrameReport last;
    for (std::uint32_t i = 0; i < warmup_ + frames_; ++i) {
      const std::uint32_t number = i < warmup_ ? 0 : i - warmup_;
      last = draw_frame(choice, number);
      teller.tell(last, number);
      const FrameIdentity identity = identity_of(last, choice.look, choice.sort, target_.target());
      if (i < warmup_)
        times.warm_up(last, identity);
      else
        times.add(last, identity);
    }
    note(last, times, row);
    row.gpu_bytes = sides_bytes() - before;
    row.host_bytes = frame_.host_bytes();
    take_picture(choice.look.refine);
    row.picture = pictures_.drawn.size();
  }

  /// Where nothing was sorted, the row keeps the sort's name.
  static void note(const FrameReport& report, const RunTimes& times, ComparedRow& row) {
    if (!report.algorithm.empty()) row.sort = report.algorithm;
    row.renderer = report.renderer;
    row.samples = report.samples;
    row.elements = report.elements;
    row.times = times.medians();
  }

  void take_picture(std::uint32_t refined) {
    for (std::uint32_t count = 1; count < refined; ++count) frame_.refine(target_.target(), compared_side);
    pictures_.drawn.push_back(target_.read());
  }

  /// The last frame as the renderer that is never wrong draws it, with as many samples as the first entry, by its key.
  Image draw_reference() {
    const auto first = std::ranges::find_if(found_.rows, [](const ComparedRow& row) { return row.picture == 1; });
    const auto place = static_cast<std::size_t>(first - found_.rows.begin());
    SideChoice choice = in_scene(compared_choices(options_)[place]);
    choice.sort.algorithm = "auto";
    choice.sort.parameters.clear();
    choice.sort.draw_order = DrawOrder::back_to_front;
    choice.look.renderer = reference_renderer;
    choice.look.exact_by = ExactBy::depth;
    choice.look.samples = first->samples;
    begin_anew();
    for (std::uint32_t i = 1; i < warmup_ + frames_; ++i) frame_.begin(sides);  // the particles' steps
    draw_frame(choice, frames_ - 1);
    take_picture(choice.look.refine);
    return pictures_.drawn.back();
  }

  std::vector<std::string> write_pictures() const {
    std::vector<Image> differences, heat;
    for (const Image& image : pictures_.drawn) {
      differences.push_back(signed_difference(image, pictures_.reference, options_.split.gain));
      heat.push_back(heat_map(image, pictures_.reference));
    }
    const auto drawn = write("", side_by_side(pictures_.drawn), options_.output.value_or(""));
    const std::filesystem::path& beside = options_.output ? *options_.output : drawn;
    return {drawn.string(), write("difference", side_by_side(differences), beside).string(),
            write("heat", side_by_side(heat), beside).string()};
  }

  /// Over what has the name that was asked for, but over no other.
  std::filesystem::path write(std::string_view what, const Image& image, const std::filesystem::path& beside) const {
    const std::filesystem::path path = what.empty() ? beside : picture_beside(beside, what);
    if (!options_.output) return write_fresh_png("", what.empty() ? "farfirst" : path.stem().string(), image);
    write_png(path, image);
    return path;
  }

  const Options& options_;
  Subject subject_;
  const std::uint32_t warmup_, frames_;
  HeadlessContext context_;
  Frame frame_;
  PictureTarget target_;
  Comparison found_;
  Pictures pictures_;
  bool wrong_ = false;
};

}  // namespace

ExitCode run_comparison(const Options& options) {
  check_files(options);
  ComparisonRun run(options);
  run.open();
  run.compare();
  run.print();
  run.write();
  return run.end();
}

}  // namespace farfirst::app
