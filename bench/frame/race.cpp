// farfirst-bench race: what the race of the sorts, which the viewer's window has, takes of the frames beside which it
// runs, and how fresh it keeps its times.

#include "compare/race.h"

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "cameras.h"
#include "headless/context.h"
#include "inputs/chosen_inputs.h"
#include "inputs/models.h"
#include "object/fence.h"
#include "object/framebuffer.h"
#include "object/texture.h"
#include "order/timer.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/machine.h"
#include "program/stop.h"
#include "render/frame.h"
#include "render/quantiles.h"
#include "scene/fountain.h"
#include "scene/particles.h"
#include "scene/units.h"

namespace farfirst::bench {

namespace {

struct RaceSettings {
  std::string scene = "glass", camera = "slow", triangles = "0", renderer = "auto";
  std::vector<std::string> entries = {"usual"};
  std::uint32_t particles = 100'000;
  std::vector<int> resolution = {1280, 720};
  int rounds = 5;
  double seconds = 2, warm_up = 60;
};

/// The viewer's frame and race in a loop as the window has it: no frame waits for its own commands, but for those of
/// the frame before the last.
class Loop {
 public:
  explicit Loop(const RaceSettings& settings)
      : settings_(settings),
        frame_(context_.gl(), app::VertexFetch::automatic, app::HeadlessContext::proc()),
        color_(context_.gl(), GL_RGBA8, settings.resolution[0], settings.resolution[1]),
        framebuffer_(context_.gl(), color_),
        race_(context_.gl(), frame_.opengl()) {
    frame_.before_elements_go([this] { race_.release(); });
    look_.renderer = settings.renderer;
    show_scene();
    tick();
  }

  int run() {
    for (const std::string& line : machine_lines()) fmt::print("# {}\n", line);
    fmt::print("# OpenGL: {}\n# {} x {} pixels, {} elements, camera {}\n", context_.renderer(), settings_.resolution[0],
               settings_.resolution[1], app::with_thousands(elements_), moves_.name);
    warm_up();
    fmt::print("{:>6}{:>14}{:>14}{:>10}{:>12}\n", "round", "without, ms", "with, ms", "ratio", "more, ms");
    app::Quantiles ratios, more;
    for (int round = 1; round <= settings_.rounds && !stop_requested(); ++round) {
      race_.set_frozen(true);
      const double without = mean_frame();
      race_.set_frozen(false);
      const double with = mean_frame();
      ratios.add(with / without);
      more.add(std::max(with - without, 0.0));
      fmt::print("{:>6}{:>14.3f}{:>14.3f}{:>10.3f}{:>12.3f}\n", round, without, with, with / without, with - without);
      std::fflush(stdout);
    }
    fmt::print("median ratio {:.3f}, {:.3f} ms a frame; the race counts {:.3f}\n", ratios.median(), more.median(),
               race_.cost_per_frame());
    print_rows();
    return stop_requested() ? ended_early : fine;
  }

 private:
  void show_scene() {
    app::SceneSource scene;
    if (settings_.scene == "particles") {
      scene.kind = app::SceneKind::particles;
      scene.particles = std::make_shared<app::ParticleSystem>(app::fountain_with_smoke(), settings_.particles, 1);
    } else {
      const ModelSize size{
          .triangles = parse_size("--tessellate", settings_.triangles, 0), .instances = 1, .elements = 0};
      scene = app::scene_of_file(settings_.scene, enlarged(read_model(settings_.scene), size));
    }
    if (scene.empty()) throw Failure(unreadable, settings_.scene + ": there is nothing in it to draw");
    frame_.set_scene(scene);
    const float aspect = static_cast<float>(settings_.resolution[0]) / static_cast<float>(settings_.resolution[1]);
    moves_ = camera_moves(settings_.camera, scene, aspect);
    elements_ = frame_.sorting(moves_.frames.front(), choice_).wanted.n;
  }

  /// "usual", "all", a back end or an id.
  void tick() {
    for (std::size_t i = 0; i < race_.entries(); ++i) {
      const Algorithm& algorithm = race_.algorithm(i);
      const auto is_meant = [&](const std::string& word) {
        return word == "all" || word == algorithm.id || word == name_of(algorithm.backend) ||
               (word == "usual" && race_.is_usual(i));
      };
      race_.tick(i, std::ranges::any_of(settings_.entries, is_meant));
    }
    race_.set_on(true);
  }

