// What floats over the picture.

#include <fmt/format.h>

#include <algorithm>

#include "activity.h"
#include "cli/options.h"
#include "panels.h"
#include "render/stages.h"
#include "scene/units.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr ImGuiWindowFlags floating = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;

/// Messages stack downwards from the top of the picture, below marks that are there.
void show_messages(Context& context, const Rectangle& area, float marks) {
  std::deque<Message>& messages = context.session.messages.all();
  const float margin = 10 * context.scale;
  const float width = std::min(560 * context.scale, area.maximum.x - area.minimum.x - 2 * margin);
  float y = area.minimum.y + marks + margin;
  std::size_t closed = messages.size();
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ImGui::SetNextWindowPos({(area.minimum.x + area.maximum.x - width) * 0.5f, y});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, area.maximum.y - area.minimum.y});
    ImGui::PushStyleColor(ImGuiCol_Border, messages[i].error ? error_color : accent_color);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(30, 33, 40, 240));
    if (ImGui::Begin(fmt::format("##message{}", i).c_str(), nullptr, floating)) {
      const float button_width = 52 * context.scale;
      ImGui::PushTextWrapPos(width - button_width - 2 * ImGui::GetStyle().WindowPadding.x);
      ImGui::TextUnformatted(messages[i].text.c_str());
      ImGui::PopTextWrapPos();
      context.probe.area("message", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
      ImGui::SameLine(width - button_width - ImGui::GetStyle().WindowPadding.x);
      if (ImGui::SmallButton("close")) closed = i;
      context.probe.item("message/close");
      y += ImGui::GetWindowHeight() + 6 * context.scale;
    }
    ImGui::End();
    ImGui::PopStyleColor(2);
  }
  if (closed < messages.size()) messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(closed));
}

void show_loading(Context& context, const Rectangle& area) {
  const auto* load = context.session.loader.current();
  if (load == nullptr) return;
  const float width = 340 * context.scale;
  ImGui::SetNextWindowPos({(area.minimum.x + area.maximum.x - width) * 0.5f, area.maximum.y - 84 * context.scale});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, 400 * context.scale});
  if (ImGui::Begin("##loading", nullptr, floating)) {
    ImGui::TextWrapped("Reading %s", context.session.loader.text().c_str());
    const float button_width = 64 * context.scale;
    ImGui::ProgressBar(load->fraction(),
                       {ImGui::GetContentRegionAvail().x - button_width - ImGui::GetStyle().ItemSpacing.x, 0});
    ImGui::SameLine();
    if (ImGui::Button("Cancel", {button_width, 0})) context.session.loader.cancel();
    context.probe.item("loading/cancel");
  }
  ImGui::End();
}

void show_times(Context& context, const Rectangle& area) {
  if (!context.state.overlay) return;
  ImGui::SetNextWindowPos({area.minimum.x + 10 * context.scale, area.maximum.y - 10 * context.scale}, ImGuiCond_Always,
                          {0, 1});
  ImGui::SetNextWindowBgAlpha(0.75f);
  if (ImGui::Begin("##times", nullptr, floating | ImGuiWindowFlags_NoInputs)) {
    ImGui::TextUnformatted(activity_text(context.session, "idle").c_str());
    for (std::size_t i = 0; i < stages().size(); ++i) {
      const FrameHistory& times = context.session.frames.times(context.side());
      if (!times.has(i) && !stages()[i].always) continue;
      ImGui::PushStyleColor(ImGuiCol_Text, stage_color(i));
      ImGui::TextUnformatted(stages()[i].name);
      ImGui::PopStyleColor();
      ImGui::SameLine(ImGui::GetFontSize() * 6);
      const bool beside = is_beside(stages()[i], context.last());
      ImGui::TextUnformatted((milliseconds(times.series(i).median()) + (beside ? " beside" : "")).c_str());
    }
  }
  ImGui::End();
}

void show_information(Context& context, const Rectangle& area) {
  if (!context.state.information) return;
  const Session& session = context.session;
  ImGui::SetNextWindowPos({area.maximum.x - 10 * context.scale, area.maximum.y - 10 * context.scale}, ImGuiCond_Always,
                          {1, 1});
  ImGui::SetNextWindowBgAlpha(0.75f);
  if (ImGui::Begin("##information", nullptr, floating | ImGuiWindowFlags_NoInputs)) {
    const SortChoice& sort = context.sort();
    const Metric metric =
        metric_of(sort, session.scene() ? session.scene()->contents().splat_order : SplatOrder::unspecified);
    if (session.scene()) ImGui::Text("%s: %s", session.scene()->name().c_str(), session.scene()->counts().c_str());
    ImGui::TextUnformatted(fmt::format("{}, metric {}{}, draw order {}",
                                       context.last().algorithm.empty() ? "no sort" : context.last().algorithm,
                                       app::name_of(metric),
                                       sort.precision.is_full() ? "" : ", keys of " + text_of(sort.precision),
                                       app::name_of(sort.draw_order))
                               .c_str());
    ImGui::TextDisabled("%s", session.viewer.opengl.c_str());
  }
  ImGui::End();
}

void show_hint(Context& context, const Rectangle& area) {
  if (context.session.scene() || context.session.loader.current() != nullptr) return;
  const char* const hint = "Drop a file here, or press Ctrl O";
  const ImVec2 size = ImGui::CalcTextSize(hint);
  ImGui::GetBackgroundDrawList()->AddText(
      {(area.minimum.x + area.maximum.x - size.x) * 0.5f, (area.minimum.y + area.maximum.y - size.y) * 0.5f},
      quiet_color, hint);
}

}  // namespace

void overlays(Context& context, const Rectangle& area) {
  show_hint(context, area);
  show_times(context, area);
  show_information(context, area);
  show_loading(context, area);
  show_messages(context, area, split_overlay(context, area));
}

}  // namespace farfirst::app::ui
