// Files that are opened: read one after the other while frames are drawn, and shown as objects of one scene.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "cli/object_values.h"
#include "cli/sequence_values.h"
#include "cli/state_file.h"
#include "io/particle_file.h"
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

/// In the same sequence, whatever is shown of each.
bool are_of_same_files(std::vector<ObjectChoice> a, std::vector<ObjectChoice> b) {
  const auto is_same = [](const ObjectChoice& one, const ObjectChoice& other) {
    return one.file == other.file && one.scene == other.scene;
  };
  for (auto* choices : {&a, &b}) choices->erase(std::ranges::unique(*choices, is_same).begin(), choices->end());
  return std::ranges::equal(a, b, is_same);
}

}  // namespace

/// What is shown next has nothing of the state that was.
Document Session::without_state(Document document) {
  document.state.clear();
  document.tour = 0;
  document.note = {};
  document.camera.pose.reset();
  document.sequence.mapping = {};  // other particles may have no such properties
  return document;
}

/// That what is being read is shown with.
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
  // What is being read is waited for.
  if (load_ && reading_.before > 0) return reading_.choices.push_back(added.front());
  awaited_.reset();
  keep_camera_ = true;
  read(std::move(added), shown_scene().objects);
}

void Session::read(std::vector<ObjectChoice> choices, Objects before) {
  make_absolute(choices);
  const std::size_t count = before.size();
  load_.reset();
  reading_ = {.choices = std::move(choices), .objects = std::move(before), .at = 0, .before = count};
  read_next();
}

/// Begins with the next file that takes long. What comes before it does not, or was read, and is taken at once.
void Session::read_next() {
  load_.reset();
  const Document wanted = next_document();
  for (; reading_.at < reading_.choices.size(); ++reading_.at) {
    const ObjectChoice& choice = reading_.choices[reading_.at];
    const auto known = reading_.files.find(choice.file);
    const bool takes_long = takes_long_to_read(choice);
    if (takes_long && known == reading_.files.end()) {
      const auto read = [wanted, choice](const std::shared_ptr<LoadProgress>& progress) {
        return read_contents(wanted, choice, progress);
      };
      load_ = std::make_unique<BackgroundRead<FileContents>>(choice.file, read);
      return;
    }
    try {
      if (takes_long)
        std::ranges::move(objects_of(choice, known->second), std::back_inserter(reading_.objects));
      else
        reading_.objects.push_back(object_of(wanted, choice));
    } catch (const std::runtime_error& error) {
      notify_error(error.what());
    } catch (const std::bad_alloc&) {
      notify_error(fmt::format("{}: memory ran out", choice.name()));
    }
  }
  show_what_was_read();
}

std::string Session::loading_text() const {
  const std::string name = load_->path().filename().string();
  if (reading_.choices.size() == 1) return name;
  return fmt::format("{} ({} of {})", name, reading_.at + 1, reading_.choices.size());
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

void Session::cancel_load() {
  if (load_) load_->cancel();
}

/// A file that cannot be read does not keep the others from being shown.
bool Session::step_load() {
  const auto is_of_this_file = [&](const ObjectChoice& choice) { return choice.file == load_->path(); };
  try {
    std::optional<FileContents> contents = load_->poll();
    if (!contents) return false;
    reading_.files.emplace(load_->path(), std::move(*contents));
  } catch (const LoadCancelled&) {
    notify("reading was cancelled");
    end_load();
    return true;
  } catch (const FileError& error) {
    notify_error(error.what());
    std::erase_if(reading_.choices, is_of_this_file);
  } catch (const std::bad_alloc&) {
    notify_error(fmt::format("{}: memory ran out while reading", load_->path().filename().string()));
    std::erase_if(reading_.choices, is_of_this_file);
  }
  read_next();
  return true;
}

void Session::show_what_was_read() {
  reading_.files.clear();
  if (reading_.objects.size() == reading_.before) {
    end_load();
  } else if (const std::string too_many = why_too_many(reading_.objects.size()); !too_many.empty()) {
    notify_error(too_many);
    end_load();
  } else {
    take(std::exchange(reading_.objects, {}));
  }
}

/// Without a model. What is shown stays as it is.
void Session::end_load() {
  load_.reset();
  reading_ = {};
  awaited_.reset();
  if (!scene_) document = without_state(document);
}

void Session::take(Objects objects) {
  load_.reset();
  const bool of_state = awaited_.has_value();
  const Wanted wanted = of_state ? *awaited_ : Wanted{next_document(), {}};
  awaited_.reset();
  const Objects read(objects.begin() + static_cast<std::ptrdiff_t>(reading_.before), objects.end());
  const bool adds = reading_.before > 0;
  const std::size_t last = objects.size() - 1;
  if (!show(std::move(objects), wanted)) return;
  if (!adds) edits_.forget();
  selected = adds ? std::optional(last) : std::nullopt;
  if (!of_state && !keep_camera_) before_tour_.reset();
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (document.state.empty() && !read[i].file.empty()) memory.remember(read[i].file);
    tell_remarks(read[i].name(), remarks_of(read, i));
  }
  tell_coarse_places();
}

void Session::tell_coarse_places() {
  for (const std::string& sentence : scene_->coarse_places()) {
    fmt::print(stderr, "farfirst: {}\n", sentence);
    notify(sentence);
  }
}

/// One message with what the reader remarked. The scene section lists all of it.
void Session::tell_remarks(const std::string& name, const std::vector<std::string>& remarks) {
  constexpr std::size_t most_remarks = 3;
  if (remarks.empty()) return;
  std::string text = name + ":";
  for (std::size_t i = 0; i < std::min(remarks.size(), most_remarks); ++i) text += " " + remarks[i];
  if (remarks.size() > most_remarks) text += fmt::format(" The panel has {} more.", remarks.size() - most_remarks);
  for (const std::string& remark : remarks) fmt::print(stderr, "farfirst: {}: {}\n", name, remark);
  notify(text);
}

}  // namespace farfirst::app
