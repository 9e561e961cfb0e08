#include "finder.h"

#include <algorithm>
#include <utility>

#include "theme.h"

namespace farfirst::app::ui {

bool Finder::opens(const std::string& title) const {
  if (list_) return true;
  if (!target_ || scrolls_ == 0 || target_->tab != place_.tab) return false;
  std::vector<std::string> folds = place_.folds;
  folds.push_back(title);
  return folds.size() <= target_->folds.size() && std::equal(folds.begin(), folds.end(), target_->folds.begin());
}

void Finder::note(const std::string& name, const char* explanation, const ImVec2& corner, const ImVec2& end) {
  if (place_.tab.empty() || name.empty()) return;
  place_.name = row_ && corner.y < row_->end ? row_->name + ": " + name : name;
  if (list_) list_->push_back({place_, explanation == nullptr ? "" : explanation});
  if (list_ || target_ != place_) return;
  constexpr float margin = 2;
  ImGui::GetWindowDrawList()->AddRect({corner.x + margin / 2, corner.y - margin}, {end.x - margin / 2, end.y + margin},
                                      accent_color, margin, 0, margin);
  if (scrolls_ == 0) return;
  ImGui::SetScrollHereY();
  --scrolls_;
}

void Finder::note_row(const std::string& name, const char* explanation, const ImVec2& corner, const ImVec2& end) {
  row_.reset();
  note(name, explanation, corner, end);
  row_ = {name, end.y};
}

void Finder::add_words(const char* words) {
  if (list_ && !list_->empty() && words != nullptr) list_->back().words += std::string(" ") + words;
}

std::vector<Control> Finder::end_list() { return std::exchange(list_, std::nullopt).value_or(std::vector<Control>()); }

void Finder::seek(const ControlPlace& place) {
  target_ = place;
  scrolls_ = 3;
}

Finder& finder() {
  static Finder one;
  return one;
}

}  // namespace farfirst::app::ui
