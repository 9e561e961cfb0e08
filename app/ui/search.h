#pragma once
// The search: finds a control of the tabs or a command of menus and keys by its words.

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "finder.h"
#include "keys.h"
#include "menu_bar.h"

namespace farfirst::app::ui {

class Search {
 public:
  /// Nothing while UiState::search is off.
  void build(Context& context);

 private:
  struct Entry {
    std::string name, place, key;
    std::string words;  // that are searched too
    std::variant<ControlPlace, MenuEntry, const KeyBinding*> what;
  };
  void list(Context& context);
  void list_keys();
  void rows(Context& context);
  std::vector<const Entry*> matches() const;
  static void choose(Context& context, const Entry& entry);

  std::vector<Entry> entries_;  // none while it is closed
  std::array<char, 128> text_{};
  int cursor_ = 0;
};

}  // namespace farfirst::app::ui
