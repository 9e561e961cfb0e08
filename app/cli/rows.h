#pragma once
// Building blocks of option table rows: their groups, and their usual kinds.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
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

/// What of its owner holds the members of a part of the document.
template <class Part, class Owner>
auto& part_of(Owner& owner) {
  if constexpr (std::is_same_v<Part, Look>)
    return owner.left.look;
  else if constexpr (std::is_same_v<Part, SortChoice>)
    return owner.left.sort;
  else if constexpr (std::is_same_v<Part, Precision>)
    return owner.left.sort.precision;
  else if constexpr (std::is_same_v<Part, SequenceChoice>)
    return owner.sequence;
  else if constexpr (std::is_same_v<Part, ParticleMapping>)
    return owner.sequence.mapping;
  else if constexpr (std::is_same_v<Part, CameraRequest>)
    return owner.camera;
  else if constexpr (std::is_same_v<Part, SplitView>)
    return owner.split;
  else if constexpr (std::is_same_v<Part, RaceChoice>)
    return owner.race;
  else if constexpr (std::is_same_v<Part, ErrorChoice>)
    return owner.error;
  else
    return owner;
}
template <class Part>
using OwnerOf =
    std::conditional_t<std::is_same_v<Part, Command> || std::is_same_v<Part, WindowSettings>, Part, Document>;

/// Adds the rows of a group to the table.
class RowGroup {
 public:
  RowGroup(std::vector<OptionRow>& table, std::string_view group) : table_(table), group_(group) {}

  /// What can be read back.
  template <class Owner = Document>
  void readable(std::string_view name, std::string_view value, OptionKind kind, Persistence persistence,
                std::string_view help, decltype(Access<Owner>::set) set, decltype(Access<Owner>::get) get) {
    table_.push_back({group_, name, value, kind, persistence, help, Access<Owner>{std::move(set), std::move(get)}});
  }

  /// A member that `read` takes from the name and the text, and `write` makes a text of.
  template <class Part, class Value, class Read, class Write>
  void member(std::string_view name, std::string_view value, OptionKind kind, Persistence persistence,
              std::string_view help, Value Part::*member, Read read, Write write) {
    using Owner = OwnerOf<Part>;
    readable<Owner>(
        name, value, kind, persistence, help,
        [=](Owner& owner, const std::string& text) {
          part_of<Part>(owner).*member = static_cast<Value>(read(name, text));
        },
        [=](const Owner& owner) { return std::string(write(part_of<Part>(owner).*member)); });
  }

  template <class Words, class Part, class Enum>
  void choice(std::string_view name, std::string_view value, Persistence persistence, std::string_view help,
              const Words& words, Enum Part::*its) {
    member(
        name, value, OptionKind::text, persistence, help, its,
        [=](std::string_view option, const std::string& text) { return read_word(option, words, text); },
        [=](const Enum& chosen) { return word_for(words, chosen); });
  }

  template <class Part, class Number>
  void number(std::string_view name, std::string_view value, Persistence persistence, std::string_view help,
              double least, double most, Number Part::*its) {
    member(
        name, value, OptionKind::number, persistence, help, its,
        [=](std::string_view option, const std::string& text) { return read_number(option, text, least, most); },
        write_number);
  }

  template <class Part, class Count>
  void count(std::string_view name, std::string_view value, Persistence persistence, std::string_view help,
             std::uint32_t least, std::uint32_t most, Count Part::*its) {
    member(
        name, value, OptionKind::number, persistence, help, its,
        [=](std::string_view option, const std::string& text) { return read_count(option, text, least, most); },
        [](Count number) { return std::to_string(number); });
  }

  template <class Part>
  void toggle(std::string_view name, Persistence persistence, std::string_view help, bool Part::*its) {
    member(name, "", OptionKind::toggle, persistence, help, its, read_toggle,
           [](bool is_on) { return is_on ? "true" : "false"; });
  }

  /// On, off or auto.
  template <class Part>
  void toggle_or_auto(std::string_view name, Persistence persistence, std::string_view help,
                      std::optional<bool> Part::*its) {
    member(
        name, "", OptionKind::toggle, persistence, help, its,
        [](std::string_view option, const std::string& text) {
          return text == "auto" ? std::nullopt : std::optional(read_toggle(option, text));
        },
        [](std::optional<bool> is_on) { return !is_on   ? "auto"
                                               : *is_on ? "true"
                                                        : "false"; });
  }

  template <class Part>
  void color(std::string_view name, std::string_view help, glm::vec3 Part::*its) {
    member(name, "COLOUR", OptionKind::text, Persistence::yes, help, its, read_color, write_color);
  }

  /// What is only set.
  template <class Owner = Document>
  void action(std::string_view name, std::string_view value, std::string_view help, decltype(Access<Owner>::set) set) {
    const OptionKind kind = value.empty() ? OptionKind::toggle : OptionKind::text;
    table_.push_back({group_, name, value, kind, Persistence::no, help, Access<Owner>{std::move(set)}});
  }
  /// Likewise, a member that `read` takes from the name and the text.
  template <class Part, class Member, class Value>
  void action(std::string_view name, std::string_view value, std::string_view help, Member Part::*member,
              Value (*read)(std::string_view name, const std::string& text)) {
    using Owner = OwnerOf<Part>;
    action<Owner>(name, value, help,
                  [=](Owner& owner, const std::string& text) { part_of<Part>(owner).*member = read(name, text); });
  }

 private:
  std::vector<OptionRow>& table_;
  std::string_view group_;
};

/// Rows for the files that are opened.
void add_object_row(RowGroup rows);
/// Rows that choose the particle system.
void add_particle_rows(RowGroup rows);
/// Rows for particles from files.
void add_sequence_rows(RowGroup rows);
/// Rows for the look of elements.
void add_look_rows(RowGroup rows);
/// Rows for the look of splats.
void add_splat_rows(RowGroup rows);

}  // namespace farfirst::app
