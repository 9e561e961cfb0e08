// Pictures of one side or two: whether one is due, how it is drawn, and what it took.

#include <fmt/format.h>

#include <algorithm>

#include "object/context.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"
#include "session.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

/// Are pictures the same that were drawn of the same, as far as is known?
bool shows_the_same(const FrameStats& a, const FrameStats& b) {
  return a.renderer == b.renderer && a.samples == b.samples && a.order_age == b.order_age &&
         a.may_be_incomplete == b.may_be_incomplete && a.wanted == b.wanted && (a.elements > 0) == (b.elements > 0);
}

}  // namespace

void Session::set_split(bool on) {
  if (on && !document.right) document.right = document.left;
  document.split.on = on;
}

SortChoice& Session::own_sort(std::size_t side) { return side == left ? document.left.sort : document.right->sort; }
Look& Session::own_look(std::size_t side) { return side == left ? document.left.look : document.right->look; }

SortChoice Session::sort_of(std::size_t side) const {
  return side == left || !document.right ? document.left.sort : with_own(document.left.sort, document.right->sort);
}

Look Session::look_of(std::size_t side) const {
  return side == left || !document.right ? document.left.look : with_own(document.left.look, document.right->look);
}

void Session::swap_sides() {
  if (!document.right) return;
  const SideChoice before{document.left.sort, document.left.look};
  document.left.sort = with_own(document.left.sort, document.right->sort);
  document.left.look = with_own(document.left.look, document.right->look);
  document.right = before;
}

bool Session::same_as_drawn(const View& view) const {
  return drawn_.view == view && drawn_.camera == camera && drawn_.scene == scene_number_ &&
         document.has_picture_of(drawn_.document);
}

bool Session::needs_draw(const View& view) const {
  return needs_sides(view) || (split_ && composed_ != document.split);
}

bool Session::needs_sides(const View& view) const {
  if (dirty_ || !target_ || !same_as_drawn(view) || opacity_is_due(view)) return true;
  if (!scene_) return false;
  if (drawn_.has_reference_renders != (error_analysis_ != nullptr)) return true;
  if (error_analysis_ && error_analysis_->is_asked() && refined_ > 1) return true;  // the frame itself is measured
  return is_animated() || is_under_way() || compares_sides();
}

/// The particles stand still while something is measured.
bool Session::is_animated() const {
  const bool under_way = error_analysis_ && error_analysis_->is_under_way();
  bool plays = !scene_->systems().empty(), waits = false;
  for (const auto& files : scene_->sequences()) {
    plays |= !files->is_one() && !files->is_at_end();
    waits |= files->is_waiting();
  }
  return (plays && !paused && !under_way) || waits || (path_ && playing);
}

bool Session::is_under_way(std::size_t side) const {
  const FrameStats& report = last(side);
  return report.order_awaited || first_order_under_way(side) || report.check_result.awaited || report.measuring ||
         report.may_be_incomplete || !report.compiling.empty() || sort_of(side).resort == Resort::always;
}

bool Session::first_order_under_way(std::size_t side) const {
  return scene_ && !scene_->empty() && last(side).elements == 0;
}

bool Session::needs_refinement(const View& view) const {
  if (cannot_refine_ || refined_ >= most_refined() || measures() || shows_heat() || needs_draw(view)) return false;
  for (std::size_t side = 0; side < sides(); ++side)
    if (!scene_renderer_->can_be_refined(side)) return false;
  return true;
}

std::uint32_t Session::most_refined() const {
  constexpr std::uint32_t automatic = 64;
  return document.left.look.refine > 0 ? document.left.look.refine : automatic;
}

void Session::refine() {
  try {
    const std::uint32_t before = refined_;
    refined_ = most_refined();
    for (std::size_t side = 0; side < sides(); ++side) {
      std::uint32_t& its = refined_of_[side];  // a side that is ahead waits for the other
      if (its <= before) its = scene_renderer_->refine_in_parts(target_of(side).target(drawn_.view.pixel_scale), side);
      refined_ = std::min(refined_, its);
    }
    if (refined_ == before) return;
    if (split_) split_->changed();
    compose();
  } catch (const farfirst::Error& error) {
    notify_error(fmt::format("pictures are no longer refined: {}", error.what()));
    cannot_refine_ = true;
    dirty_ = true;
  }
}

void Session::draw(const View& view) {
  try {
    if (needs_sides(view)) {
      prepare_pictures(view);
      place_objects();
      choose_opacity(view);
      step_path();
      if (simulate_start()) {
        move_particles();
        draw_sides(view);
      }
    }
    compose();
  } catch (const farfirst::Error& error) {
    notify_error(error.what());
    if (document.split.on) set_split(false);  // there is no memory for two
  }
}

