// farfirst-bench frame: measures frames along paths of the camera, drawn by the viewer's own code without a window.

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "arena.h"
#include "file.h"
#include "inputs/chosen_inputs.h"
#include "inputs/models.h"
#include "measure/chosen_entries.h"
#include "measure/gpu.h"
#include "order/entry_choice.h"
#include "order/timer.h"
#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"
#include "program/machine.h"
#include "program/stop.h"
#include "report/progress.h"
#include "scene/scene.h"

namespace farfirst::bench {

namespace {

struct FrameSettings {
  std::vector<std::string> scenes = {"glass"};
  std::vector<std::string> cameras = {"still", "slow", "fast", "jump"};
  std::vector<std::string> entries = {"best"};
  std::string triangles = "0", elements = "0";
  std::uint32_t instances = 1, particles = 100'000, splats = 1'000'000, seed = 1;
  std::vector<int> resolution = {1280, 720};
  bool no_interop = false;
  std::vector<std::string> cull = {"off"};
  std::string resort = "always";
  TablePaths files;
  FrameOptions frame;
};

/// Replaces "best" by the viewer's first choice of each back end that runs here.
std::vector<Choice> choices_of(const std::vector<std::string>& texts) {
  std::vector<Choice> choices;
  for (const std::string& text : texts) {
    if (text != "best") {
      const std::vector<Choice> these = chosen_entries({text}, Form::distance);
      choices.insert(choices.end(), these.begin(), these.end());
      continue;
    }
    for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) {
      const std::vector<const Algorithm*> entries = app::automatic_entries(backend);
      if (entries.empty()) continue;
      const Algorithm* first = entries.front();
      choices.push_back({.text = std::string(first->id), .algorithm = first, .parameters = {}, .named = false});
    }
  }
  if (choices.empty()) throw Failure(sort_unavailable, "none of the entries can run here");
  return choices;
}

/// Opens scenes as the viewer does. An enlarged scene is a model, as from a file.
app::Scene scene_of(const std::filesystem::path& path, const FrameSettings& settings, const ModelSize& size) {
  const bool whole = size.triangles == 0 && size.instances == 1 && size.elements == 0;
  if (path == "particles" || path == "splats" || (whole && (path == "glass" || path == "jungle")))
    return app::built_in_scene(path.string(), path == "splats" ? settings.splats : settings.particles, settings.seed);
  return app::scene_of_file(path, enlarged(read_model(path), size));
}

std::vector<std::string> about(const FrameArena& arena, const FrameSettings& settings) {
  std::vector<std::string> lines = machine_lines();
  if (why_unavailable(Backend::cuda).empty()) {
    const GpuFacts gpu = gpu_facts(settings.frame.cuda_device);
    lines.insert(lines.end(), {"GPU: " + gpu.name, "driver: " + gpu.driver, "CUDA: " + gpu.toolkit});
  }
  lines.push_back("OpenGL: " + arena.opengl());
  const FrameOptions& frame = settings.frame;
  lines.push_back(fmt::format(
      "{} x {} pixels; {} frames of a path, {} round{}, after {:g} s of warm-up; every order was "
      "checked, and the time of the check taken out of the frame's",
      frame.width, frame.height, frame.frames, frame.rounds, frame.rounds == 1 ? "" : "s", frame.warm_up_seconds));
  if (!frame.error_against.empty())
    lines.push_back("errors: against the renderer " + frame.error_against + ", in frames of their own");
  return lines;
}

class Run {
 public:
  explicit Run(const FrameSettings& settings)
      : settings_(settings),
        choices_(choices_of(settings.entries)),
        size_{.triangles = parse_size("--tessellate", settings.triangles, 0),
              .instances = settings.instances,
              .elements = parse_size("--n", settings.elements, 0)},
        arena_(settings.frame),
        about_(about(arena_, settings)),
        file_(settings.files, about_) {}

  int run() {
    for (const std::string& line : about_) fmt::print("# {}\n", line);
    print_frame_heading();
    note_gpu("before");
    draw_all();
    note_gpu("after");
    if (!any_ && !stop_requested()) throw Failure(sort_unavailable, "none of the entries can run here");
    return stop_requested() ? stopped() : fine;
  }

 private:
  void draw_all() {
    struct Stop {
      std::filesystem::path path;
      bool of_folder;
    };
    std::vector<Stop> tour;
    for (const std::string& text : settings_.scenes) {
      const std::vector<std::filesystem::path> paths = models_in(text);
      if (paths.empty()) throw Failure(unreadable, fmt::format("{}: there is no model in this folder", text));
      for (const std::filesystem::path& path : paths) tour.push_back({path, path != text});
    }
    all_ = tour.size() * settings_.cameras.size();
    for (std::size_t i = 0; i < tour.size() && !stop_requested(); ++i) {
      done_ = i * settings_.cameras.size();
      show(tour[i].path, tour[i].of_folder);
    }
  }

  void show(const std::filesystem::path& path, bool of_folder) {
    app::Scene scene;
    try {
      scene = scene_of(path, settings_, size_);
    } catch (const Failure& failure) {
      if (!of_folder) throw;
      progress_.clear();
      fmt::print(stderr, "farfirst-bench: left out: {}\n", failure.what());
      return;
    }
    if (scene.empty()) throw Failure(unreadable, fmt::format("{}: there is nothing in it to draw", path.string()));
    arena_.show(scene);
    for (std::size_t i = 0; i < settings_.cameras.size() && !stop_requested(); ++i, ++done_) {
      const CameraMoves moves = camera_moves(settings_.cameras[i], scene, arena_.aspect());
      draw(path.stem().string() + " " + moves.name, moves);
    }
  }

