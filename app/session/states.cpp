// States and the tour: what is shown is saved, and shown again.

#include "cli/right_side.h"
#include "cli/state_file.h"
#include "cli/tour.h"
#include "io/exit_codes.h"
#include "session.h"

namespace farfirst::app {

/// What is no part of a state may have changed while a file was read.
void Session::take_options(const Options& wanted) {
  preferences();
  Options taken = wanted;
  for (const OptionRow& row : option_table())
    if (row.get && !is_shown(row) && row.get(taken) != row.get(options)) row.set(taken, row.get(options));
  options = std::move(taken);
  brought_ = options;
}

const Options& Session::preferences() {
  for (const OptionRow& row : option_table())
    if (row.persistence == Persistence::yes && row.get(options) != row.get(brought_))
      row.set(preferences_, row.get(options));
  brought_ = options;
  return preferences_;
}

void Session::open_state(const std::filesystem::path& file) {
  try {
    std::error_code error;
    Options wanted = options;
    wanted.notices.clear();
    load_state(std::filesystem::absolute(file, error), wanted);
    wanted.tour = 0;
    for (const std::string& notice : wanted.notices) notify(notice);
    memory.remember(wanted.state);
    before_tour_.reset();
    show_state({wanted, {}});
  } catch (const Failure& failure) {
    notify_error(failure.what());
  }
}

/// Built-in scenes stay as they are, of those that are the same whatever the options say.
bool Session::is_shown_already(const Options& wanted) const {
  const bool is_always_the_same =
      wanted.scene == SceneKind::glass || wanted.scene == SceneKind::jungle || wanted.scene == SceneKind::crossing;
  return is_always_the_same && scene_ && scene_->kind == wanted.scene;
}

void Session::show_state(Wanted wanted) {
  load_.reset();
  awaited_.reset();
  keep_camera_ = false;
  playing = false;
  edits_.forget();
  if (wanted.options.scene == SceneKind::file || wanted.options.scene == SceneKind::sequence) {
    const std::vector<ObjectChoice> objects = wanted.options.all_objects();
    awaited_ = std::move(wanted);
    read(objects);
  } else if (is_shown_already(wanted.options)) {
    take_options(wanted.options);
    reset_camera();
    if (wanted.camera) set_world_camera(*wanted.camera);
  } else {
    show_built_in(wanted);
  }
}

void Session::save_state(const std::filesystem::path& file) {
  try {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    app::save_state(path, options, world_camera());
    memory.remember(path);
    notify("wrote " + path.string());
  } catch (const Failure& failure) {
    notify_error(failure.what());
  }
}

void Session::show_tour(std::uint32_t step) {
  if (step == 0 || step > tour_steps().size()) return;
  if (options.tour == 0) before_tour_ = {options, world_camera()};
  Options wanted = options;
  load_tour_step(step, wanted);
  show_state({wanted, {}});
}

void Session::close_note() {
  if (before_tour_) return show_state(*std::exchange(before_tour_, {}));
  options.tour = 0;
  options.note = {};
}

}  // namespace farfirst::app
