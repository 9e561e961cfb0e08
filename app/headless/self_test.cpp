#include "self_test.h"

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "camera/opening.h"
#include "io/image.h"
#include "machine_report.h"
#include "object/context.h"
#include "offscreen/context.h"
#include "render/scene_renderer.h"
#include "render/target.h"
#include "scene/scene.h"
#include "scene/srgb.h"
#include "scene/units.h"
#include "sheets.h"

namespace farfirst::app {

namespace {

constexpr glm::ivec2 usual_resolution{320, 180}, least_resolution{160, 90}, most_resolution{1920, 1080};
constexpr const char* reference_sort = "cpu.std_stable";
constexpr const char* reference_renderer = "raster";

/// The tolerance of a renderer: how many pixels may be further off. They lie at edges, where two round a coverage
/// differently; where elements meet, for renderers that sort fragments; and below many layers, where
/// half floats round each layer.
constexpr double most_off = 0.002;
constexpr int off_by = 3;                   // of 255, in a channel
constexpr std::uint32_t little_memory = 1;  // MiB, with which a renderer has to draw in steps
constexpr int smooth = 4;                   // samples a pixel

struct TestScene {
  const char* name;
  Scene source;
  Primitive primitive = Primitive::automatic;
  std::vector<Camera> cameras{};
  std::vector<Image> pictures{};       // by the references
  std::vector<Image> fine_pictures{};  // by that renderer, in 32-bit floats
};

constexpr const char* view_names[] = {"from outside", "from within", "looking away"};

/// From within most elements are outside the view, and looking away all.
std::vector<Camera> cameras_of(const Scene& scene, float aspect) {
  const Bounds bounds = scene.bounds();
  const Camera opening = opening_camera(scene, aspect, {});
  Camera within = opening;
  within.eye = bounds.center();
  within.focus = within.eye + 0.1f * bounds.radius() * glm::vec3(1, 0.1f, 0.3f);
  Camera past = opening;
  past.focus = 2.0f * past.eye - past.focus;
  return {opening, within, past};
}

std::vector<TestScene> scenes(float aspect) {
  const Scene glass = built_in_scene("glass", 0, 1);
  std::vector<TestScene> result;
  result.push_back({.name = "triangles", .source = glass});
  result.push_back({.name = "points", .source = glass, .primitive = Primitive::points});
  result.push_back({.name = "particles", .source = built_in_scene("particles", 500, 1)});
  for (TestScene& scene : result) scene.cameras = cameras_of(scene.source, aspect);
  return result;
}

/// How much two pictures differ.
struct Deviation {
  double share_off = 0, share_other = 0;  // of the pixels: off by more than off_by, and by more than 1
  int worst = 0;                          // channel, of 255
  void add(const Deviation& other) {
    share_off = std::max(share_off, other.share_off);
    share_other = std::max(share_other, other.share_other);
    worst = std::max(worst, other.worst);
  }
};

Deviation deviation(const Image& a, const Image& b) {
  Deviation result;
  const double share = 4.0 / static_cast<double>(a.rgba.size());
  for (std::size_t pixel = 0; pixel < a.rgba.size(); pixel += 4) {
    int worst = 0;
    for (std::size_t i = pixel; i < pixel + 4; ++i) worst = std::max(worst, std::abs(a.rgba[i] - b.rgba[i]));
    result.share_off += worst > off_by ? share : 0;
    result.share_other += worst > 1 ? share : 0;
    result.worst = std::max(result.worst, worst);
  }
  return result;
}

/// The root mean square of the difference to a picture of `scale` times as many rows and columns.
double error_against(const Image& fine, const Image& picture) {
  const int scale = fine.width / picture.width;
  double sum = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int i = 0; i < 4 * picture.width; ++i) {
      const auto at = [](const Image& image, int row, int byte) {
        const auto place =
            4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(row) + static_cast<std::size_t>(byte);
        return linear_from_srgb(image.rgba[place] / 255.0);
      };
      double mean = 0;
      for (int row = 0; row < scale; ++row)
        for (int column = 0; column < scale; ++column)
          mean += at(fine, scale * y + row, 4 * (scale * (i / 4) + column) + i % 4);
      const double off = mean / (scale * scale) - at(picture, y, i);
      sum += off * off;
    }
  }
  return std::sqrt(sum / (4.0 * picture.width * picture.height));
}

/// The result for a sort or a renderer. Times are those of the second picture from outside: the first may compile
/// programs and take memory.
struct Finding {
  bool is_right = true;
  bool approximates = false;  // as this renderer should: neither right nor wrong
  bool is_order_wrong = false;
  std::string sentence{};       // why it cannot run here, what is wrong with it, or a remark
  std::vector<double> times{};  // of each scene, milliseconds
};

