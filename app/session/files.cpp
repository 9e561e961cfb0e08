// Files that are opened, and shown as objects of one scene.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "cli/state_file.h"
#include "session.h"

namespace farfirst::app {
namespace {

std::filesystem::path absolute_path(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::absolute(file, error);
}

void make_absolute(std::vector<ObjectChoice>& choices) {
  for (ObjectChoice& choice : choices)
    if (choice.scene.empty()) choice.file = absolute_path(choice.file);
}

/// Are the files the same, in the same sequence, whatever is shown of each?
bool are_of_same_files(std::vector<ObjectChoice> a, std::vector<ObjectChoice> b) {
  const auto is_same = [](const ObjectChoice& one, const ObjectChoice& other) {
    return one.file == other.file && one.scene == other.scene;
  };
  for (auto* choices : {&a, &b}) choices->erase(std::ranges::unique(*choices, is_same).begin(), choices->end());
  return std::ranges::equal(a, b, is_same);
}

}  // namespace

/// Removes the parts of a previous state from the next document.
Document Session::without_state(Document document) {
  document.state.clear();
  document.tour = 0;
  document.note = {};
  document.camera.pose.reset();
  document.sequence.mapping = {};  // other particles may have no such properties
  return document;
}

/// The document of the files being read.
Document Session::next_document() const {
  if (awaited_) return awaited_->document;
  return keep_camera_ || !scene_ ? document : without_state(document);  // at first it may come from a state
}

void Session::open(const std::filesystem::path& file) {
  if (is_state_file(file)) return open_state(file);
  open(std::vector<ObjectChoice>{{file, {}}});
}

void Session::open(std::vector<ObjectChoice> objects) {
  awaited_.reset();
  make_absolute(objects);
  keep_camera_ = scene_ && are_of_same_files(document.objects, objects);
  read(std::move(objects));
}

void Session::add(const std::filesystem::path& file) {
  if (is_state_file(file) || !scene_) return open(file);
  add(ObjectChoice{file, {}});
}

void Session::open_scene(std::string_view word) {
  open(std::vector<ObjectChoice>{{.file = {}, .scene = std::string(word)}});
}

void Session::add_scene(std::string_view word) {
  if (!scene_) return open_scene(word);
  add(ObjectChoice{.file = {}, .scene = std::string(word)});
}

void Session::add(ObjectChoice choice) {
  std::vector<ObjectChoice> added{std::move(choice)};
  make_absolute(added);
  if (loader.append(added.front())) return;
  awaited_.reset();
  keep_camera_ = true;
  read(std::move(added), shown_scene().objects);
}

void Session::read(std::vector<ObjectChoice> choices, Objects before) {
  make_absolute(choices);
  loader.read(next_document(), std::move(choices), std::move(before));
  finish_reading();
}

/// Without new objects the scene stays as it is.
void Session::finish_reading() {
  if (loader.current() != nullptr) return;
  if (std::optional<Loader::Result> read = loader.take()) return take(std::move(*read));
  awaited_.reset();
  if (!scene_) document = without_state(document);
}

void Session::reload() {
  if (scene_) open(document.objects);
}

void Session::set_flip(Flip flip) {
  document.flip = flip;
  if (!scene_ || scene_->has_own_view()) return;
  open(document.objects);
  keep_camera_ = false;
}

void Session::take(Loader::Result read) {
  const bool of_state = awaited_.has_value();
  const Wanted wanted = of_state ? *std::exchange(awaited_, {}) : Wanted{next_document(), {}};
  const Objects added(read.objects.begin() + static_cast<std::ptrdiff_t>(read.before), read.objects.end());
  const std::size_t last = read.objects.size() - 1;
  const bool adds = read.before > 0;
  if (!show(std::move(read.objects), wanted)) return;
  if (!adds) edits_.forget();
  selected = adds ? std::optional(last) : std::nullopt;
  if (!of_state && !keep_camera_) before_tour_.reset();
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (document.state.empty() && !added[i].file.empty()) memory.remember(added[i].file);
    report_remarks(added[i].name(), remarks_of(added, i));
  }
  for (const std::string& sentence : scene_->coarse_places()) messages.remark(sentence);
}

/// One message with the reader's remarks. The scene section lists all of them.
void Session::report_remarks(const std::string& name, const std::vector<std::string>& remarks) {
  constexpr std::size_t most_remarks = 3;
  if (remarks.empty()) return;
  std::string text = name + ":";
  for (std::size_t i = 0; i < std::min(remarks.size(), most_remarks); ++i) text += " " + remarks[i];
  if (remarks.size() > most_remarks) text += fmt::format(" The tab Scene has {} more.", remarks.size() - most_remarks);
  for (const std::string& remark : remarks) fmt::print(stderr, "farfirst: {}: {}\n", name, remark);
  messages.notify(text);
}

}  // namespace farfirst::app
