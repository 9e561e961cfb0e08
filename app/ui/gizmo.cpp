#include "gizmo.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "input.h"
#include "theme.h"

namespace farfirst::app::ui {
namespace {

constexpr float length = 96, reach = 8;  // before scaling
constexpr std::array<ImU32, 3> axis_colors = {IM_COL32(240, 88, 88, 255), IM_COL32(118, 214, 92, 255),
                                              IM_COL32(96, 148, 255, 255)};
constexpr ImU32 picture_color = IM_COL32(226, 228, 232, 255), held_color = IM_COL32(255, 214, 70, 255),
                shadow_color = IM_COL32(0, 0, 0, 130), box_color = IM_COL32(255, 214, 70, 110);

ImU32 color_of(const Handle& handle, const std::optional<Handle>& held) {
  if (held == handle) return held_color;
  return handle.of == Handle::Of::picture ? picture_color : axis_colors[static_cast<std::size_t>(handle.axis)];
}

std::string name_of(HandleKind kind, const Handle& handle) {
  constexpr std::array kinds = {"move", "turn", "scale"};
  constexpr std::array axes = {"x", "y", "z"};
  const std::string name = fmt::format("gizmo/{} ", kinds[static_cast<std::size_t>(kind)]);
  if (handle.of == Handle::Of::picture) return name + "in picture";
  return name + (handle.of == Handle::Of::plane ? "across " : "") + axes[static_cast<std::size_t>(handle.axis)];
}

/// Drawing over the picture, in its own coordinates.
class Pen {
 public:
  Pen(const Rectangle& area, float scale) : list_(ImGui::GetBackgroundDrawList()), area_(area), scale_(scale) {
    list_->PushClipRect(area.minimum, area.maximum);
  }
  ~Pen() { list_->PopClipRect(); }
  Pen(const Pen&) = delete;
  Pen& operator=(const Pen&) = delete;

  ImVec2 at(const glm::vec2& place) const { return {area_.minimum.x + place.x, area_.minimum.y + place.y}; }
  void line(const std::vector<glm::vec2>& places, ImU32 color, float width) {
    std::vector<ImVec2> points;
    for (const glm::vec2& place : places) points.push_back(at(place));
    const int count = static_cast<int>(points.size());
    list_->AddPolyline(points.data(), count, shadow_color, 0, (width + 2) * scale_);
    list_->AddPolyline(points.data(), count, color, 0, width * scale_);
  }
  void fill(const std::vector<glm::vec2>& places, ImU32 color) {
    std::vector<ImVec2> points;
    for (const glm::vec2& place : places) points.push_back(at(place));
    const ImU32 faint = (color & 0x00FFFFFF) | IM_COL32(0, 0, 0, 90);
    list_->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), faint);
  }
  /// Of an axis that is `from` somewhere.
  void arrow(const glm::vec2& from, const glm::vec2& to, ImU32 color) {
    const float size = 7 * scale_, distance = glm::distance(from, to);
    if (distance < size) return;
    const glm::vec2 along = (to - from) / distance, across(-along.y, along.x);
    list_->AddTriangleFilled(at(to + 1.4f * size * along), at(to + 0.7f * size * across), at(to - 0.7f * size * across),
                             color);
  }
  void box(const glm::vec2& middle, ImU32 color) {
    const float half = 5 * scale_;
    list_->AddRectFilled(at(middle - half), at(middle + half), color);
  }
  void text(const glm::vec2& place, const std::string& words) {
    const ImVec2 corner = at(place + glm::vec2(18, 14) * scale_), size = ImGui::CalcTextSize(words.c_str());
    list_->AddRectFilled({corner.x - 4, corner.y - 2}, {corner.x + size.x + 4, corner.y + size.y + 2},
                         IM_COL32(20, 22, 28, 210), 3);
    list_->AddText(corner, picture_color, words.c_str());
  }

 private:
  ImDrawList* list_;
  const Rectangle& area_;
  float scale_;
};

/// By how much the drag changed it.
std::string text_of_change(HandleKind kind, const Placement& before, const Placement& now) {
  if (kind == HandleKind::scale) return fmt::format("scale {:.4g}", now.scale);
  const bool moves = kind == HandleKind::move;
  const glm::dvec3 by = moves ? now.position - before.position : glm::dvec3(now.rotation);
  return fmt::format("{}{:.4g}, {:.4g}, {:.4g}", moves ? "moved by " : "turned to ", by.x, by.y, by.z);
}

