// The tabs of the side bar, of which one is open.

#include <array>

#include "finder.h"
#include "panels.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

struct Tab {
  const char* name;
  void (*build)(Context&);
};
constexpr std::array tabs = {Tab{"Scene", scene_tab}, Tab{"Look", look_tab}, Tab{"Sort", sort_tab},
                             Tab{"Camera", camera_tab}, Tab{"Compare", compare_tab}};

void build(const Tab& tab, Context& context) {
  finder().begin_tab(tab.name);
  tab.build(context);
  finder().end_tab();
}

/// In a row as wide as the side bar.
void tab_row(Context& context) {
  float names = 0;
  for (const Tab& tab : tabs) names += ImGui::CalcTextSize(tab.name).x;
  constexpr float gap = 2;
  const float spare = (ImGui::GetContentRegionAvail().x - names) / tabs.size() - gap;
  for (const Tab& tab : tabs) {
    const float width = ImGui::CalcTextSize(tab.name).x + spare;
    if (choice_button(tab.name, std::string("tab/") + tab.name, context.state.tab == tab.name, text_color,
                      context.probe, width))
      context.state.tab = tab.name;
    if (&tab != &tabs.back()) ImGui::SameLine(0, gap);
  }
}

/// That the tabs Look and Sort change, where there are two.
void side_row(Context& context) {
  const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  for (const std::size_t side : {left_index, right_index}) {
    if (side == right_index) ImGui::SameLine();
    const char* const name = side == left_index ? "Left" : "Right";
    if (choice_button(name, name, context.side() == side, side_color(side), context.probe, width))
      context.state.side = side;
    tooltip("The tabs Look and Sort, and the graph of times, are about this side. Shift X takes the other one.");
  }
}

}  // namespace

void side_bar(Context& context) {
  if (context.session.document.sides() > 1) side_row(context);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  tab_row(context);
  ImGui::PopStyleVar();
  ImGui::Spacing();
  for (const Tab& tab : tabs) {
    if (context.state.tab != tab.name) continue;
    ImGui::BeginChild(tab.name);
    build(tab, context);
    ImGui::EndChild();
    break;
  }
}

/// They are built out of sight, and what they record is not used.
std::vector<Control> list_controls(const Context& context) {
  Probe unused;
  Context unseen = {context.session, context.state, context.browser, context.save_dialog, unused, context.scale};
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({size.x, size.y});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("##unseen", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
  finder().begin_list();
  for (const Tab& tab : tabs) build(tab, unseen);
  ImGui::End();
  return finder().end_list();
}

}  // namespace farfirst::app::ui
