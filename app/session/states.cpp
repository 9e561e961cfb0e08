// States and the tour: saving and showing them.

#include <algorithm>

#include "cli/state_file.h"
#include "cli/tour.h"
#include "io/exit_codes.h"
#include "session.h"

namespace farfirst::app {

void Session::take_document(const Document& wanted) {
  note_preferences();
  const std::vector<int> devices = document.left.sort.cuda_devices;  // this machine's
  document = wanted;
  document.left.sort.cuda_devices = devices;
  brought_ = document;
}

void Session::note_preferences() {
  keep_changes(preferences_, brought_, document);
  brought_ = document;
}

SettingsValues Session::preferences() {
  note_preferences();
  return {preferences_, window_settings};
}

void Session::open_state(const std::filesystem::path& file) {
  try {
    std::error_code error;
    std::vector<std::string> notices;
    const Document wanted = load_state(std::filesystem::absolute(file, error), notices);
    for (const std::string& notice : notices) messages.notify(notice);
    memory.remember(wanted.state);
    before_tour_.reset();
    show_state({wanted, {}});
  } catch (const Failure& failure) {
    messages.notify_error(failure.what());
  }
}

/// Built-in scenes that do not depend on the document stay.
bool Session::is_shown_already(const Document& wanted) const {
  const auto is_always_the_same = [](const ObjectChoice& object) {
    return object.scene == "glass" || object.scene == "jungle" || object.scene == "crossing";
  };
  return scene_ && wanted.objects == document.objects && std::ranges::all_of(wanted.objects, is_always_the_same);
}

void Session::show_state(Wanted wanted) {
  loader.stop();
  awaited_.reset();
  keep_camera_ = false;
  playing = false;
  edits_.forget();
  if (is_shown_already(wanted.document)) {
    take_document(wanted.document);
    navigation.reset();
    if (wanted.camera) navigation.set_world_camera(*wanted.camera);
  } else {
    const std::vector<ObjectChoice> objects = wanted.document.objects;
    awaited_ = std::move(wanted);
    read(objects);
  }
}

void Session::save_state(const std::filesystem::path& file) {
  try {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    Document kept = document;
    // Runs without a window draw automatic points with the default size: the state keeps the size that is shown.
    if (kept.left.look.point_size != Look().point_size) kept.automatic_point_size = false;
    app::save_state(path, kept, navigation.world_camera());
    memory.remember(path);
    messages.notify("wrote " + path.string());
  } catch (const Failure& failure) {
    messages.notify_error(failure.what());
  }
}

void Session::show_tour(std::uint32_t step) {
  if (step == 0 || step > tour_steps().size()) return;
  if (document.tour == 0) before_tour_ = {document, navigation.world_camera()};
  show_state({tour_step(step), {}});
}

void Session::close_note() {
  if (before_tour_) return show_state(*std::exchange(before_tour_, {}));
  document.tour = 0;
  document.note = {};
}

}  // namespace farfirst::app
