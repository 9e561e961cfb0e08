#pragma once
// Building blocks of option table rows: their groups, and their usual kinds.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options.h"
#include "values.h"

namespace farfirst::app {

inline constexpr std::string_view scene_group = "Scene";
inline constexpr std::string_view output_group = "Pictures and measurements (without a window)";
inline constexpr std::string_view sort_group = "Sorting";
inline constexpr std::string_view comparing_group = "Comparing (in the window)";
inline constexpr std::string_view compared_group = "Comparing (without a window)";
inline constexpr std::string_view right_group = "The right side of a split picture; what is missing is as on the left";
inline constexpr std::string_view look_group = "Look";
inline constexpr std::string_view camera_group = "Camera";
inline constexpr std::string_view window_group = "Window and settings";
inline constexpr std::string_view about_group = "About";

/// A member that can be read back.
inline OptionRow readable(std::string_view group, std::string_view name, std::string_view value, OptionKind kind,
                          Persistence persistence, std::string_view help, decltype(Access<Document>::set) set,
                          decltype(Access<Document>::get) get) {
  return {group, name, value, kind, persistence, help, Access<Document>{std::move(set), std::move(get)}};
}
inline OptionRow readable(std::string_view group, std::string_view name, std::string_view value, OptionKind kind,
                          Persistence persistence, std::string_view help, decltype(Access<WindowSettings>::set) set,
                          decltype(Access<WindowSettings>::get) get) {
  return {group, name, value, kind, persistence, help, Access<WindowSettings>{std::move(set), std::move(get)}};
}

template <class Owner, class Words, class Enum>
OptionRow choice(std::string_view group, std::string_view name, std::string_view value, Persistence persistence,
                 std::string_view help, const Words& words, Enum& (*field)(Owner&)) {
  return {group,
          name,
          value,
          OptionKind::text,
          persistence,
          help,
          Access<Owner>{
              [=](Owner& owner, const std::string& text) { field(owner) = read_word(name, words, text); },
              [=](const Owner& owner) { return std::string(word_for(words, field(const_cast<Owner&>(owner)))); }}};
}

template <class Owner>
OptionRow number(std::string_view group, std::string_view name, std::string_view help, double minimum, double maximum,
                 float& (*field)(Owner&)) {
  return {group,
          name,
          "X",
          OptionKind::number,
          Persistence::yes,
          help,
          Access<Owner>{[=](Owner& owner, const std::string& text) {
                          field(owner) = static_cast<float>(read_number(name, text, minimum, maximum));
                        },
                        [=](const Owner& owner) { return write_number(field(const_cast<Owner&>(owner))); }}};
}

template <class Owner>
OptionRow toggle(std::string_view group, std::string_view name, Persistence persistence, std::string_view help,
                 bool& (*field)(Owner&)) {
  return {group,
          name,
          "",
          OptionKind::toggle,
          persistence,
          help,
          Access<Owner>{[=](Owner& owner, const std::string& text) { field(owner) = read_toggle(name, text); },
                        [=](const Owner& owner) { return field(const_cast<Owner&>(owner)) ? "true" : "false"; }}};
}

template <class Owner>
OptionRow color(std::string_view group, std::string_view name, std::string_view help, glm::vec3& (*field)(Owner&)) {
  return {group,
          name,
          "COLOUR",
          OptionKind::text,
          Persistence::yes,
          help,
          Access<Owner>{[=](Owner& owner, const std::string& text) { field(owner) = read_color(name, text); },
                        [=](const Owner& owner) { return write_color(field(const_cast<Owner&>(owner))); }}};
}

template <class Owner>
OptionRow set_only(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                   std::function<void(Owner&, const std::string&)> set) {
  const OptionKind kind = value.empty() ? OptionKind::toggle : OptionKind::text;
  return {group, name, value, kind, Persistence::no, help, Access<Owner>{std::move(set)}};
}
/// A row that is only set.
inline OptionRow action(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                        decltype(Access<Document>::set) set) {
  return set_only<Document>(group, name, value, help, std::move(set));
}
inline OptionRow action(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                        decltype(Access<Command>::set) set) {
  return set_only<Command>(group, name, value, help, std::move(set));
}

/// Rows for the files that are opened.
void add_object_row(std::vector<OptionRow>& rows);
/// Rows that choose the particle system.
void add_particle_rows(std::vector<OptionRow>& rows);
/// Rows for particles from files.
void add_sequence_rows(std::vector<OptionRow>& rows);
/// Rows for the look of elements.
void add_look_rows(std::vector<OptionRow>& rows);
/// Rows for the look of splats.
void add_splat_rows(std::vector<OptionRow>& rows);

}  // namespace farfirst::app