void Session::prepare_pictures(const View& view) {
  if (document.split.on) set_split(true);  // as it was said on the command line
  if (!target_ || target_->width() != view.width || target_->height() != view.height) resize_pictures(view);
  if (!document.split.on) {
    split_.reset();
    shown_ = target_.get();
  } else if (!split_) {
    split_ = std::make_unique<SplitPicture>(scene_renderer_->gpu(), view.width, view.height);
    if (!drawn_.document.split.on) seen_[right].last = {};  // of what it was before
    seen_[right].has_picture = false;
  }
}

/// What was shown is shown on, stretched, until the next picture is drawn.
void Session::resize_pictures(const View& view) {
  auto next = std::make_unique<PictureTarget>(gl_, view.width, view.height);
  const std::unique_ptr<PictureTarget> before = std::exchange(target_, std::move(next));
  const std::unique_ptr<SplitPicture> split_before = std::exchange(split_, nullptr);
  shown_ = target_.get();
  if (!before) return reset_camera();  // now that the shape of the picture is known
  target_->take(*before);
  if (!split_before || !document.split.on) return;
  split_ = std::make_unique<SplitPicture>(scene_renderer_->gpu(), view.width, view.height);
  split_->right().take(split_before->right());
}

/// By the CPU, that takes them some milliseconds a frame. False until they are there.
bool Session::simulate_start() {
  constexpr auto patience = 50ms;
  start_simulated_.reset();
  if (!clock_ || !scene_ || !gl::is_software(gl_)) return true;
  for (const auto& system : scene_->systems()) {
    if (system->simulate_for(patience)) continue;
    start_simulated_ = system->simulated_share();
    return false;
  }
  return true;
}

/// A picture that was drawn stays until the next one is.
SceneRenderer::Target Session::frame_target(std::size_t side) const {
  SceneRenderer::Target target = target_of(side).target(drawn_.view.pixel_scale);
  target.keeps = seen_[side].has_picture;
  target.repeats = seen_[side].to_compare;
  target.may_lag = pictures_may_lag;
  return target;
}

bool Session::has_frames_to_compare(std::size_t side) const {
  const auto count = [&](double FrameStats::*time) {
    const auto stage = std::ranges::find(stages(), time, &Stage::time);
    return times(side).series(static_cast<std::size_t>(stage - stages().begin())).size();
  };
  const bool is_sorted = !last(side).algorithm.empty() && !sort_of(side).resort.is_lazy();
  return count(&FrameStats::draw) >= FrameHistory::least_to_compare &&
         (!is_sorted || count(&FrameStats::sort) >= FrameHistory::least_to_compare);
}

bool Session::compares_sides() const {
  constexpr std::uint32_t most_frames = 1000;  // a side that fails is not measured
  constexpr double too_long = 500;             // milliseconds: the window would not answer
  if (std::max(last(left).total, last(right).total) > too_long) return false;
  return document.split.on && frames_at_rest_ < most_frames && scene_ && !scene_->empty() && !measures() &&
         !(has_frames_to_compare(left) && has_frames_to_compare(right));
}

/// Sorted and drawn again, although nothing has changed; but what is under way is not given up for it.
bool Session::draws_to_compare(std::size_t side) const { return compares_sides() && !last(side).may_be_incomplete; }

SortChoice Session::sort_to_draw(std::size_t side) const {
  SortChoice sort = sort_of(side);
  if (sort.resort == Resort::moved && draws_to_compare(side)) sort.resort = Resort::always;
  return sort;
}

void Session::draw_sides(const View& view) {
  const FrameStats before = last(measured_side());
  const bool is_new = !scene_ || is_animated() || !same_as_drawn(view);
  std::array<bool, 2> switched{};
  for (std::size_t side = 0; side < sides(); ++side) {
    const SideChoice now{sort_of(side), look_of(side)};
    switched[side] = drawn_.sides[side].sort != now.sort;
    drawn_.sides[side] = now;
  }
  drawn_.document = document;
  drawn_.camera = camera;
  drawn_.view = view;
  drawn_.scene = scene_number_;
  drawn_.has_reference_renders = error_analysis_ != nullptr;
  dirty_ = false;
  refined_ = 1;
  refined_of_ = {1, 1};
  frames_at_rest_ = is_new ? 0 : frames_at_rest_ + 1;
  scene_renderer_->begin(sides() + (drawn_.has_reference_renders ? 1 : 0));
  // They take turns in being first: the one after it finds the GPU awake and caches warm.
  right_first_ = !right_first_ && sides() > 1;
  double milliseconds = 0;
  for (std::size_t i = 0; i < sides(); ++i) {
    const std::size_t side = right_first_ ? sides() - 1 - i : i;
    draw_side(side, switched[side]);
    milliseconds += std::max(last(side).total, 0.0);
  }
  if (split_) split_->changed();
  if (error_analysis_) error_analysis_->note_frame(is_new || !shows_the_same(before, last(measured_side())));
  count_frame(milliseconds);
}