/// The same orders in 32-bit floats, and with discs of any size.
void draw_fine_references(const HeadlessContext& context, const PictureTarget& target, SortChoice choice,
                          std::vector<TestScene>& scenes) {
  SceneRenderer frame(context.gl(), VertexFetch::pulled, HeadlessContext::proc(), {}, {.fine = true});
  frame.set_paused(true);
  Look look;
  look.samples = 1;
  look.renderer = reference_renderer;
  choice.algorithm = reference_sort;
  for (TestScene& scene : scenes) {
    frame.set_scene(scene.source);
    choice.primitive = scene.primitive;
    for (const Camera& camera : scene.cameras) {
      frame.draw(camera, look, choice, target.target(), /*wait=*/true);
      scene.fine_pictures.push_back(target.read());
    }
  }
}

/// In small pictures too many pixels lie at edges. For large ones, also compares with 16 times as many pixels.
glm::ivec2 resolution(const Command& command) {
  if (!command.resolution) return usual_resolution;
  const glm::ivec2 size(command.size().x, command.size().y);
  if (glm::clamp(size, least_resolution, most_resolution) != size)
    throw Failure(ExitCode::usage,
                  {at::option("self-test"), "its pictures have {} x {} to {} x {} pixels, not {} x {}",
                   least_resolution.x, least_resolution.y, most_resolution.x, most_resolution.y, size.x, size.y});
  return size;
}

class SelfTest {
 public:
  explicit SelfTest(const Command& command)
      : command_(command),
        size_(resolution(command)),
        context_(/*debug=*/false, command.document.left.sort.cuda_devices.front()),
        scene_renderer_(context_.gl(), VertexFetch::automatic, HeadlessContext::proc()),
        target_(context_.gl(), size_.x, size_.y),
        scenes_(scenes(static_cast<float>(size_.x) / static_cast<float>(size_.y))) {
    scene_renderer_.set_paused(true);
    scene_renderer_.set_measuring(false);
    look_.samples = 1;
    choice_.check_order = true;
    choice_.resort = Resort::always;
    choice_.cuda_devices = command.document.left.sort.cuda_devices;
  }

  void run() {
    say(fmt::format("{}\n{}", version_text(), machine_report(context_, command_.document.left.sort.cuda_devices)));
    draw_references();
    draw_fine_references(context_, target_, choice_, scenes_);
    test_sorts();
    test_renderers();
    say(fmt::format("\n{} right, {} approximate, {} wrong, {} cannot run here\n", right_, approximate_, wrong_.size(),
                    absent_));
    if (!wrong_.empty())
      throw Failure(order_wrong_ ? ExitCode::order_wrong : ExitCode::failed,
                    fmt::format("the self-test found {} wrong", fmt::join(wrong_, ", ")));
  }

 private:
  /// Flushes, so that the output of a machine that hangs shows the test.
  static void say(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  void heading(const std::string& title) const {
    std::string text = fmt::format("\n{}\n  {:<22}{:<16}", title, "", "");
    for (const TestScene& scene : scenes_) text += fmt::format("{:>12}", scene.name);
    say(text + "\n");
  }

  void print_row(std::string_view id, const std::string& absence, const std::function<Finding()>& test) {
    say(fmt::format("  {:<22}", id));
    if (!absence.empty()) {
      ++absent_;
      return say(fmt::format("not here: {}\n", absence));
    }
    Finding finding;
    try {
      finding = test();
    } catch (const std::exception& error) {
      finding = {.is_right = false, .sentence = error.what()};
    }
    if (!finding.is_right) {
      wrong_.emplace_back(id);
    } else {
      ++(finding.approximates ? approximate_ : right_);
    }
    order_wrong_ = order_wrong_ || finding.is_order_wrong;
    std::string text = fmt::format("{:<16}", !finding.is_right      ? "WRONG"
                                             : finding.approximates ? "approximates"
                                                                    : "right");
    for (const double time : finding.times) text += fmt::format("{:>12}", milliseconds(time));
    if (!finding.sentence.empty()) text += fmt::format("\n  {:<22}{}", "", finding.sentence);
    say(text + "\n");
  }

  void draw_references() {
    choice_.algorithm = reference_sort;
    look_.renderer = reference_renderer;
    for (TestScene& scene : scenes_) {
      show(scene);
      for (const Camera& camera : scene.cameras) {
        draw(camera);
        scene.pictures.push_back(target_.read());
      }
    }
  }

  void show(const TestScene& scene) {
    scene_renderer_.set_scene(scene.source);
    choice_.primitive = scene.primitive;
  }

  FrameStats draw(const Camera& camera) {
    return scene_renderer_.draw(camera, look_, choice_, target_.target(), /*wait=*/true);
  }

  /// With --sort or --renderer, only what they name.
  bool is_wanted(std::string_view name, std::string_view id) const {
    const SideChoice& named = command_.document.left;
    if (named.sort.algorithm == "auto" && named.look.renderer == "auto") return true;
    return name == id;
  }

  // ---- sorts

  void test_sorts() {
    const auto is_one_wanted = [this](const Algorithm* entry) { return is_wanted(*entry); };
    if (std::ranges::none_of(algorithms(), is_one_wanted)) return;
    heading(fmt::format(
        "Sorts: time of distances and sort, from outside; every order is checked, and its picture is that of {}",
        reference_sort));
    for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) test_sorts(backend);
  }

