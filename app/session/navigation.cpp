#include "navigation.h"

#include <utility>

#include "camera/opening.h"
#include "camera/picking.h"

namespace farfirst::app {

void Navigation::frame_all() {
  if (now_.scene) fit_to_scene(now_.camera, *now_.scene, viewer_.aspect());
}

void Navigation::reset() {
  if (!now_.scene) return;
  recall_up();
  now_.camera = opening_camera(*now_.scene, viewer_.aspect(), now_.document.camera);
}

/// The key under which the up axis is remembered; empty: a built-in scene.
std::filesystem::path Navigation::remembered_file() const {
  std::error_code error;
  const std::filesystem::path file = now_.scene ? now_.scene->objects.front().file : std::filesystem::path();
  return file.empty() ? file : std::filesystem::absolute(file, error);
}

/// The up axis that was chosen for this file earlier. Files without a choice do not inherit it.
void Navigation::recall_up() {
  if (now_.document.camera.keeps_view_up || now_.document.camera.pose) return;
  const std::optional<glm::vec3> known = memory_.up_of(remembered_file());
  if (known || up_is_recalled_) now_.document.camera.view_up = known;
  up_is_recalled_ = known.has_value();
}

void Navigation::look_along(const glm::vec3& direction) {
  now_.playing = false;
  now_.camera.eye =
      now_.camera.focus - turn_to_up(now_.document.up()) * direction * glm::length(now_.camera.focus - now_.camera.eye);
  now_.camera.up = now_.document.up();
  frame_all();
}

void Navigation::set_up(const glm::vec3& up) {
  const glm::mat3 turn = turn_to_up(up) * glm::transpose(turn_to_up(now_.document.up()));
  if (const auto file = remembered_file(); !file.empty()) memory_.remember_up(file, up);
  up_is_recalled_ = false;
  now_.document.camera.view_up = up;
  now_.document.camera.pose.reset();  // it has another up
  // Y is what scenes open with anyway; those with a camera of their own keep that.
  if (up == glm::vec3(0, 1, 0) && !now_.document.camera.keeps_view_up) now_.document.camera.view_up.reset();
  now_.camera.eye = now_.camera.focus - turn * (now_.camera.focus - now_.camera.eye);
  now_.camera.up = up;
  frame_all();
}

bool Navigation::focus_on(const glm::vec2& at) {
  const std::optional<Picked> picked = pick_at(at);
  if (!picked) return false;
  // The eye keeps its distance to the focus, so that the point comes to the middle without a jump in size.
  now_.camera.eye += picked->place - now_.camera.focus;
  now_.camera.focus = picked->place;
  return true;
}

void Navigation::frame_object(std::size_t object) {
  if (object >= now_.document.objects.size()) return;
  Scene alone = now_.placed_scene();
  for (std::size_t i = 0; i < alone.objects.size(); ++i) alone.objects[i].setting.visible = i == object;
  if (alone.bounds().empty()) return;
  now_.playing = false;
  fit_to_scene(now_.camera, alone, viewer_.aspect());
}

std::optional<Navigation::Picked> Navigation::pick_at(const glm::vec2& at) const {
  const SceneRenderer::Sorting sorting = viewer_.scene_renderer().sorting(now_.camera, now_.document.left.sort);
  if (sorting.elements == nullptr) return std::nullopt;
  const Elements all = sorting.elements->host_elements(now_.document.left.sort.primitive, IndexLayout::elements);
  if (!all.parts) {
    const auto place = pick(all.positions, all.triangles, now_.camera, viewer_.aspect(), at);
    return place ? std::optional(Picked{0, *place}) : std::nullopt;
  }
  std::optional<Picked> nearest;
  std::size_t object = 0;
  for (const ElementPart& part : *all.parts) {
    while (object < now_.document.objects.size() && !now_.document.objects[object].setting.visible) ++object;
    const auto place = pick_placed(part, at);
    if (place && (!nearest || glm::distance(*place, now_.camera.eye) < glm::distance(nearest->place, now_.camera.eye)))
      nearest = Picked{object, *place};
    ++object;
  }
  return nearest;
}

/// Picks by a camera that is moved the other way.
std::optional<glm::vec3> Navigation::pick_placed(const ElementPart& part, const glm::vec2& at) const {
  const std::array<float, 12>& rows = part.transform;
  glm::dmat4 to_scene(1.0);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) to_scene[column][row] = rows[static_cast<std::size_t>(4 * row + column)];
  const glm::dmat4 to_object = glm::inverse(to_scene);
  Camera moved = now_.camera;
  moved.eye = to_object * glm::dvec4(now_.camera.eye, 1.0);
  moved.focus = to_object * glm::dvec4(now_.camera.focus, 1.0);
  moved.up = glm::normalize(glm::dmat3(to_object) * glm::dvec3(now_.camera.up));
  const auto place = pick(part.positions, part.triangles, moved, viewer_.aspect(), at);
  if (!place) return std::nullopt;
  return glm::vec3(to_scene * glm::dvec4(*place, 1.0));
}

void Navigation::select_at(const glm::vec2& at) {
  const std::optional<Picked> picked = pick_at(at);
  now_.selected = picked ? std::optional(picked->object) : std::nullopt;
}

}  // namespace farfirst::app