/// The box of the object, so that it is plain which one is selected.
void draw_box(Pen& pen, const Handles& handles, const Object& object, const glm::mat4& to_scene) {
  const Bounds box = object.bounds().bulk;
  if (box.empty()) return;
  const auto corner = [&](unsigned bits) {
    const glm::vec3 own((bits & 1) != 0 ? box.maximum.x : box.minimum.x,
                        (bits & 2) != 0 ? box.maximum.y : box.minimum.y,
                        (bits & 4) != 0 ? box.maximum.z : box.minimum.z);
    return handles.on_picture(to_scene * glm::vec4(own, 1));
  };
  for (unsigned from = 0; from < 8; ++from) {
    for (const unsigned axis : {1u, 2u, 4u}) {
      if ((from & axis) != 0) continue;
      const auto a = corner(from), b = corner(from | axis);
      if (a && b) pen.line({*a, *b}, box_color, 1);
    }
  }
}

}  // namespace

bool Gizmo::update(Context& context, const Rectangle& area, bool is_free) {
  Session& session = context.session;
  if (drag_ && key_pressed(ImGuiKey_Escape)) put_back(session);
  is_given_up_ = is_given_up_ && ImGui::IsMouseDown(0);
  const std::optional<HandleKind> kind = context.state.gizmo;
  const bool is_there = session.selected && *session.selected < session.document.objects.size() && session.scene();
  if (!is_there || !kind || (drag_ && drag_->object != *session.selected)) drag_.reset();
  if (!is_there) return false;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const glm::vec2 mouse(at.x - area.minimum.x, at.y - area.minimum.y);
  const glm::vec2 size(area.maximum.x - area.minimum.x, area.maximum.y - area.minimum.y);
  const auto handles = [&] {
    return Handles(session.shown_scene(), *session.selected, session.camera, size, length * context.scale);
  };
  std::optional<Handle> held;
  if (kind) {
    if (!drag_ && is_free) held = handles().at(*kind, mouse, reach * context.scale);
    if (held && ImGui::IsMouseClicked(0)) {
      session.playing = false;
      drag_.emplace(Drag{handles(), *kind, *held, *session.selected, mouse,
                         session.document.objects[*session.selected].setting.placement});
    }
    if (drag_) {
      held = drag_->handle;
      drag(context, mouse);
    }
  }
  draw(context, handles(), area, kind.value_or(HandleKind::move), held);
  const bool is_theirs = drag_ || is_given_up_ || (held && ImGui::IsMouseDown(0));
  if (drag_ && !ImGui::IsMouseDown(0)) drag_.reset();
  return is_theirs;
}

/// The same key selects nothing where nothing is dragged.
void Gizmo::put_back(Session& session) {
  session.document.objects[drag_->object].setting.placement = drag_->before;
  session.selected = drag_->object;
  drag_.reset();
  is_given_up_ = true;
}

void Gizmo::drag(Context& context, const glm::vec2& mouse) {
  Placement& placement = context.session.document.objects[drag_->object].setting.placement;
  placement = drag_->handles.dragged(drag_->kind, drag_->handle, drag_->from, mouse, ImGui::GetIO().KeyCtrl);
}

void Gizmo::draw(Context& context, const Handles& handles, const Rectangle& area, HandleKind kind,
                 const std::optional<Handle>& held) const {
  const Session& session = context.session;
  const Scene scene = session.shown_scene();
  const std::size_t object = *session.selected;
  Pen pen(area, context.scale);
  draw_box(pen, handles, scene.objects[object], scene.to_scene(object));
  if (!context.state.gizmo) return;
  std::vector<Handle> all = handles.all(kind);
  std::ranges::reverse(all);  // the one that is over the others is drawn last
  const auto middle = handles.on_picture(handles.center());
  for (const Handle& handle : all) {
    const std::vector<glm::vec2> line = handles.line_on_picture(kind, handle);
    if (line.size() < 2) continue;
    const ImU32 color = color_of(handle, held);
    const bool is_filled = kind != HandleKind::turn && handle.of != Handle::Of::axis;
    if (is_filled) pen.fill(line, color);
    pen.line(line, color, is_filled ? 1.5f : 2.5f);
    if (handle.of == Handle::Of::axis && kind == HandleKind::move) pen.arrow(line.front(), line.back(), color);
    if (handle.of == Handle::Of::axis && kind == HandleKind::scale) pen.box(line.back(), color);
    // A place to take hold of it, which no other handle covers.
    const glm::vec2 hold = handle.of == Handle::Of::axis && kind != HandleKind::turn ? line.back()
                           : kind == HandleKind::turn                                ? line[line.size() / 8]
                                                      : (line[0] + line[line.size() / 2]) / 2.0f;
    const ImVec2 place = pen.at(hold);
    context.probe.area(name_of(kind, handle), {{place.x - 2, place.y - 2}, {place.x + 2, place.y + 2}});
  }
  if (drag_ && middle)
    pen.text(*middle, text_of_change(kind, drag_->before, session.document.objects[object].setting.placement));
}

}  // namespace farfirst::app::ui
