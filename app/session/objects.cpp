// The objects of the scene: placed as the document says, added to, taken out of, found under the mouse.

#include <farfirst/sort.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "camera/picking.h"
#include "render/elements.h"
#include "scene/particles.h"
#include "session.h"

namespace farfirst::app {

/// As the document has it placed.
Scene Session::shown_scene() const {
  Scene scene = scene_.value_or(Scene());
  for (std::size_t i = 0; i < scene.objects.size(); ++i) scene.objects[i].setting = document.objects[i].setting;
  return scene;
}

const Object* Session::selected_object() const {
  return scene_ && selected && *selected < scene_->objects.size() ? &scene_->objects[*selected] : nullptr;
}

/// Is what is shown what the document says?
bool Session::objects_are_placed() const {
  return !scene_ || std::ranges::equal(scene_->objects, document.objects, {}, &Object::setting, &ObjectChoice::setting);
}

void Session::place_objects() {
  if (objects_are_placed()) return;
  Scene scene = shown_scene();
  if (put_into_frame(scene, &SceneRenderer::place))
    scene_ = std::move(scene);
  else if (scene_)
    document.objects.assign(scene_->objects.begin(), scene_->objects.end());
}

/// In place of those that are shown. The camera stays where it is among them.
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
    return notify_error(fmt::format("{} objects are shown, and there cannot be more", most_objects));
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

// ---- undone and done again

Shown Session::shown() const {
  Shown result{document};
  if (!scene_) return result;
  result.objects = shown_scene().objects;
  for (const auto& system : scene_->systems()) result.systems.push_back({system, system->plan()});
  return result;
}

void Session::note_edits(bool under_way) {
  if (std::exchange(changed_by_itself_, false) && !under_way)
    edits_.adopt(shown());
  else
    edits_.note(shown(), under_way);
}

void Session::undo() {
  if (edits_.next_undo() == nullptr) return;
  notify("undone: " + *edits_.next_undo());
  show_again(edits_.undo());
}

void Session::redo() {
  if (edits_.next_redo() == nullptr) return;
  notify("done again: " + *edits_.next_redo());
  show_again(edits_.redo());
}

void Session::show_again(const Shown& wanted) {
  const float opacity = document.left.look.opacity;
  document.left = wanted.document.left;
  document.automatic_opacity = wanted.document.automatic_opacity;
  if (document.automatic_opacity) {
    document.left.look.opacity = opacity;
    opacity_basis_ = {};  // to be chosen again
  }
  document.right = wanted.document.right;
  if (document.split.on && !document.right) set_split(true);
  show_objects_again(wanted.objects);
  document.particles = wanted.document.particles;
  const auto systems = scene_ ? scene_->systems() : std::vector<std::shared_ptr<ParticleSystem>>();
  for (const ShownSystem& was : wanted.systems)
    if (was.plan != was.system->plan() && std::ranges::find(systems, was.system) != systems.end())
      take_plan(*was.system, was.plan);
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

// ---- found

void Session::frame_object(std::size_t object) {
  if (object >= document.objects.size()) return;
  Scene alone = shown_scene();
  for (std::size_t i = 0; i < alone.objects.size(); ++i) alone.objects[i].setting.visible = i == object;
  if (alone.bounds().empty()) return;
  playing = false;
  fit_to_scene(camera, alone, aspect());
}

std::optional<Session::Picked> Session::pick_at(const glm::vec2& at) {
  const SceneRenderer::Sorting sorting = scene_renderer_->sorting(camera, document.left.sort);
  if (sorting.elements == nullptr) return std::nullopt;
  const Elements all = sorting.elements->host_elements(document.left.sort.primitive, IndexLayout::elements);
  if (!all.parts) {
    const auto place = pick(all.positions, all.triangles, camera, aspect(), at);
    return place ? std::optional(Picked{0, *place}) : std::nullopt;
  }
  std::optional<Picked> nearest;
  std::size_t object = 0;
  for (const ElementPart& part : *all.parts) {
    while (object < document.objects.size() && !document.objects[object].setting.visible) ++object;
    const auto place = pick_placed(part, at);
    if (place && (!nearest || glm::distance(*place, camera.eye) < glm::distance(nearest->place, camera.eye)))
      nearest = Picked{object, *place};
    ++object;
  }
  return nearest;
}

/// By a camera that is moved the other way.
std::optional<glm::vec3> Session::pick_placed(const ElementPart& part, const glm::vec2& at) const {
  const std::array<float, 12>& rows = part.transform;
  glm::dmat4 to_scene(1.0);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) to_scene[column][row] = rows[static_cast<std::size_t>(4 * row + column)];
  const glm::dmat4 to_object = glm::inverse(to_scene);
  Camera moved = camera;
  moved.eye = to_object * glm::dvec4(camera.eye, 1.0);
  moved.focus = to_object * glm::dvec4(camera.focus, 1.0);
  moved.up = glm::normalize(glm::dmat3(to_object) * glm::dvec3(camera.up));
  const auto place = pick(part.positions, part.triangles, moved, aspect(), at);
  if (!place) return std::nullopt;
  return glm::vec3(to_scene * glm::dvec4(*place, 1.0));
}

void Session::select_at(const glm::vec2& at) {
  const std::optional<Picked> picked = pick_at(at);
  selected = picked ? std::optional(picked->object) : std::nullopt;
}

}  // namespace farfirst::app
