#include "analysis.h"

#include <algorithm>
#include <utility>

namespace farfirst::app {

Analysis::Analysis(Showing& now, Viewer& viewer, const Frames& frames, Messages& messages)
    : now_(now),
      viewer_(viewer),
      frames_(frames),
      messages_(messages),
      race_(viewer.scene_renderer().gpu()),
      key_lab_(viewer.scene_renderer().gpu()) {
  viewer_.scene_renderer().before_elements_go([this] { race_.release(); });
}

/// Follows the document. Sets ticks when its list differs from before.
void Analysis::set_race() {
  race_.set_sweeping(now_.document.race.curves);
  race_.set_on(now_.document.race.on);
  if (now_.document.race.sorts == raced_) return;
  raced_ = now_.document.race.sorts;
  for (std::size_t i = 0; i < race_.entries(); ++i) {
    const std::string_view id = race_.algorithm(i).id;
    race_.tick(i, raced_ ? std::ranges::find(*raced_, id) != raced_->end() : race_.is_usual(i));
  }
}

/// Entries race even if the picture needs no sort.
void Analysis::step_race() {
  set_race();
  if (!race_.is_running() || !viewer_.has_picture() || viewer_.is_measured()) return;
  const Viewer::Drawn& drawn = viewer_.drawn();
  SortChoice choice = drawn.document.left.sort;
  if (!sorted(choice.draw_order)) choice.draw_order = DrawOrder::back_to_front;
  const SceneRenderer::Sorting sorting = viewer_.scene_renderer().sorting(drawn.camera, choice);
  race_.step({sorting.wanted, sorting.scene, sorting.elements});
}

void Analysis::tick(std::size_t entry, bool ticked) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < race_.entries(); ++i)
    if (i == entry ? ticked : race_.is_ticked(i)) ids.emplace_back(race_.algorithm(i).id);
  if (race_.is_failed(entry) && ticked) race_.tick(entry, true);  // again
  now_.document.race.sorts = std::move(ids);
}

void Analysis::measure_keys() {
  const Viewer::Drawn& drawn = viewer_.drawn();
  if (!viewer_.has_picture() || drawn.scene != now_.scene_number) return;
  key_lab_.begin({.camera = drawn.camera,
                  .look = drawn.document.left.look,
                  .sort = drawn.document.left.sort,
                  .report = frames_.last(),
                  .width = drawn.view.width,
                  .height = drawn.view.height,
                  .pixel_scale = drawn.view.pixel_scale});
  key_lab_scene_ = now_.scene_number;
  key_lab_objects_ = drawn.document.objects;
}

/// Starts by itself with each scene, once there is something to see.
void Analysis::step_key_lab() {
  if (!now_.document.key_lab || key_lab_scene_ != now_.scene_number) {
    if (std::exchange(key_lab_scene_, 0) != 0) {
      key_lab_.forget();
      viewer_.scene_renderer().forget_beside();
    }
    if (now_.document.key_lab && frames_.last().elements > 0) measure_keys();
  }
  if (!measures_keys()) return;
  if (key_lab_objects_ != now_.document.objects) return measure_keys();  // the rows so far are of others
  key_lab_.step(viewer_.scene_renderer());
  if (key_lab_.is_done()) viewer_.scene_renderer().forget_beside();
}

bool Analysis::key_lab_is_current() const {
  const ShownPicture& of = key_lab_.shown();
  const Viewer::View& view = viewer_.drawn().view;
  const bool is_as_large = of.width == view.width && of.height == view.height;
  return of.camera == now_.camera && of.look == now_.document.left.look && of.sort == now_.document.left.sort &&
         is_as_large && of.pixel_scale == view.pixel_scale && key_lab_objects_ == now_.document.objects;
}

/// Follows the document.
void Analysis::follow_document() {
  const ErrorChoice& error = now_.document.error;
  if (error.on == (error_ != nullptr)) return;
  if (!error.on) {
    now_.error_analysis = nullptr;
    return error_.reset();
  }
  try {
    error_ = std::make_unique<ErrorAnalysis>(viewer_.scene_renderer().gpu());
    now_.error_analysis = error_.get();
    ask_error(error.causes, left_index);
    if (error.methods) ask_methods(left_index);
  } catch (const farfirst::Error& failure) {
    messages_.notify_error(failure.what());
    now_.document.error.on = false;
  }
}

void Analysis::ask_error(bool with_causes, std::size_t side) {
  if (error_) error_->ask_error(with_causes, side);
}

void Analysis::ask_methods(std::size_t side) {
  if (error_) error_->ask_methods(side);
}

/// Every N frames, and at rest, so that the error is that of the displayed picture. The heat map is of every frame.
void Analysis::ask_by_itself() {
  const std::uint32_t every = now_.document.error.heat ? 1 : now_.document.error.every;
  const std::uint32_t since = error_->frames_since();
  if (every == 0 || since == 0) return;
  if (since >= every || !viewer_.needs_pictures(viewer_.drawn().view))
    error_->ask_error(/*with_causes=*/false, error_->side());
}

/// Ends measurements of a picture that is no longer shown.
void Analysis::follow_objects() {
  if (!error_->is_under_way() ||
      (measured_objects_ == now_.document.objects && measured_sides_ == now_.document.sides()))
    return;
  error_->stop();
  messages_.notify("measuring has ended: the objects or sides have changed (Compare > Error of the picture)");
}

bool Analysis::stop() {
  if (!viewer_.is_measured() && !measures_keys()) return false;
  if (error_) {
    error_->stop();
    now_.document.error.every = 0;
    now_.document.error.heat = false;
  }
  messages_.notify(measures_keys() ? "measuring was stopped (Compare > Key lab)"
                                   : "measuring was stopped (Compare > Error of the picture)");
  key_lab_.stop();
  return true;
}

void Analysis::step_error() {
  if (!error_) return;
  follow_objects();
  if (!viewer_.can_be_measured()) return;
  if (!error_->is_under_way()) {
    ask_by_itself();
    measured_objects_ = now_.document.objects;
    measured_sides_ = now_.document.sides();
  }
  if (viewer_.is_measured())
    error_->step(viewer_.scene_renderer(), viewer_.drawn().document.split.on ? 2 : 1, viewer_.shown_picture());
}

}  // namespace farfirst::app
