#pragma once
// Where the items of the panels are, for tests that click on them: nothing is recorded unless it is switched on.

#include <imgui.h>

#include <map>
#include <string>

namespace farfirst::app::ui {

struct Rectangle {
  ImVec2 minimum, maximum;
  bool operator==(const Rectangle& other) const {
    return minimum.x == other.minimum.x && minimum.y == other.minimum.y && maximum.x == other.maximum.x &&
           maximum.y == other.maximum.y;
  }
  ImVec2 center() const { return {(minimum.x + maximum.x) * 0.5f, (minimum.y + maximum.y) * 0.5f}; }
};

class Probe {
 public:
  bool enabled = false;

  void begin() { items_.clear(); }
  /// Remembers the item just submitted.
  void item(const std::string& name) {
    if (enabled) items_[name] = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  }
  void area(const std::string& name, const Rectangle& rectangle) {
    if (enabled) items_[name] = rectangle;
  }
  const std::map<std::string, Rectangle>& items() const { return items_; }

 private:
  std::map<std::string, Rectangle> items_;
};

}  // namespace farfirst::app::ui
