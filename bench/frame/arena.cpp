// See arena.h.
#include "arena.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <chrono>

#include "camera/world.h"
#include "compare/measurer.h"
#include "measure/gpu.h"
#include "measure/nvml.h"
#include "object/context.h"
#include "offscreen/context.h"
#include "program/failure.h"
#include "render/target.h"
#include "report/statistics.h"
#include "scene/particles.h"

namespace farfirst::bench {

namespace {

app::SortChoice sort_choice(const FrameChoice& choice, const FrameOptions& options) {
  app::SortChoice sort;
  sort.algorithm = choice.sort.algorithm->id;
  sort.parameters = choice.sort.parameters;
  sort.resort = options.resort;
  sort.cull = choice.cull;
  sort.check_order = true;
  sort.cuda_devices = {options.cuda_device};
  sort.interop = options.interop;
  return sort;
}

void require_right(const app::FrameStats& report, std::size_t frame) {
  const app::CheckResult& result = report.check_result;
  if (result.is_wrong()) {
    throw Failure(order_wrong, fmt::format("frame {}: {}: {}", frame, result.algorithm, result.order.sentence()));
  }
  if (result.is_right() && (result.age == 0 || !report.sorted)) return;
  throw Failure(failed, fmt::format("frame {}: its order was not checked{}{}", frame,
                                    result.trouble.empty() ? "" : ": ", result.trouble));
}

/// The mean over the frames that were culled.
double mean_kept(const std::vector<FrameSample>& frames) {
  double sum = 0, culled = 0;
  for (const FrameSample& frame : frames) {
    if (!frame.report.kept) continue;
    sum += *frame.report.kept;
    ++culled;
  }
  return culled > 0 ? sum / culled : -1;
}

}  // namespace

struct FrameArena::Parts {
  explicit Parts(const FrameOptions& its)
      : options(its),
        context(/*debug=*/false, its.cuda_device),
        scene_renderer(context.gl(), app::VertexFetch::automatic, app::HeadlessContext::proc()),
        picture(context.gl(), its.width, its.height) {
    for (const std::string& name : options.renderers) require_renderer(name);
    if (context.renderer().find("NVIDIA") != std::string::npos)
      nvml.emplace(why_unavailable(Backend::cuda).empty() ? gpu_facts(options.cuda_device).pci_address : "");
    if (options.error_against.empty()) return;
    require_renderer(options.error_against);
    errors.emplace(scene_renderer.gpu(), its);
  }

  /// Errors against the reference picture.
  struct Errors {
    Errors(const app::GpuContext& gpu, const FrameOptions& options)
        : reference(gpu.gl, options.width, options.height), measurer(gpu) {}
    app::PictureTarget reference;
    app::Measurer measurer;
  };

  std::string sorts_on();
  void require_renderer(const std::string& name) const;
  void restart_particles();
  std::vector<FrameChoice> choices_of(const std::vector<Choice>& entries) const;
  app::FrameStats draw(const app::Camera& camera, const app::SortChoice& sort, std::size_t number);
  FrameSample draw(const CameraMoves& moves, std::uint32_t number, const app::SortChoice& sort);
  void warm_up(const CameraMoves& moves, const app::SortChoice& sort);
  void measure_errors(const FrameChoice& choice, const CameraMoves& moves, FrameRow& row);
  bool run(const FrameChoice& choice, const CameraMoves& moves, int round, FrameRow& row);