/// What one side cannot do is reported, and it does something else in the next frame; the other goes on.
void Session::draw_side(std::size_t side, bool switched) {
  if (draws_to_compare(side)) ++seen_[side].to_compare;
  try {
    const FrameStats report =
        scene_renderer_->draw_side(side, camera, look_of(side), sort_to_draw(side), frame_target(side), /*wait=*/false);
    measure(side, report, switched);
    note(side, report);
  } catch (const SortFailed& error) {
    notify_error(about(side, error.what()));
    sort_by_auto(side);
  } catch (const RendererUnavailable& error) {
    draw_by_auto(side, error.what());
  } catch (const OutOfMemory& error) {  // a renderer's, or the picture's
    draw_by_auto(side, error.what());
  } catch (const farfirst::Error& error) {
    notify_error(about(side, error.what()));
  }
}

void Session::sort_by_auto(std::size_t side) {
  SortChoice& sort = own_sort(side);
  if (sort.algorithm == "auto") return;
  sort.algorithm = "auto";
  sort.parameters.clear();
  changed_by_itself_ = true;
}

void Session::draw_by_auto(std::size_t side, const std::string& why) {
  std::string& renderer = own_look(side).renderer;
  if (renderer == "auto") return notify_error(about(side, why));
  notify_error(about(side, why + "; auto goes on instead"));
  renderer = "auto";
  changed_by_itself_ = true;
}

void Session::compose() {
  if (!split_) return;
  shown_ = &split_->compose(*target_, document.split);
  composed_ = document.split;
}

/// Before the report is noted, which may change the choice.
void Session::measure(std::size_t side, const FrameStats& report, bool switched) {
  Seen& seen = seen_[side];
  const SceneRenderer::Target target = target_of(side).target(drawn_.view.pixel_scale);
  FrameIdentity identity = identity_of(report, look_of(side), sort_of(side), target);
  identity.raced = race_.is_running();
  seen.times.add(report, identity, switched || report.measuring);
  if (report.renderer != seen.last.renderer) seen.draw_steps.clear();
  if (!report.draw_steps.empty()) seen.draw_steps = report.draw_steps;
}

void Session::note(std::size_t side, const FrameStats& report) {
  FrameStats& last = seen_[side].last;
  if (!report.message.empty() && report.message != last.message) notify_error(about(side, report.message));
  const CheckResult& result = report.check_result;
  if (!result.trouble.empty() && result.trouble != last.check_result.trouble)
    notify(about(side, "orders are not checked: " + result.trouble));
  if (result.is_wrong() && own_sort(side).algorithm == result.algorithm) {
    // Not taken again by itself; a click on it gives it another chance.
    notify_error(about(side, fmt::format("{}: {}; auto goes on instead", result.algorithm, result.order.sentence())));
    sort_by_auto(side);
  }
  last = report;
  if (report.elements > 0) seen_[side].has_picture = true;
}

/// Which side it is about, where there are two.
std::string Session::about(std::size_t side, const std::string& text) const {
  return sides() == 1 ? text : (side == left ? "left: " : "right: ") + text;
}

/// A pause because nothing changed is no slow frame.
void Session::count_frame(double milliseconds) {
  const auto now = Clock::now();
  const auto pause = 250ms + 3 * std::chrono::duration<double, std::milli>(milliseconds);
  if (!draw_times_.empty() && now - draw_times_.back() > pause) draw_times_.clear();
  draw_times_.push_back(now);
  while (draw_times_.size() > 2 && draw_times_.back() - draw_times_.front() > 1s) draw_times_.pop_front();
}

double Session::frames_per_second() const {
  if (draw_times_.size() < 2) return 0;
  const std::chrono::duration<double> span = draw_times_.back() - draw_times_.front();
  const double rate = static_cast<double>(draw_times_.size() - 1) / span.count();
  const std::chrono::duration<double> silence = Clock::now() - draw_times_.back();
  return silence.count() > std::max(0.5, 3 / rate) ? 0 : rate;
}

void Session::clear_times() {
  for (Seen& seen : seen_) {
    seen.times.clear();
    seen.draw_steps.clear();
  }
  draw_times_.clear();
}

void Session::reload_shaders() {
  if (const std::string log = scene_renderer_->reload_shaders(); log.empty()) {
    for (Seen& seen : seen_) seen.times.mark_next("shaders reloaded");
    notify("shaders reloaded");
  } else {
    notify_error(log);
  }
  dirty_ = true;
}

}  // namespace farfirst::app