  bool is_wanted(const Algorithm& entry) const { return is_wanted(command_.document.left.sort.algorithm, entry.id); }

  /// Prints one line for a back end that is not here.
  void test_sorts(Backend backend) {
    std::vector<const Algorithm*> entries;
    std::ranges::copy_if(algorithms(), std::back_inserter(entries),
                         [&](const Algorithm* entry) { return entry->backend == backend && is_wanted(*entry); });
    if (entries.empty()) return;
    if (const std::string absence = why_unavailable(backend); !absence.empty()) {
      absent_ += static_cast<int>(entries.size());
      return say(
          fmt::format("  {:<22}not here: {}\n", fmt::format("{} of {}", entries.size(), name_of(backend)), absence));
    }
    for (const Algorithm* entry : entries) print_row(entry->id, why_unavailable(*entry), [&] { return test(*entry); });
  }

  Finding test(const Algorithm& entry) {
    choice_.algorithm = entry.id;
    look_.renderer = reference_renderer;
    Finding finding;
    for (const TestScene& scene : scenes_) {
      show(scene);
      for (std::size_t i = 0; i < scene.cameras.size(); ++i) {
        test_view(scene, i, /*culls=*/false, finding);
        if (i > 0 && finding.is_right) test_view(scene, i, /*culls=*/true, finding);  // from outside all are in view
        if (!finding.is_right) return finding;
      }
      choice_.cull = false;
      const FrameStats report = draw(scene.cameras.front());
      finding.times.push_back(std::max(report.distance, 0.0) + std::max(report.sort, 0.0));
    }
    return finding;
  }

  /// The picture is the same, culled or not. Orders of the CPU are never culled.
  void test_view(const TestScene& scene, std::size_t view, bool culls, Finding& finding) {
    choice_.cull = culls;
    const FrameStats report = draw(scene.cameras[view]);
    if (culls && !report.wanted.cull) return;
    const CheckResult& check = report.check_result;
    if (check.is_wrong()) {
      finding.is_order_wrong = true;
      return note_fault(finding, scene, view, culls, check.order.sentence());
    }
    if (!check.trouble.empty()) finding.sentence = "orders are not checked: " + check.trouble;
    if (target_.read().rgba != scene.pictures[view].rgba)
      note_fault(finding, scene, view, culls, "another picture than by " + std::string(reference_sort));
  }

  static void note_fault(Finding& finding, const TestScene& scene, std::size_t view, bool culls,
                         const std::string& what) {
    finding.is_right = false;
    finding.sentence = fmt::format("{} {}{}: {}", scene.name, view_names[view], culls ? ", culled" : "", what);
  }

  // ---- renderers

  void test_renderers() {
    std::vector<const RendererAbout*> wanted;
    std::ranges::copy_if(renderers(), std::back_inserter(wanted), [this](const RendererAbout* about) {
      return is_wanted(command_.document.left.look.renderer, about->id);
    });
    if (wanted.empty()) return;
    heading(fmt::format(
        "Renderers: time of drawing, {} x {}, from outside; at most {:g} % of the pixels may differ by more than "
        "{}/255 from those of {} in 32-bit floats",
        size_.x, size_.y, 100 * most_off, off_by, reference_renderer));
    for (const RendererAbout* about : wanted)
      print_row(about->id, about->why_unavailable(context_.gl()), [&] { return test(*about); });
  }

