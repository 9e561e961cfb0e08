#pragma once
// The menu: most actions that have keys, with their keys.

#include <string>
#include <vector>

#include "context.h"

namespace farfirst::app::ui {

struct MenuEntry {
  std::string menu, name, key;  // "File > Built-in scene", "Glass"; the key may be empty
  bool operator==(const MenuEntry&) const = default;
};

void menu_bar(Context& context);
/// For the search: what can be chosen now, and to choose one of it.
std::vector<MenuEntry> list_menu(Context& context);
void choose_in_menu(Context& context, const MenuEntry& entry);

}  // namespace farfirst::app::ui
