#include "edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/options.h"
#include "particle_edits.h"

namespace farfirst::app {

namespace {

std::string name_of_change(const Object& before, const Object& after) {
  const ObjectSetting &was = before.setting, &is = after.setting;
  const Placement &stood = was.placement, &stands = is.placement;
  const bool turned = stood.rotation != stands.rotation, scaled = stood.scale != stands.scale;
  // A turn alone also moves, where it is about the middle; so does a change of the scale.
  const bool moved = stood.position != stands.position && turned == scaled;
  const bool shown = was.visible != is.visible, faded = was.opacity != is.opacity, renamed = was.name != is.name;
  if (moved + turned + scaled + shown + faded + renamed > 1) {
    const bool only_placed = !shown && !faded && !renamed;
    return (only_placed ? "place " : is == ObjectSetting{.name = is.name} ? "reset " : "change ") + after.name();
  }
  if (moved) return "move " + after.name();
  if (turned) return "turn " + after.name();
  if (scaled) return "scale " + after.name();
  if (shown) return (is.visible ? "show " : "hide ") + after.name();
  if (faded) return "opacity of " + after.name();
  if (renamed) return "rename " + before.name();
  return {};
}

/// For lists that differ in length or sequence.
std::string name_of_other_list(const Objects& before, const Objects& after) {
  const auto holds = [](const Objects& all, const Object& one) {
    return std::ranges::any_of(all, [&](const Object& its) { return its.content == one.content; });
  };
  const auto missing = [&](const Objects& from, const Objects& all) {
    return std::ranges::find_if(from, [&](const Object& one) { return !holds(all, one); });
  };
  if (after.size() > before.size()) {
    const auto added = missing(after, before);
    return added == after.end() ? "duplicate" : "add " + added->name();
  }
  if (after.size() < before.size()) {
    const auto removed = missing(before, after);
    return removed == before.end() ? "remove an object" : "remove " + removed->name();
  }
  const auto other = missing(after, before);
  return other == after.end() ? "order of the objects" : "change " + other->name();
}

std::string name_of_change(const Objects& before, const Objects& after) {
  if (!std::ranges::equal(before, after, {}, &Object::content, &Object::content))
    return name_of_other_list(before, after);
  std::string name;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string its = name_of_change(before[i], after[i]);
    if (its.empty()) continue;
    if (!name.empty()) return "change several objects";
    name = its;
  }
  return name;
}

/// The part of a document that can be undone, without its objects; all else is at its default.
Document undoable(const Document& of) {
  Document document;
  document.left = of.left;
  document.automatic_opacity = of.automatic_opacity;
  document.automatic_point_size = of.automatic_point_size;
  if (of.automatic_opacity) document.left.look.opacity = {};  // the scene's
  if (of.automatic_point_size) document.left.look.point_size = {};
  return document;
}

/// With the right side, whose rows the table has where the picture is split.
Document undoable_right(const Document& of) {
  Document document = undoable(of);
  document.right = of.right;
  document.split.on = true;
  return document;
}

/// Options that differ, without their prefix: "point size", "opacity, fresnel and 2 more".
std::string names_of_options(const Document& before, const Document& after, std::string_view prefix) {
  constexpr std::size_t most_names = 2;
  std::vector<std::string> names;
  for (const OptionRow& row : option_table()) {
    const auto* member = row.of<Document>();
    if (!member || !row.name.starts_with(prefix) || member->get(before) == member->get(after)) continue;
    names.emplace_back(row.name.substr(prefix.size()));
    std::ranges::replace(names.back(), '-', ' ');
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most_names); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most_names) text += fmt::format(" and {} more", names.size() - most_names);
  return text;
}

/// The systems shown before and after.
std::string name_of_change(const std::vector<ShownSystem>& before, const std::vector<ShownSystem>& after) {
  for (const ShownSystem& was : before) {
    const auto is = std::ranges::find(after, was.system, &ShownSystem::system);
    if (is == after.end()) continue;
    if (std::string name = name_of_change(*was.plan, *is->plan); !name.empty()) return name;
  }
  return {};
}

}  // namespace

std::string name_of_change(const Shown& before, const Shown& after) {
  if (std::string of_objects = name_of_change(before.objects, after.objects); !of_objects.empty()) return of_objects;
  if (std::string of_systems = name_of_change(before.systems, after.systems); !of_systems.empty()) return of_systems;
  const Document was = undoable(before.document), is = undoable(after.document);
  if (was.left.sort.algorithm != is.left.sort.algorithm) return "sort by " + is.left.sort.algorithm;
  if (was != is) {
    std::string names = names_of_options(was, is, {});
    return names.empty() ? "look or sorting" : names;
  }
  const std::optional<SideChoice>&right = before.document.right, &right_now = after.document.right;
  if (!right || !right_now || *right == *right_now) return {};
  const std::string names = names_of_options(undoable_right(before.document), undoable_right(after.document), "right.");
  return names.empty() ? "right side" : names + " of the right side";
}

void Edits::note(const Shown& now, bool under_way) {
  if (under_way && before_) return;
  if (!before_) {
    before_ = now;
    return;
  }
  std::string name = name_of_change(*before_, now);
  if (name.empty()) return adopt(now);
  done_.push_back({std::move(name), *std::exchange(before_, now), now});
  if (done_.size() > most) done_.pop_front();
  undone_.clear();
}

void Edits::forget() {
  before_.reset();
  done_.clear();
  undone_.clear();
}

Shown Edits::undo() {
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  before_ = undone_.back().before;
  return *before_;
}

Shown Edits::redo() {
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  before_ = done_.back().after;
  return *before_;
}

}  // namespace farfirst::app
