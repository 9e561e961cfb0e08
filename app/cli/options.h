#pragma once
// One table of options drives the command line, --help, the settings file and states.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "command.h"

namespace farfirst::app {

enum class OptionKind : std::uint8_t { toggle, number, text };

/// What the settings file does with an option. It keeps how things look and how the window works, not experiments: a
/// sort, a draw order or a metric that was tried out does not come back at the next start.
enum class Persistence : std::uint8_t {
  no,        // belongs to one run: what is opened, where from it is seen, what is written
  if_named,  // to try out: read from a file that --config names, never written
  yes        // read, and written when the window closes
};

/// A member that an option sets, as it is written on the command line. `set` throws Failure(usage) with a sentence;
/// `get` writes what `set` reads back.
template <class Owner>
struct Access {
  std::function<void(Owner&, const std::string&)> set;
  std::function<std::string(const Owner&)> get{};  // null: it is only set; an empty text: nothing to write
};

/// A row of the table.
struct OptionRow {
  std::string_view group;
  std::string_view name;   // without the dashes
  std::string_view value;  // "FILE.png" in the help; empty for a toggle, where it is optional
  OptionKind kind;
  Persistence persistence;
  std::string_view help;
  std::variant<Access<Document>, Access<WindowSettings>, Access<Command>> member;

  /// Null unless it is a member of an Owner that can be read.
  template <class Owner>
  const Access<Owner>* of() const {
    const auto* access = std::get_if<Access<Owner>>(&member);
    return access != nullptr && access->get ? access : nullptr;
  }
  void set(Command& command, const std::string& text) const;
  /// Empty where there is nothing to read.
  std::string get(const Command& command) const;
};
std::span<const OptionRow> option_table();
/// The row of a name without dashes; null if there is none.
const OptionRow* find_option(std::string_view name);
/// Is it a member of the document that a state holds?
inline bool is_shown(const OptionRow& row) { return row.of<Document>() != nullptr; }
/// Is there --no-NAME as well? Not for options that are an action, no state: --no-help means nothing.
bool has_negation(const OptionRow& row);

// Names of the choices, as they are written on the command line and in the settings file.
std::string_view name_of(DrawOrder order);
std::string_view name_of(ExactBy exact_by);
std::string_view name_of(Shading shading);
std::string_view name_of(std::optional<Metric> metric);
std::string_view name_of(SortPoint sort_point);

}  // namespace farfirst::app
