// The objects of the scene: placed, copied, moved, removed, and restored by undo.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scene/particles.h"
#include "session.h"

namespace farfirst::app {

/// Places objects as in the document, unless they stand so.
void Session::place_objects() {
  if (!scene_ || std::ranges::equal(scene_->objects, document.objects, {}, &Object::setting, &ObjectChoice::setting))
    return;
  Scene scene = shown_scene();
  if (viewer.set_scene(scene, &SceneRenderer::place))
    scene_ = std::move(scene);
  else if (scene_)
    document.objects.assign(scene_->objects.begin(), scene_->objects.end());
}

/// Replaces the displayed objects. The camera stays where it is among them.
void Session::show_objects(Objects objects) {
  keep_camera_ = true;
  show(std::move(objects), {document, {}});
}

void Session::remove_object(std::size_t object) {
  if (document.objects.size() < 2 || object >= document.objects.size()) return;
  Objects others = shown_scene().objects;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(object));
  if (selected == object)
    selected.reset();
  else if (selected && *selected > object)
    --*selected;
  show_objects(std::move(others));
}

namespace {

/// The shortest move along an axis to the right of the picture that takes a copy off its original, with a small gap.
glm::vec3 beside(const Bounds& box, const glm::vec3& right) {
  constexpr float gap = 1.1f;
  const glm::vec3 across = glm::abs(right), sides = box.maximum - box.minimum;
  const int axis = across.x >= across.y && across.x >= across.z ? 0 : across.y >= across.z ? 1 : 2;
  glm::vec3 shift(0.0f);
  shift[axis] = std::copysign(gap * (sides[axis] > 0 ? sides[axis] : box.radius()), right[axis]);
  return shift;
}

}  // namespace

void Session::duplicate_object(std::size_t object) {
  if (object >= document.objects.size()) return;
  const Scene scene = shown_scene();
  Objects objects = scene.objects;
  if (objects.size() >= most_objects)
    return messages.notify_error(fmt::format("{} objects are shown, and there cannot be more", most_objects));
  Object copy = objects[object];
  copy.setting.name = copy.name() + " copy";
  if (const Bounds box = scene.bounds(object).bulk; !box.empty())
    copy.setting.placement.position += beside(box, camera.right());
  if (const auto system = copy.particles()) copy.content = std::make_shared<ParticleSystem>(*system);
  objects.insert(objects.begin() + static_cast<std::ptrdiff_t>(object) + 1, std::move(copy));
  selected = object + 1;
  show_objects(std::move(objects));
}

void Session::move_object(std::size_t from, std::size_t to) {
  const std::size_t count = document.objects.size();
  if (from >= count || to >= count || from == to) return;
  Objects objects = shown_scene().objects;
  Object moved = std::move(objects[from]);
  objects.erase(objects.begin() + static_cast<std::ptrdiff_t>(from));
  objects.insert(objects.begin() + static_cast<std::ptrdiff_t>(to), std::move(moved));
  if (selected == from) selected = to;
  show_objects(std::move(objects));
}

// ---- undo and redo

Shown Session::shown() const {
  Shown result{document};
  if (!scene_) return result;
  result.objects = shown_scene().objects;
  for (const auto& system : scene_->systems()) result.systems.push_back({system, system->plan()});
  return result;
}

void Session::note_edits(bool under_way) {
  if (std::exchange(now_.changed_by_itself, false) && !under_way)
    edits_.adopt(shown());
  else
    edits_.note(shown(), under_way);
}

void Session::undo() {
  if (edits_.next_undo() == nullptr) return;
  messages.notify("undone: " + *edits_.next_undo());
  show_again(edits_.undo());
}

void Session::redo() {
  if (edits_.next_redo() == nullptr) return;
  messages.notify("done again: " + *edits_.next_redo());
  show_again(edits_.redo());
}

void Session::show_again(const Shown& wanted) {
  const float opacity = document.left.look.opacity, point_size = document.left.look.point_size;
  document.left = wanted.document.left;
  document.automatic_opacity = wanted.document.automatic_opacity;
  document.automatic_point_size = wanted.document.automatic_point_size;
  if (document.automatic_point_size) document.left.look.point_size = point_size;
  if (document.automatic_opacity) {
    document.left.look.opacity = opacity;
    viewer.forget_opacity();  // to be chosen again
  }
  document.right = wanted.document.right;
  if (document.split.on && !document.right) document.set_split(true);
  show_objects_again(wanted.objects);
  document.particles = wanted.document.particles;
  const auto systems = scene_ ? scene_->systems() : std::vector<std::shared_ptr<ParticleSystem>>();
  for (const ShownSystem& was : wanted.systems)
    if (was.plan != was.system->plan() && std::ranges::find(systems, was.system) != systems.end())
      player.take_plan(*was.system, was.plan);
}

void Session::show_objects_again(const Objects& wanted) {
  if (wanted.empty()) return;
  if (!std::ranges::equal(shown_scene().objects, wanted, {}, &Object::content, &Object::content)) {
    selected.reset();
    show_objects(wanted);
  }
  for (std::size_t i = 0; i < std::min(document.objects.size(), wanted.size()); ++i)
    document.objects[i].setting = wanted[i].setting;
}

}  // namespace farfirst::app
