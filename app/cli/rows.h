#pragma once
// What rows of the option table are made of: their groups, and their usual kinds.

#include <cstdint>
#include <optional>
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
template <class Owner = Document>
OptionRow readable(std::string_view group, std::string_view name, std::string_view value, OptionKind kind,
                   Persistence persistence, std::string_view help, decltype(Access<Owner>::set) set,
                   decltype(Access<Owner>::get) get) {
  return {group, name, value, kind, persistence, help, Access<Owner>{std::move(set), std::move(get)}};
}

template <class Owner, class Words, class Enum>
OptionRow choice(std::string_view group, std::string_view name, std::string_view value, Persistence persistence,
                 std::string_view help, const Words& words, Enum& (*field)(Owner&)) {
  return readable<Owner>(
      group, name, value, OptionKind::text, persistence, help,
      [=](Owner& owner, const std::string& text) { field(owner) = read_word(name, words, text); },
      [=](const Owner& owner) { return std::string(word_for(words, field(const_cast<Owner&>(owner)))); });
}

template <class Owner, class Number>
OptionRow number(std::string_view group, std::string_view name, std::string_view value, Persistence persistence,
                 std::string_view help, double least, double most, Number& (*field)(Owner&)) {
  return readable<Owner>(
      group, name, value, OptionKind::number, persistence, help,
      [=](Owner& owner, const std::string& text) {
        field(owner) = static_cast<Number>(read_number(name, text, least, most));
      },
      [=](const Owner& owner) { return write_number(field(const_cast<Owner&>(owner))); });
}

template <class Owner, class Count>
OptionRow count(std::string_view group, std::string_view name, std::string_view value, Persistence persistence,
                std::string_view help, std::uint32_t least, std::uint32_t most, Count& (*field)(Owner&)) {
  return readable<Owner>(
      group, name, value, OptionKind::number, persistence, help,
      [=](Owner& owner, const std::string& text) {
        field(owner) = static_cast<Count>(read_count(name, text, least, most));
      },
      [=](const Owner& owner) { return std::to_string(field(const_cast<Owner&>(owner))); });
}

template <class Owner>
OptionRow toggle(std::string_view group, std::string_view name, Persistence persistence, std::string_view help,
                 bool& (*field)(Owner&)) {
  return readable<Owner>(
      group, name, "", OptionKind::toggle, persistence, help,
      [=](Owner& owner, const std::string& text) { field(owner) = read_toggle(name, text); },
      [=](const Owner& owner) { return field(const_cast<Owner&>(owner)) ? "true" : "false"; });
}

/// On, off or auto.
inline OptionRow toggle_or_auto(std::string_view group, std::string_view name, Persistence persistence,
                                std::string_view help, std::optional<bool>& (*field)(Document&)) {
  return readable(
      group, name, "", OptionKind::toggle, persistence, help,
      [=](Document& document, const std::string& text) {
        field(document) = text == "auto" ? std::nullopt : std::optional(read_toggle(name, text));
      },
      [=](const Document& document) {
        const std::optional<bool>& value = field(const_cast<Document&>(document));
        return !value ? "auto" : *value ? "true" : "false";
      });
}

inline OptionRow color(std::string_view group, std::string_view name, std::string_view help,
                       glm::vec3& (*field)(Document&)) {
  return readable(
      group, name, "COLOUR", OptionKind::text, Persistence::yes, help,
      [=](Document& document, const std::string& text) { field(document) = read_color(name, text); },
      [=](const Document& document) { return write_color(field(const_cast<Document&>(document))); });
}

/// A row that is only set.
template <class Owner = Document>
OptionRow action(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                 decltype(Access<Owner>::set) set) {
  const OptionKind kind = value.empty() ? OptionKind::toggle : OptionKind::text;
  return {group, name, value, kind, Persistence::no, help, Access<Owner>{std::move(set)}};
}
/// Likewise, a member of the command that `read` takes from the name and the text.
template <class Member, class Value>
OptionRow action(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                 Member Command::*member, Value (*read)(std::string_view name, const std::string& text)) {
  return action<Command>(group, name, value, help,
                         [=](Command& command, const std::string& text) { command.*member = read(name, text); });
}

/// What is said of the files that are opened.
void add_object_row(std::vector<OptionRow>& rows);
/// Which particle system is shown.
void add_particle_rows(std::vector<OptionRow>& rows);
/// Particles from files.
void add_sequence_rows(std::vector<OptionRow>& rows);
/// How elements look.
void add_look_rows(std::vector<OptionRow>& rows);
/// How splats are drawn.
void add_splat_rows(std::vector<OptionRow>& rows);

}  // namespace farfirst::app
