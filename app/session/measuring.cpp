// The race of the sorts, the key lab, and the picture against the truth: each does a little beside every frame.

#include <algorithm>

#include "render/frame_block.h"
#include "session.h"

namespace farfirst::app {

/// As the document says. Ticks are set when these say something else than before.
void Session::set_race() {
  race_.set_sweeping(document.race.curves);
  race_.set_on(document.race.on);
  if (document.race.sorts == raced_) return;
  raced_ = document.race.sorts;
  for (std::size_t i = 0; i < race_.entries(); ++i) {
    const std::string_view id = race_.algorithm(i).id;
    race_.tick(i, raced_ ? std::ranges::find(*raced_, id) != raced_->end() : race_.is_usual(i));
  }
}

/// What is not sorted in the picture is raced all the same.
void Session::step_race() {
  set_race();
  if (!race_.is_running() || !target_ || measures()) return;
  SortChoice choice = drawn_.sides[left].sort;
  if (!sorted(choice.draw_order)) choice.draw_order = DrawOrder::back_to_front;
  const SceneRenderer::Sorting sorting = scene_renderer_->sorting(drawn_.camera, choice);
  race_.step({sorting.wanted, sorting.scene, sorting.elements});
}

void Session::tick(std::size_t entry, bool ticked) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < race_.entries(); ++i)
    if (i == entry ? ticked : race_.is_ticked(i)) ids.emplace_back(race_.algorithm(i).id);
  if (race_.is_failed(entry) && ticked) race_.tick(entry, true);  // again
  document.race.sorts = std::move(ids);
}

void Session::measure_keys() {
  if (!target_ || drawn_.scene != scene_number_) return;
  key_lab_.begin({.camera = drawn_.camera,
                  .look = drawn_.sides[left].look,
                  .sort = drawn_.sides[left].sort,
                  .report = last(),
                  .width = drawn_.view.width,
                  .height = drawn_.view.height,
                  .pixel_scale = drawn_.view.pixel_scale});
  key_lab_scene_ = scene_number_;
  key_lab_objects_ = drawn_.document.objects;
}

/// Begins by itself with each scene, once there is something to see.
void Session::step_key_lab() {
  if (!document.key_lab || key_lab_scene_ != scene_number_) {
    if (std::exchange(key_lab_scene_, 0) != 0) {
      key_lab_.forget();
      scene_renderer_->forget_beside();
    }
    if (document.key_lab && last().elements > 0) measure_keys();
  }
  if (!measures_keys()) return;
  if (key_lab_objects_ != document.objects) return measure_keys();  // the rows so far are of others
  key_lab_.step(*scene_renderer_);
  if (key_lab_.is_done()) scene_renderer_->forget_beside();
}

bool Session::key_lab_is_current() const {
  const ShownPicture& of = key_lab_.shown();
  const bool is_as_large = of.width == drawn_.view.width && of.height == drawn_.view.height;
  return of.camera == camera && of.look == document.left.look && of.sort == document.left.sort && is_as_large &&
         of.pixel_scale == drawn_.view.pixel_scale && key_lab_objects_ == document.objects;
}

/// As the document says.
void Session::set_error_analysis() {
  const ErrorChoice& error = document.error;
  if (error.on == (error_analysis_ != nullptr)) return;
  if (!error.on) return error_analysis_.reset();
  try {
    error_analysis_ = std::make_unique<ErrorAnalysis>(scene_renderer_->gpu());
    ask_error(error.causes, left);
    if (error.methods) ask_methods(left);
  } catch (const farfirst::Error& failure) {
    notify_error(failure.what());
    document.error.on = false;
  }
}

void Session::ask_error(bool with_causes, std::size_t side) {
  if (!error_analysis_) return;
  measured_side_ = side;
  error_analysis_->ask_error(with_causes);
}

void Session::ask_methods(std::size_t side) {
  if (!error_analysis_) return;
  measured_side_ = side;
  error_analysis_->ask_methods();
}

/// Every so many frames, and at rest, so that the error is that of what is shown. The heat map is of every frame.
void Session::ask_by_itself() {
  const std::uint32_t every = document.error.heat ? 1 : document.error.every;
  const std::uint32_t since = error_analysis_->frames_since();
  if (every == 0 || since == 0) return;
  if (since >= every || !needs_sides(drawn_.view)) error_analysis_->ask_error(/*with_causes=*/false);
}

bool Session::can_be_measured() const {
  const FrameStats& report = last(measured_side());
  return target_ && drawn_.has_reference_renders && refined_ == 1 && report.elements > 0 && !report.may_be_incomplete;
}

ShownPicture Session::shown_picture(std::size_t side) const {
  const PictureTarget& target = target_of(side);
  return {.camera = drawn_.camera,
          .look = drawn_.sides[side].look,
          .sort = resolve_auto(drawn_.sides[side].sort, scene() ? scene()->contents() : Contents()),
          .report = last(side),
          .width = target.width(),
          .height = target.height(),
          .pixel_scale = drawn_.view.pixel_scale,
          .texture = target.target().texture};
}

/// Of what is no longer shown as it was, nothing more can be measured.
void Session::follow_objects() {
  if (!error_analysis_->is_under_way() || (measured_objects_ == document.objects && measured_sides_ == sides())) return;
  error_analysis_->stop();
  notify("measuring has ended: the objects or sides are others by now");
}

bool Session::stop_measuring() {
  if (!measures() && !measures_keys()) return false;
  if (error_analysis_) {
    error_analysis_->stop();
    document.error.every = 0;
    document.error.heat = false;
  }
  key_lab_.stop();
  notify("measuring was stopped");
  return true;
}

void Session::step_error_analysis() {
  if (!error_analysis_) return;
  follow_objects();
  if (!can_be_measured()) return;
  if (!error_analysis_->is_under_way()) {
    ask_by_itself();
    measured_objects_ = document.objects;
    measured_sides_ = sides();
  }
  if (measures())
    error_analysis_->step(*scene_renderer_, drawn_.document.split.on ? 2 : 1, shown_picture(measured_side()));
}

}  // namespace farfirst::app
