#pragma once
// Controls of the tabs, noted while they are built: the search lists them all, and shows the one that is chosen.

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

namespace farfirst::app::ui {

/// Where a control is.
struct ControlPlace {
  std::string tab;
  std::vector<std::string> folds;  // titles, the outermost first
  std::string name;
  bool operator==(const ControlPlace&) const = default;
};

struct Control {
  ControlPlace place;
  std::string words;  // what explains it, and the items of its list
};

class Finder {
 public:
  // While a tab is built:
  void begin_tab(const char* name) {
    place_ = {name, {}, {}};
    row_.reset();
  }
  void end_tab() { place_ = {}; }
  void begin_fold(const std::string& title) { place_.folds.push_back(title); }
  void end_fold() { place_.folds.pop_back(); }
  /// Is this fold to be open: since everything is listed, or since the target is in it?
  bool opens(const std::string& title) const;
  /// A control in this rectangle: it is listed, or scrolled to and framed if it is the target. Outside of
  /// the tabs nothing happens.
  void note(const std::string& name, const char* explanation, const ImVec2& corner, const ImVec2& end);
  /// The label of a row of controls. Those with a text of their own are listed as "label: text".
  void note_row(const std::string& name, const char* explanation, const ImVec2& corner, const ImVec2& end);
  /// More about the control noted last.
  void add_words(const char* words);

  void begin_list() { list_.emplace(); }
  std::vector<Control> end_list();
  /// Scrolls to this control and frames it, until clear_target().
  void seek(const ControlPlace& place);
  void clear_target() { target_.reset(); }
  bool is_listing() const { return list_.has_value(); }

 private:
  struct Row {
    std::string name;
    float end = 0;  // below it
  };
  ControlPlace place_;
  std::optional<Row> row_;  // that of the label noted last
  std::optional<std::vector<Control>> list_;
  std::optional<ControlPlace> target_;
  int scrolls_ = 0;  // frames that still scroll to it: folds and tabs take a frame to open
};

/// As Dear ImGui's context, one for all widgets.
Finder& finder();

}  // namespace farfirst::app::ui