  const FrameOptions options;
  app::HeadlessContext context;
  app::SceneRenderer scene_renderer;
  app::PictureTarget picture;
  std::optional<Errors> errors;  // if they are asked for
  std::optional<Nvml> nvml;
  app::Scene scene;
  app::Look look;   // of the choice that is measured
  std::string cpu;  // the one that sorts
};

FrameArena::FrameArena(const FrameOptions& options) {
  try {
    parts_ = std::make_unique<Parts>(options);
  } catch (const app::NoOpenGL& none) {
    throw Failure(no_opengl, none.what());
  }
}
FrameArena::~FrameArena() = default;

float FrameArena::aspect() const {
  return static_cast<float>(parts_->options.width) / static_cast<float>(parts_->options.height);
}

std::string FrameArena::gpu_state() const {
  if (!parts_->nvml) return {};
  const Nvml& nvml = *parts_->nvml;
  return nvml.why_absent().empty() ? sentence(nvml.state()) : "unknown: " + nvml.why_absent();
}

std::string FrameArena::opengl() const { return parts_->context.version() + ", " + parts_->context.renderer(); }

void FrameArena::show(const app::Scene& scene) {
  parts_->scene = scene;
  parts_->scene_renderer.set_scene(scene);
}

void FrameArena::Parts::require_renderer(const std::string& name) const {
  try {
    app::choose_renderer(name, context.gl());
  } catch (const app::RendererUnavailable& unavailable) {
    throw Failure(app::find_renderer(name) == nullptr ? usage : sort_unavailable, unavailable.what());
  }
}

std::vector<FrameChoice> FrameArena::Parts::choices_of(const std::vector<Choice>& entries) const {
  std::vector<FrameChoice> choices;
  for (const Choice& entry : entries) {
    for (const std::string& renderer : options.renderers) {
      for (const int samples : options.samples) {
        for (const std::optional<bool> cull : options.cull)
          choices.push_back({.sort = entry, .look = {.renderer = renderer, .samples = samples}, .cull = cull});
      }
    }
  }
  return choices;
}

std::string FrameArena::Parts::sorts_on() {
  if (std::string gpu = scene_renderer.sorts_on(); !gpu.empty()) return gpu;
  if (cpu.empty()) cpu = farfirst::open(Backend::cpu)->description();
  return cpu;
}

app::FrameStats FrameArena::Parts::draw(const app::Camera& camera, const app::SortChoice& sort, std::size_t number) {
  app::FrameStats report = scene_renderer.draw(camera, look, sort, picture.target(), /*wait=*/true);
  require_right(report, number);
  return report;
}

FrameSample FrameArena::Parts::draw(const CameraMoves& moves, std::uint32_t number, const app::SortChoice& sort) {
  const std::size_t place = number % moves.frames.size();
  if (!moves.before.empty()) draw(moves.before[place], sort, number);
  const app::Camera& camera = moves.frames[place];
  return {.frame = number, .eye = app::in_world(camera, scene.origin()).position, .report = draw(camera, sort, number)};
}

/// Draws for the seconds that were asked for, on a GPU for at least half a second of the path, and until `auto` has
/// decided. (An idle GPU takes a quarter of a second to leave its lowest clock.) Then, and on software renderers alone,
/// draws some of the first frame, which fills histories. At last restarts the particles, so that all entries sort the
/// same ones.
void FrameArena::Parts::warm_up(const CameraMoves& moves, const app::SortChoice& sort) {
  constexpr std::uint32_t few = 3, enough_to_decide_culling = 60, most_to_decide = 100;
  constexpr double least_on_gpu = 0.5;
  const bool on_gpu = !gl::is_software(context.gl());
  const double seconds = on_gpu ? std::max(options.warm_up_seconds, least_on_gpu) : options.warm_up_seconds;
  const std::uint32_t least = sort.cull ? few : enough_to_decide_culling;
  scene_renderer.set_measuring(true);
  bool measuring = draw(moves, 0, sort).report.measuring;  // the GPU idles for seconds while programs are compiled
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t frames = 0;
       frames < least || seconds_since(begin) < seconds || (measuring && frames < most_to_decide); ++frames)
    measuring = draw(moves, on_gpu || !sort.cull ? frames : 0, sort).report.measuring;
  if (on_gpu) {
    for (std::uint32_t frames = 0; frames < few; ++frames) draw(moves, 0, sort);
  }
  scene_renderer.set_measuring(false);
  if (scene.systems().empty()) return;
  restart_particles();
  for (std::uint32_t frames = 0; frames < few; ++frames) draw(moves, 0, sort);
}

void FrameArena::Parts::restart_particles() {
  if (!scene.systems().empty()) scene_renderer.set_scene(scene.restarted());
}

/// After the timed frames, draws all that differ again: in the row's own way on one side and by the reference on the
/// other, with as many samples.
void FrameArena::Parts::measure_errors(const FrameChoice& choice, const CameraMoves& moves, FrameRow& row) {
  if (!errors) return;
  const app::SortChoice sort = sort_choice(choice, options);
  app::Look right = look;
  right.renderer = options.error_against;
  right.samples = row.samples;
  restart_particles();
  const std::size_t path = moves.frames.size();
  const std::size_t differ = !scene.systems().empty() ? options.frames : std::min<std::size_t>(options.frames, path);
  for (std::size_t number = 0; number < differ; ++number) {
    const app::Camera& camera = moves.frames[number % path];
    scene_renderer.begin(2);
    scene_renderer.draw_side(0, camera, look, sort, picture.target(), /*wait=*/true);
    scene_renderer.draw_side(1, camera, right, sort, errors->reference.target(), /*wait=*/true);
    row.errors.push_back(errors->measurer.measure(picture, errors->reference));
  }
  scene_renderer.begin(1);  // frees the reference's memory
}

/// False if the entry cannot run here, and was not named.
bool FrameArena::Parts::run(const FrameChoice& choice, const CameraMoves& moves, int round, FrameRow& row) {
  const app::SortChoice sort = sort_choice(choice, options);
  look = choice.look;
  try {
    warm_up(moves, sort);
  } catch (const Error& error) {
    if (choice.sort.named) throw;
    fmt::print(stderr, "farfirst-bench: left out: {}: {}\n", choice.sort.text, error.what());
    return false;
  }
  for (std::uint32_t number = 0; number < options.frames; ++number) {
    FrameSample sample = draw(moves, number, sort);
    sample.round = round;
    row.frames.push_back(std::move(sample));
  }
  if (nvml) {
    const int clock = nvml->state().sm_mhz;
    row.sm_mhz = round == 0 ? clock : std::min(row.sm_mhz, clock);
  }
  row.n = row.frames.back().report.elements;
  row.device = sorts_on();
  row.renderer = row.frames.back().report.renderer;
  row.samples = row.frames.back().report.samples;
  row.kept = mean_kept(row.frames);
  if (round == 0) measure_errors(choice, moves, row);
  return true;
}

std::vector<FrameRow> FrameArena::measure(const std::vector<Choice>& entries, const CameraMoves& moves) {
  const std::vector<FrameChoice> choices = parts_->choices_of(entries);
  std::vector<FrameRow> rows(choices.size());
  std::vector<bool> runs(choices.size(), true);
  for (int round = 0; round < parts_->options.rounds; ++round) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (runs[i]) runs[i] = parts_->run(choices[i], moves, round, rows[i]);
    }
  }
  std::vector<FrameRow> measured;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!runs[i]) continue;
    rows[i].entry = choices[i].sort.text;
    measured.push_back(std::move(rows[i]));
  }
  return measured;
}

}  // namespace farfirst::bench