  void draw(const std::string& input, const CameraMoves& moves) {
    const double each = done_ == 0 ? -1 : watch_.milliseconds() / 1000 / static_cast<double>(done_);
    progress_.show(done_, all_, each * static_cast<double>(all_ - done_), input);
    const std::vector<FrameRow> rows = arena_.measure(choices_, moves);
    progress_.clear();
    print_frames(input, rows);
    file_.add(input, rows);
    any_ |= !rows.empty();
  }

  void note_gpu(const char* when) {
    if (const std::string state = arena_.gpu_state(); !state.empty())
      file_.note(fmt::format("GPU {}: {}", when, state));
  }

  int stopped() {
    progress_.clear();
    fmt::print(stderr, "farfirst-bench: ended early; what was measured is kept\n");
    return ended_early;
  }

  const FrameSettings& settings_;
  const std::vector<Choice> choices_;
  const ModelSize size_;
  FrameArena arena_;
  const std::vector<std::string> about_;
  FrameFile file_;
  Progress progress_ = progress_on_stderr();
  const app::Stopwatch watch_;
  std::size_t done_ = 0, all_ = 0;  // scenes and cameras
  bool any_ = false;
};

void add_scenes(Command command, FrameSettings& settings) {
  command.option("--scene", settings.scenes,
                 "glass, jungle, particles, splats (the viewer's), files (meshes, points, splats) and folders of them, "
                 "with commas");
  command.option("--camera", settings.cameras, "How the camera moves, with commas: " + camera_names());
  command.option("--n", settings.elements, "Exact number of triangles or points of a model; 0: all");
  command.option("--tessellate", settings.triangles, "Minimum number of triangles: a model's are cut finer");
  command.option("--instances", settings.instances, "Number of copies of a model, side by side").range(1, 1000000);
  command.option("--particles", settings.particles, "Number of particles").range(1, 10000000);
  command.option("--splats", settings.splats, "Number of splats in the scene splats").range(1, 16777216);
  command.option("--seed", settings.seed, "Seed of the particles and of the splats");
}

void add_drawing(Command command, FrameSettings& settings) {
  FrameOptions& frame = settings.frame;
  command.option("--frames", frame.frames, "Timed frames of a path, which begins again if it is shorter")
      .range(1, 100000);
  command.option("--rounds", frame.rounds, "Number of rounds over each path; rows take turns").range(1, 1000);
  command.option("--renderer", frame.renderers,
                 "Renderers of the sorted elements, with commas, as the viewer's --list-renderers names "
                 "them; auto: the viewer's choice. A row each");
  command
      .option("--samples", frame.samples,
              "Samples per pixel, with commas: 1, 2, 4 or 8. The nearest numbers that "
              "this machine has are used and reported. A row each")
      .one_of({"1", "2", "4", "8"});
  command
      .option(
          "--cull", settings.cull,
          "Whether elements outside the view are culled before the sort, with commas: auto (the viewer's), on, off. "
          "A row each")
      .one_of({"auto", "on", "off"});
  command.option("--resort", settings.resort, "Sort in every frame (always), or after something moved (moved)")
      .one_of({"always", "moved"});
  command
      .option("--warm-up", frame.warm_up_seconds,
              "Seconds of drawing before an entry's frames are timed; at least 0.5 on a GPU, which starts at a "
              "low clock")
      .range(0.0, 60.0);
  command.option("--error-against", frame.error_against,
                 "Also measure the error of each frame's picture against this renderer, such as exact, with as many "
                 "samples: RMSE, PSNR, share of the pixels off by more than 1/255. Not within the timed frames");
  command.option("--resolution", settings.resolution, "Width and height of the picture").values(2).range(1, 16384);
  command.option("--device", frame.cuda_device, "CUDA's ordinal of the GPU; OpenGL uses the same GPU if it can")
      .range(0, 63);
  command.flag("--no-interop", settings.no_interop, "Copy between CUDA and OpenGL through the host's memory");
}

}  // namespace

void add_frame(CommandLine& line) {
  Command command = line.command(
      "frame",
      "Draws frames along paths of the camera, without a window, by the viewer's own code. Times distance, sort, "
      "order, draw and the whole for each entry, renderer, number of samples and culling. Every order is checked; a "
      "wrong one ends with exit "
      "code 5 "
      "and no row.");
  const auto settings = std::make_shared<FrameSettings>();
  command.option("--entries", settings->entries,
                 "Entries, with commas, as for farfirst-bench sort; best: the viewer's first choice of each back "
                 "end that runs here");
  add_scenes(command, *settings);
  add_drawing(command, *settings);
  command.option("--csv", settings->files.csv,
                 "Also write X.csv, the stages' times to X-stages.csv, those of the steps of the draw to X-steps.csv "
                 "and every frame to X-frames.csv");
  command.option("--json", settings->files.json, "The same as JSON");
  command.action([settings] {
    settings->frame.width = settings->resolution[0];
    settings->frame.height = settings->resolution[1];
    settings->frame.interop = !settings->no_interop;
    settings->frame.resort = settings->resort == "moved" ? app::Resort::moved : app::Resort::always;
    settings->frame.cull.clear();
    for (const std::string& word : settings->cull)
      settings->frame.cull.push_back(word == "auto" ? std::nullopt : std::optional(word == "on"));
    install_stop_handlers();
    return Run(*settings).run();
  });
}

}  // namespace farfirst::bench