  void draw() {
    const app::Camera& camera = moves_.frames[number_ % moves_.frames.size()];
    const app::Frame::Target target{framebuffer_.name(), color_.width(), color_.height(), 1.0f, color_.name()};
    frame_.draw(camera, look_, choice_, target, /*wait=*/false);
    const app::Frame::Sorting sorting = frame_.sorting(camera, choice_);
    race_.step({sorting.wanted, sorting.scene, sorting.elements});
    gl::Fence& fence = fences_[number_++ % fences_.size()];
    fence.wait();
    fence = gl::Fence(context_.gl());
  }

  bool all_raced() const {
    return std::ranges::all_of(race_.rows(),
                               [](const app::RaceRow& row) { return row.state != app::RaceRow::State::waiting; });
  }
  void warm_up() {
    const app::Stopwatch watch;
    while (!all_raced() && watch.milliseconds() < 1e3 * settings_.warm_up && !stop_requested()) draw();
    mean_frame();
  }

  /// Of `seconds`, in milliseconds. Notes how old the times of the race become, once it has had time for them.
  double mean_frame() {
    const app::Stopwatch watch;
    std::uint64_t frames = 0;
    for (; watch.milliseconds() < 1e3 * settings_.seconds && !stop_requested(); ++frames) draw();
    context_.gl().Finish();
    return watch.milliseconds() / static_cast<double>(std::max<std::uint64_t>(frames, 1));
  }

  /// How long its times go without a new one, while the race runs on.
  void print_rows() {
    std::map<std::string_view, double> oldest;
    const app::Stopwatch watch;
    const double settle = 2.5e3, until = settle + 4e3;
    while (watch.milliseconds() < until && !stop_requested()) {
      draw();
      if (watch.milliseconds() < settle) continue;
      for (const app::RaceRow& row : race_.rows())
        if (row.state == app::RaceRow::State::raced)
          oldest[row.algorithm->id] = std::max(oldest[row.algorithm->id], row.age);
    }
    fmt::print("{:<22}{:>12}{:>8}{:>9}{:>16}\n", "sort", "median, ms", "runs", "order", "oldest, s");
    for (const app::RaceRow& row : race_.rows()) {
      if (row.state == app::RaceRow::State::failed) fmt::print("{:<22}{}\n", row.algorithm->id, row.reason);
      if (row.state != app::RaceRow::State::raced) continue;
      fmt::print("{:<22}{:>12.3f}{:>8}{:>9}{:>16.2f}\n", row.algorithm->id, row.median(), row.times->steady().size(),
                 row.times->wrong == 0 ? "right" : "wrong", oldest[row.algorithm->id] * 1e-3);
    }
  }

  const RaceSettings& settings_;
  app::HeadlessContext context_;
  app::Frame frame_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
  app::Race race_;
  app::Look look_;
  app::SortChoice choice_;
  CameraMoves moves_;
  std::uint32_t elements_ = 0;
  std::array<gl::Fence, 2> fences_;
  std::size_t number_ = 0;
};

}  // namespace

void add_race(CommandLine& line) {
  Command command = line.command(
      "race",
      "Draws frames without a window, by the viewer's own code, in turn without and with the race of the sorts beside "
      "them: what the race takes of a frame, and how old its times become.");
  const auto settings = std::make_shared<RaceSettings>();
  command.option("--scene", settings->scene, "glass, jungle, particles (the viewer's), or a file");
  command.option("--camera", settings->camera, "How the camera moves: " + camera_names());
  command.option("--tessellate", settings->triangles, "Cut a model's triangles until there are at least so many");
  command.option("--particles", settings->particles, "How many particles there are").range(1, 10000000);
  command.option("--renderer", settings->renderer,
                 "In which way sorted elements become a picture; auto: as the viewer");
  command.option("--entries", settings->entries,
                 "Who races, with commas: usual (as in the viewer), all, cpu, cuda, gl, or ids");
  command.option("--resolution", settings->resolution, "Width and height of the picture").values(2).range(1, 16384);
  command.option("--rounds", settings->rounds, "So often without and with").range(1, 1000);
  command.option("--seconds", settings->seconds, "So long each").range(0.1, 600.0);
  command.option("--warm-up", settings->warm_up, "At most so many seconds until all have raced").range(0.0, 600.0);
  command.action([settings] {
    stop_when_asked();
    try {
      return Loop(*settings).run();
    } catch (const app::NoOpenGL& none) {
      throw Failure(no_opengl, none.what());
    }
  });
}

}  // namespace farfirst::bench
