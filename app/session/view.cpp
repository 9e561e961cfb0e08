// The camera, and the opacity that depends on where it is.

#include "session.h"

namespace farfirst::app {

float Session::aspect() const {
  return target_ ? static_cast<float>(target_->width()) / static_cast<float>(target_->height())
                 : static_cast<float>(opening_size_.x) / static_cast<float>(opening_size_.y);
}

void Session::frame_all() {
  if (scene_) fit_to_scene(camera, *scene_, aspect());
}

void Session::reset_camera() {
  if (!scene_) return;
  recall_up();
  camera = opening_camera(*scene_, aspect(), document.camera);
}

/// Under which the up axis of what is shown is remembered; empty: it is built in.
std::filesystem::path Session::remembered_file() const {
  std::error_code error;
  const std::filesystem::path file = scene_ ? scene_->objects.front().file : std::filesystem::path();
  return file.empty() ? file : std::filesystem::absolute(file, error);
}

/// The up axis that was chosen for this file earlier. It does not go on to files for which none was chosen.
void Session::recall_up() {
  if (document.camera.keeps_view_up || document.camera.pose) return;
  const std::optional<glm::vec3> known = memory.up_of(remembered_file());
  if (known || up_is_recalled_) document.camera.view_up = known;
  up_is_recalled_ = known.has_value();
}

void Session::look_along(const glm::vec3& direction) {
  playing = false;
  camera.eye = camera.focus - turn_to_up(up()) * direction * glm::length(camera.focus - camera.eye);
  camera.up = up();
  frame_all();
}

void Session::set_up(const glm::vec3& up) {
  const glm::mat3 turn = turn_to_up(up) * glm::transpose(turn_to_up(this->up()));
  if (const auto file = remembered_file(); !file.empty()) memory.remember_up(file, up);
  up_is_recalled_ = false;
  document.camera.view_up = up;
  document.camera.pose.reset();  // it has another up
  // Y is what scenes open with anyway; those with a camera of their own keep that.
  if (up == glm::vec3(0, 1, 0) && !document.camera.keeps_view_up) document.camera.view_up.reset();
  camera.eye = camera.focus - turn * (camera.focus - camera.eye);
  camera.up = up;
  frame_all();
}

bool Session::focus_on(const glm::vec2& at) {
  const std::optional<Picked> picked = pick_at(at);
  if (!picked) return false;
  // The eye stays on its distance to what it looks at, so that the point comes to the middle without a jump in size.
  camera.eye += picked->place - camera.focus;
  camera.focus = picked->place;
  return true;
}

void Session::step_path() {
  if (!path_ || !playing || !scene_) return;
  camera = path_->at(path_frame_, scene_->bounds().bulk, scene_->origin(), up());
  path_frame_ = (path_frame_ + 1) % path_->length();
}

Session::OpacityBasis Session::opacity_basis(const View& view) const {
  LayerView layers;
  layers.as_points = document.left.sort.primitive == Primitive::points || !scene_->contents().meshes;
  // The size of points counts where there are some.
  if (layers.as_points) layers.point_size = document.left.look.point_size * view.pixel_scale;
  layers.file_alpha = document.left.look.use_file_colors;
  return {scene_number_, up(), layers};
}

bool Session::opacity_is_due(const View& view) const {
  return document.automatic_opacity && scene_ && opacity_basis(view) != opacity_basis_;
}

void Session::choose_opacity(const View& view) {
  if (!document.automatic_opacity) opacity_basis_ = {};  // the next automatic one is chosen anew
  if (!opacity_is_due(view)) return;
  opacity_basis_ = opacity_basis(view);
  LayerView layers = opacity_basis_.view;
  layers.picture = {view.width, view.height};
  document.left.look.opacity = opening_opacity(*scene_, document.camera, layers);
}

}  // namespace farfirst::app
