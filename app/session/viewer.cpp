#include "viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "camera/opening.h"
#include "error_analysis.h"
#include "object/context.h"
#include "render/frame_block.h"

namespace farfirst::app {
namespace {

/// Do both frames give the same picture of the same scene, as far as is known?
bool shows_the_same(const FrameStats& a, const FrameStats& b) {
  return a.renderer == b.renderer && a.samples == b.samples && a.order_age == b.order_age &&
         a.may_be_incomplete == b.may_be_incomplete && a.wanted == b.wanted && (a.elements > 0) == (b.elements > 0);
}

}  // namespace

Viewer::Viewer(const GladGLContext& gl, void* (*proc)(const char*), const glm::ivec2& opening_size, Showing& now,
               Frames& frames, Messages& messages)
    : opengl(fmt::format("OpenGL {}, {}", gl::text_of(gl, GL_VERSION), gl::text_of(gl, GL_RENDERER))),
      gl_(gl),
      now_(now),
      document_(now.document),
      frames_(frames),
      messages_(messages),
      scene_renderer_(gl, VertexFetch::automatic, proc),
      pictures_(scene_renderer_.gpu()),
      opening_size_(opening_size) {}

bool Viewer::set_scene(const Scene& scene, void (SceneRenderer::*set)(const Scene&)) {
  try {
    (scene_renderer_.*set)(scene);
    return true;
  } catch (const farfirst::Error& error) {
    messages_.notify_error(fmt::format("{}: {}", scene.name(), error.what()));
    now_.dirty = true;
    try {
      if (now_.scene) scene_renderer_.set_scene(*now_.scene);
    } catch (const farfirst::Error&) {
      now_.scene.reset();
    }
    return false;
  }
}

void Viewer::begin_scene() {
  ++now_.scene_number;
  if (now_.error_analysis != nullptr) now_.error_analysis->forget();
  frames_.clear_times();
}

// ---- when

bool Viewer::same_as_drawn(const View& view) const {
  return drawn_.view == view && drawn_.camera == now_.camera && drawn_.scene == now_.scene_number &&
         document_.has_picture_of(drawn_.document);
}

bool Viewer::needs_draw(const View& view) const {
  return needs_pictures(view) || !pictures_.are_composed(document_.split);
}

bool Viewer::needs_pictures(const View& view) const {
  if (now_.dirty || !pictures_.exist() || !same_as_drawn(view) || opacity_is_due(view)) return true;
  if (!now_.scene) return false;
  if (drawn_.has_reference_renders != (now_.error_analysis != nullptr)) return true;
  if (now_.error_analysis != nullptr && now_.error_analysis->is_asked() && refined_ > 1)
    return true;  // the frame itself is measured
  return now_.is_animated() || is_under_way() || compares_sides();
}

bool Viewer::is_under_way() const {
  return is_under_way(left_index) || (document_.sides() > 1 && is_under_way(right_index));
}

bool Viewer::is_under_way(std::size_t side) const {
  const FrameStats& report = frames_.last(side);
  return report.order_awaited || first_order_under_way(side) || report.check_result.awaited || report.measuring ||
         report.may_be_incomplete || !report.compiling.empty() || document_.side(side).sort.resort == Resort::always;
}

bool Viewer::first_order_under_way(std::size_t side) const {
  return now_.scene && !now_.scene->empty() && frames_.last(side).elements == 0;
}

bool Viewer::needs_refinement(const View& view) const {
  if (cannot_refine_ || refined_ >= most_refined() || is_measured() || shows_heat() || needs_draw(view)) return false;
  for (std::size_t side = 0; side < document_.sides(); ++side)
    if (!scene_renderer_.can_be_refined(side)) return false;
  return true;
}

bool Viewer::is_measured() const {
  const ErrorAnalysis* const analysis = now_.error_analysis;
  return analysis != nullptr && (analysis->is_under_way() || (analysis->is_asked() && can_be_measured()));
}

bool Viewer::can_be_measured() const {
  const FrameStats& report = frames_.last(measured_side());
  return pictures_.exist() && drawn_.has_reference_renders && refined_ == 1 && report.elements > 0 &&
         !report.may_be_incomplete;
}

std::size_t Viewer::measured_side() const { return std::min(now_.error_analysis->side(), document_.sides() - 1); }

ShownPicture Viewer::shown_picture() const {
  const std::size_t side = measured_side();
  const PictureTarget& target = pictures_.of(side);
  const SideChoice choice = drawn_.document.side(side);
  return {.camera = drawn_.camera,
          .look = choice.look,
          .sort = resolve_auto(choice.sort, now_.scene ? now_.scene->contents() : Contents()),
          .report = frames_.last(side),
          .width = target.width(),
          .height = target.height(),
          .pixel_scale = drawn_.view.pixel_scale,
          .texture = target.target().texture};
}

// ---- what is shown

float Viewer::aspect() const {
  if (!pictures_.exist()) return static_cast<float>(opening_size_.x) / static_cast<float>(opening_size_.y);
  const PictureTarget& left = pictures_.of(left_index);
  return static_cast<float>(left.width()) / static_cast<float>(left.height());
}

bool Viewer::shows_heat() const {
  const ErrorAnalysis* const analysis = now_.error_analysis;
  return analysis != nullptr && document_.error.heat && analysis->is_up_to_date() && analysis->meter().heat();
}

const PictureTarget& Viewer::picture() const {
  return shows_heat() ? *now_.error_analysis->meter().heat() : pictures_.shown();
}

std::uint32_t Viewer::most_refined() const {
  constexpr std::uint32_t automatic = 64;
  return document_.left.look.refine > 0 ? document_.left.look.refine : automatic;
}

void Viewer::refine() {
  try {
    const std::uint32_t before = refined_;
    refined_ = most_refined();
    for (std::size_t side = 0; side < document_.sides(); ++side) {
      std::uint32_t& its = refined_of_[side];  // a side that is ahead waits for the other
      if (its <= before)
        its = scene_renderer_.refine_in_parts(pictures_.of(side).target(drawn_.view.pixel_scale), side);
      refined_ = std::min(refined_, its);
    }
    if (refined_ == before) return;
    pictures_.changed();
    compose();
  } catch (const farfirst::Error& error) {
    messages_.notify_error(fmt::format("pictures are no longer refined: {} (Look > refine)", error.what()));
    cannot_refine_ = true;
    now_.dirty = true;
  }
}

// ---- drawing

void Viewer::prepare(const View& view) {
  const bool two = document_.split.on, had_two = pictures_.are_two();
  if (two) document_.set_split(true);  // a document may come without a right side
  pictures_.prepare(view.width, view.height, two);
  if (!two || had_two) return;
  if (!drawn_.document.split.on) frames_.forget_last(right_index);  // of what it was before
  has_picture_[right_index] = false;
}

Viewer::OpacityBasis Viewer::opacity_basis(const View& view) const {
  LayerView layers;
  layers.as_points = document_.left.sort.primitive == Primitive::points || !now_.scene->contents().meshes;
  // The size of points counts where there are some.
  if (layers.as_points) layers.point_size = document_.left.look.point_size * view.pixel_scale;
  layers.file_alpha = document_.left.look.use_file_colors;
  return {now_.scene_number, document_.up(), layers};
}

bool Viewer::opacity_is_due(const View& view) const {
  return document_.automatic_opacity && now_.scene && opacity_basis(view) != opacity_basis_;
}

/// Once for a scene: it stays when the window gets another size.
void Viewer::choose_point_size(const View& view) {
  const bool as_points = document_.left.sort.primitive == Primitive::points;
  const std::pair basis(now_.scene_number, as_points);
  if (!document_.automatic_point_size || !now_.scene) {
    point_size_basis_.reset();
  } else if (point_size_basis_ != basis) {
    point_size_basis_ = basis;
    document_.left.look.point_size =
        opening_point_size(*now_.scene, as_points, glm::vec2(view.width, view.height) / view.pixel_scale);
  }
}

void Viewer::choose_opacity(const View& view) {
  if (!document_.automatic_opacity) opacity_basis_ = {};  // forces a choice when it is automatic again
  if (!opacity_is_due(view)) return;
  opacity_basis_ = opacity_basis(view);
  LayerView layers = opacity_basis_.view;
  layers.picture = {view.width, view.height};
  document_.left.look.opacity = opening_opacity(*now_.scene, document_.camera, layers);
}

/// A picture stays until the next one is drawn.
SceneRenderer::Target Viewer::frame_target(std::size_t side) const {
  SceneRenderer::Target target = pictures_.of(side).target(drawn_.view.pixel_scale);
  target.keeps = has_picture_[side];
  target.repeats = to_compare_[side];
  target.may_lag = pictures_may_lag;
  return target;
}

bool Viewer::has_frames_to_compare(std::size_t side) const {
  const auto count = [&](double FrameStats::*time) {
    const auto stage = std::ranges::find(stages(), time, &Stage::time);
    return frames_.times(side).series(static_cast<std::size_t>(stage - stages().begin())).size();
  };
  const bool is_sorted = !frames_.last(side).algorithm.empty() && !document_.side(side).sort.resort.is_lazy();
  return count(&FrameStats::draw) >= FrameHistory::least_to_compare &&
         (!is_sorted || count(&FrameStats::sort) >= FrameHistory::least_to_compare);
}

bool Viewer::compares_sides() const {
  constexpr std::uint32_t most_frames = 1000;  // a side that fails is not measured
  constexpr double too_long = 500;             // milliseconds: the window would not answer
  if (std::max(frames_.last(left_index).total, frames_.last(right_index).total) > too_long) return false;
  return document_.split.on && frames_at_rest_ < most_frames && now_.scene && !now_.scene->empty() && !is_measured() &&
         !(has_frames_to_compare(left_index) && has_frames_to_compare(right_index));
}

/// Is it sorted and drawn again, although nothing has changed, without cancelling work in progress?
bool Viewer::draws_to_compare(std::size_t side) const {
  return compares_sides() && !frames_.last(side).may_be_incomplete;
}

SortChoice Viewer::sort_to_draw(std::size_t side, SortChoice sort) const {
  if (sort.resort == Resort::moved && draws_to_compare(side)) sort.resort = Resort::always;
  return sort;
}

void Viewer::draw_pictures(const View& view, bool raced) {
  ErrorAnalysis* const analysis = now_.error_analysis;
  const FrameStats before = analysis != nullptr ? frames_.last(measured_side()) : FrameStats{};
  const bool is_new = !now_.scene || now_.is_animated() || !same_as_drawn(view);
  const std::array<bool, 2> switched = note_drawn(view);
  frames_at_rest_ = is_new ? 0 : frames_at_rest_ + 1;
  const std::size_t sides = document_.sides();
  scene_renderer_.begin(sides + (drawn_.has_reference_renders ? 1 : 0));
  // The sides take turns in being first: the second finds the GPU awake and caches warm.
  right_first_ = !right_first_ && sides > 1;
  double milliseconds = 0;
  for (std::size_t i = 0; i < sides; ++i) {
    const std::size_t side = right_first_ ? sides - 1 - i : i;
    draw_side(side, switched[side], raced);
    milliseconds += std::max(frames_.last(side).total, 0.0);
  }
  pictures_.changed();
  if (analysis != nullptr) analysis->note_frame(is_new || !shows_the_same(before, frames_.last(measured_side())));
  frames_.count(milliseconds);
}

/// The sides with a changed sort choice.
std::array<bool, 2> Viewer::note_drawn(const View& view) {
  std::array<bool, 2> switched{};
  if (drawn_.document != document_) {
    for (std::size_t side = 0; side < document_.sides(); ++side)
      switched[side] = drawn_.document.side(side).sort != document_.side(side).sort;
    drawn_.document = document_;
  }
  drawn_.camera = now_.camera;
  drawn_.view = view;
  drawn_.scene = now_.scene_number;
  drawn_.has_reference_renders = now_.error_analysis != nullptr;
  now_.dirty = false;
  refined_ = 1;
  refined_of_ = {1, 1};
  return switched;
}

/// Reports what a side cannot do, and falls back in the next frame; the other side continues.
void Viewer::draw_side(std::size_t side, bool switched, bool raced) {
  if (draws_to_compare(side)) ++to_compare_[side];
  try {
    const SideChoice choice = drawn_.document.side(side);
    const FrameStats report = scene_renderer_.draw_side(side, now_.camera, choice.look, sort_to_draw(side, choice.sort),
                                                        frame_target(side), /*wait=*/false);
    const std::string message = frames_.last(side).message, trouble = frames_.last(side).check_result.trouble;
    FrameIdentity identity = identity_of(report, choice.look, choice.sort, frame_target(side));
    identity.raced = raced;
    frames_.add(side, report, identity, switched || report.measuring);
    note(side, message, trouble);
  } catch (const SortFailed& error) {
    messages_.notify_error(about(side, error.what() + std::string(" (Sort)")));
    sort_by_auto(side);
  } catch (const RendererUnavailable& error) {
    draw_by_auto(side, error.what());
  } catch (const OutOfMemory& error) {  // of a renderer or the picture
    draw_by_auto(side, error.what());
  } catch (const farfirst::Error& error) {
    messages_.notify_error(about(side, error.what()));
  }
}

void Viewer::sort_by_auto(std::size_t side) {
  SortChoice& sort = document_.own(side).sort;
  if (sort.algorithm == "auto") return;
  sort.algorithm = "auto";
  sort.parameters.clear();
  now_.changed_by_itself = true;
}

void Viewer::draw_by_auto(std::size_t side, const std::string& why) {
  std::string& renderer = document_.own(side).look.renderer;
  if (renderer == "auto") return messages_.notify_error(about(side, why + " (Look > Renderer)"));
  messages_.notify_error(about(side, why + "; auto takes its place (Look > Renderer)"));
  renderer = "auto";
  now_.changed_by_itself = true;
}

/// Reports a side's new message and trouble, compared with the frame before.
void Viewer::note(std::size_t side, const std::string& message, const std::string& trouble) {
  const FrameStats& report = frames_.last(side);
  const CheckResult& result = report.check_result;
  if (!report.message.empty() && report.message != message) messages_.notify_error(about(side, report.message));
  if (!result.trouble.empty() && result.trouble != trouble)
    messages_.notify(about(side, "orders are not checked: " + result.trouble + " (Sort > check every order)"));
  if (result.is_wrong() && document_.own(side).sort.algorithm == result.algorithm) {
    // Not retried by itself; a click on it retries it.
    messages_.notify_error(
        about(side, fmt::format("{}: {}; auto takes its place (Sort)", result.algorithm, result.order.sentence())));
    sort_by_auto(side);
  }
  if (report.elements > 0) has_picture_[side] = true;
}

/// Names the side, where there are two.
std::string Viewer::about(std::size_t side, const std::string& text) const {
  return document_.sides() == 1 ? text : (side == left_index ? "left: " : "right: ") + text;
}

void Viewer::reload_shaders() {
  if (const std::string log = scene_renderer_.reload_shaders(); log.empty()) {
    frames_.mark_next("shaders reloaded");
    messages_.notify("shaders reloaded");
  } else {
    messages_.notify_error(log);
  }
  now_.dirty = true;
}

}  // namespace farfirst::app