  Finding test(const RendererAbout& about) {
    choice_.algorithm = "auto";
    choice_.cull.reset();
    look_.renderer = about.id;
    Finding finding;
    if (!about.approximates) test_sheets(finding);
    Deviation most;
    for (const TestScene& scene : scenes_) {
      show(scene);
      test_pictures(scene, about, most, finding);
      finding.times.push_back(draw(scene.cameras.front()).draw);
    }
    if (!about.approximates) {
      show(scenes_.front());
      test_smooth_edges(scenes_.front().cameras.front(), finding);
    }
    finding.approximates = about.approximates && finding.is_right;
    if (finding.approximates) finding.sentence = "approximates, as it should";
    const std::string off = fmt::format(
        "{:.3f} % of the pixels of a view differ by more than 1/255, {:.3f} % by more than {}/255, one by {}/255",
        100 * most.share_other, 100 * most.share_off, off_by, most.worst);
    finding.sentence += finding.sentence.empty() ? off : (finding.approximates ? ": " : "; ") + off;
    return finding;
  }

  void test_pictures(const TestScene& scene, const RendererAbout& about, Deviation& most, Finding& finding) {
    for (std::size_t i = 0; i < scene.cameras.size(); ++i) {
      draw(scene.cameras[i]);
      const Image picture = target_.read();
      if (i == 0) test_with_little_memory(scene, i, picture, finding);
      if (lacks_a_part(scene, i, about)) continue;
      const Deviation its = deviation(picture, scene.fine_pictures[i]);
      most.add(its);
      if (its.share_off > most_off && !about.approximates && finding.is_right)
        note_fault(finding, scene, i, false, "another picture");
    }
  }

  /// On software renderers `raster` draws the driver's points: of limited size, and only if the centre is in the
  /// picture.
  bool lacks_a_part(const TestScene& scene, std::size_t view, const RendererAbout& about) const {
    return about.id == reference_renderer && gl::is_software(context_.gl()) && scene.source.moves() && view == 1;
  }

  void test_with_little_memory(const TestScene& scene, std::size_t view, const Image& expected, Finding& finding) {
    const std::uint32_t memory = std::exchange(look_.tile_memory, little_memory);
    draw(scene.cameras[view]);
    look_.tile_memory = memory;
    if (deviation(target_.read(), expected).worst > 1 && finding.is_right)
      note_fault(finding, scene, view, false, fmt::format("another picture with {} MiB of memory", little_memory));
  }

  /// Does a picture of several samples come closer to one of many pixels?
  void test_smooth_edges(const Camera& camera, Finding& finding) {
    constexpr int scale = 4;
    const PictureTarget large(context_.gl(), scale * size_.x, scale * size_.y);
    scene_renderer_.draw(camera, look_, choice_, large.target(), /*wait=*/true);
    const Image fine = large.read();
    draw(camera);
    const double one = error_against(fine, target_.read());
    look_.samples = smooth;
    const int taken = draw(camera).samples;
    look_.samples = 1;
    if (taken == 1) return;
    const double several = error_against(fine, target_.read());
    if (several < 0.6 * one || !finding.is_right) return;
    finding.is_right = false;
    finding.sentence = fmt::format(
        "pictures of {} samples are no smoother: {:.4f} from a picture of {} times as many pixels, {:.4f} with one "
        "sample",
        taken, several, scale * scale, one);
  }

  /// Is the picture of both sheets that of one over the other, in the middle?
  void test_sheets(Finding& finding) {
    std::array<glm::dvec4, 3> pixels{};
    Look look = sheets_look();
    look.renderer = look_.renderer;
    for (const Sheets which : {Sheets::front, Sheets::back, Sheets::both}) {
      scene_renderer_.set_scene(std::make_shared<const Model>(sheets(which)));
      choice_.primitive = Primitive::automatic;
      scene_renderer_.draw(sheets_camera(), look, choice_, target_.target(), /*wait=*/true);
      const Image picture = target_.read();
      const auto middle = 4 * static_cast<std::size_t>(size_.y / 2 * size_.x + size_.x / 2);
      for (int i = 0; i < 4; ++i)
        pixels[static_cast<std::size_t>(which)][i] = picture.rgba[middle + static_cast<std::size_t>(i)] / 255.0;
    }
    const glm::dvec4 off = glm::abs(pixels[2] - over(pixels[0], pixels[1]));
    const double most = 255 * std::max({off.r, off.g, off.b, off.a});
    if (most <= 3 && pixels[0].a > 0.5) return;
    finding.is_right = false;
    finding.sentence = fmt::format("a sheet of glass over another has a colour off by {:.0f}/255", most);
  }

  const Command& command_;
  const glm::ivec2 size_;
  HeadlessContext context_;
  SceneRenderer scene_renderer_;
  PictureTarget target_;
  std::vector<TestScene> scenes_;
  Look look_;
  SortChoice choice_;
  int right_ = 0, approximate_ = 0, absent_ = 0;
  std::vector<std::string> wrong_;  // names
  bool order_wrong_ = false;
};

}  // namespace

void run_self_test(const Command& command) { SelfTest(command).run(); }

}  // namespace farfirst::app
