#pragma once
// What rows of the option table are made of: their groups, and their usual kinds.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "options.h"
#include "values.h"

namespace farfirst::app {

inline constexpr std::string_view scene_group = "Scene";
inline constexpr std::string_view output_group = "Pictures and measurements (without a window)";
inline constexpr std::string_view sort_group = "Sorting";
inline constexpr std::string_view comparing_group = "Comparing (in the window)";
inline constexpr std::string_view compared_group = "Comparing (without a window)";
inline constexpr std::string_view look_group = "Look";
inline constexpr std::string_view camera_group = "Camera";
inline constexpr std::string_view window_group = "Window and settings";
inline constexpr std::string_view about_group = "About";

template <class Words, class Enum>
OptionRow choice(std::string_view group, std::string_view name, std::string_view value, Persistence persistence,
                 std::string_view help, const Words& words, Enum& (*field)(Options&)) {
  return {group,
          name,
          value,
          OptionKind::text,
          persistence,
          help,
          [=](Options& options, const std::string& text) { field(options) = read_word(name, words, text); },
          [=](const Options& options) { return std::string(word_for(words, field(const_cast<Options&>(options)))); }};
}

inline OptionRow number(std::string_view group, std::string_view name, std::string_view help, double minimum,
                        double maximum, float& (*field)(Options&)) {
  return {group,
          name,
          "X",
          OptionKind::number,
          Persistence::yes,
          help,
          [=](Options& options, const std::string& text) {
            field(options) = static_cast<float>(read_number(name, text, minimum, maximum));
          },
          [=](const Options& options) { return write_number(field(const_cast<Options&>(options))); }};
}

inline OptionRow toggle(std::string_view group, std::string_view name, Persistence persistence, std::string_view help,
                        bool& (*field)(Options&)) {
  return {group,
          name,
          "",
          OptionKind::toggle,
          persistence,
          help,
          [=](Options& options, const std::string& text) { field(options) = read_toggle(name, text); },
          [=](const Options& options) { return field(const_cast<Options&>(options)) ? "true" : "false"; }};
}

inline OptionRow color(std::string_view group, std::string_view name, std::string_view help,
                       glm::vec3& (*field)(Options&)) {
  return {group,
          name,
          "COLOUR",
          OptionKind::text,
          Persistence::yes,
          help,
          [=](Options& options, const std::string& text) { field(options) = read_color(name, text); },
          [=](const Options& options) { return write_color(field(const_cast<Options&>(options))); }};
}

/// A row that is read only; `get` stays null.
inline OptionRow action(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                        std::function<void(Options&, const std::string&)> set) {
  const OptionKind kind = value.empty() ? OptionKind::toggle : OptionKind::text;
  return {group, name, value, kind, Persistence::no, help, std::move(set), nullptr};
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
