// By what particles from files are coloured, and how opaque and large they are: a property, its range and a map.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "panels.h"
#include "scene/particle_sequence.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr std::array maps = {
    ComboItem{"viridis", "Violet over green to yellow."}, ComboItem{"heat", "Violet over red and yellow to white."},
    ComboItem{"cool-warm", "Blue over grey to red, for values with a middle."}, ComboItem{"gray", "Black to white."}};

/// The file's own, or one of the properties that it has.
bool property_combo(Context& context, const ParticleSequence& files, const char* id, const char* own,
                    std::string& name) {
  std::vector<std::string> names = files.drawn().properties();
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  std::vector<ComboItem> items = {{own, "As the file says."}};
  for (const std::string& property : names) items.push_back({property.c_str(), nullptr});
  const auto found = std::ranges::find(names, name);
  int index = name.empty() ? 0 : 1 + static_cast<int>(found - names.begin());
  if (!combo(id, index, items, context.probe)) return false;
  name = index == 0 ? std::string() : names[static_cast<std::size_t>(index) - 1];
  return true;
}

/// Its two ends, to drag or to type, and whether they are those of the first file.
bool range_choice(Context& context, const char* id, const std::optional<ValueRange>& present,
                  std::optional<ValueRange>& range) {
  const std::string name(id);
  label("Range",
        "The values at the two ends. auto takes those of the file that was read first, for all of the sequence.");
  const ValueRange shown = range.value_or(present.value_or(ValueRange{}));
  std::array<float, 2> ends = {shown.least, shown.most};
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextItemWidth(
      -(ImGui::GetFrameHeight() + style.ItemInnerSpacing.x + ImGui::CalcTextSize("auto").x + style.ItemSpacing.x));
  bool changed = ImGui::DragFloat2(("##" + name).c_str(), ends.data(), std::max(shown.most - shown.least, 1e-6f) / 200,
                                   0, 0, "%.4g");
  context.probe.item(name);
  if (changed) range = ValueRange{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
  ImGui::SameLine();
  ImGui::PushID(id);
  bool automatic = !range.has_value();
  if (ImGui::Checkbox("auto", &automatic)) {
    range = automatic ? std::nullopt : present;
    changed = true;
  }
  context.probe.item(name + "/auto");
  ImGui::PopID();
  return changed;
}

/// The colours of the map, from the lower end to the upper one.
void show_legend(Context& context, ColorMap map) {
  label("");
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 0.6f * ImGui::GetFontSize();
  constexpr int parts = 64;
  for (int i = 0; i < parts; ++i) {
    const float x = corner.x + width * static_cast<float>(i) / parts;
    ImGui::GetWindowDrawList()->AddRectFilled({x, corner.y}, {x + width / parts + 1, corner.y + height},
                                              color_in(map, i / (parts - 1.0)));
  }
  ImGui::Dummy({width, height});
  context.probe.item("colour legend");
}

/// A property that something of the file's own is multiplied by, and its range.
bool factor_choice(Context& context, const ParticleSequence& files, const std::string& what,
                   const std::optional<ValueRange>& present, ParticleMapping::Property& property) {
  bool changed = property_combo(context, files, (what + " by").c_str(), "file", property.name);
  if (changed) property.range.reset();
  if (!property.name.empty()) changed |= range_choice(context, (what + " range").c_str(), present, property.range);
  return changed;
}

}  // namespace

void mapping_choices(Context& context) {
  const std::shared_ptr<ParticleSequence> shown = context.session.player.sequence();
  ParticleSequence& files = *shown;
  ParticleMapping mapping = files.mapping();
  label("Colour by", "A property of the particles that decides their colour.");
  bool changed = property_combo(context, files, "colour by", "file", mapping.color.name);
  if (changed) mapping.color.range.reset();
  if (!mapping.color.name.empty()) {
    changed |= range_choice(context, "colour range", files.ranges().color, mapping.color.range);
    label("Map", "The colours from the lower end of the range to the upper one.");
    changed |= enum_combo("colour map", mapping.map, maps, context.probe);
    show_legend(context, mapping.map);
  }
  label("Opacity by", "A property of the particles that their opacity is multiplied by: from 0 at the lower end to 1.");
  changed |= factor_choice(context, files, "opacity", files.ranges().opacity, mapping.opacity);
  label("Size by", "A property of the particles that their radius is multiplied by: from 0 at the lower end to 1.");
  changed |= factor_choice(context, files, "size", files.ranges().size, mapping.size);
  if (!changed) return;
  context.session.document.sequence.mapping = mapping;
  files.set_mapping(mapping);
}

}  // namespace farfirst::app::ui
