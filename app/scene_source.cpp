#include "scene_source.h"

#include <fmt/format.h>

#include <array>

#include "frame.h"
#include "scene/glass.h"
#include "scene/jungle.h"
#include "scene/particles.h"

namespace farfirst::app {

std::string with_thousands(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string byte_size(std::size_t bytes) {
  constexpr std::array<const char*, 4> units = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < units.size(); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 10 ? 1 : 0, units[unit]);
}

std::string SceneSource::name() const {
  switch (kind) {
    case SceneKind::file:
      return file.filename().string();
    case SceneKind::glass:
      return "glass";
    case SceneKind::jungle:
      return "jungle";
    case SceneKind::particles:
      return "particles";
  }
  return {};
}

std::string SceneSource::counts() const {
  const auto count = [](std::uint64_t n, const char* what) {
    return fmt::format("{} {}{}", with_thousands(n), what, n == 1 ? "" : "s");
  };
  if (particles) return count(particles->positions().size(), "particle");
  if (!model->is_mesh()) return count(model->positions.size(), "point");
  return fmt::format("{}, {}", count(model->triangle_count(), "triangle"),
                     model->positions.size() == 1 ? "1 vertex" : with_thousands(model->positions.size()) + " vertices");
}

Bounds SceneSource::bounds() const { return particles ? particles->bounds() : model->bounds; }

bool SceneSource::empty() const { return particles ? particles->positions().empty() : model->positions.empty(); }

void SceneSource::give_to(Frame& frame) const {
  if (particles)
    frame.set_scene(particles);
  else
    frame.set_scene(model);
}

SceneSource built_in_scene(const Options& options) {
  SceneSource scene;
  scene.kind = options.scene;
  if (options.scene == SceneKind::particles)
    scene.particles = std::make_shared<ParticleSystem>(options.particles, options.sort.seed);
  else
    scene.model =
        std::make_shared<const Model>(options.scene == SceneKind::jungle ? make_jungle_scene() : make_glass_scene());
  return scene;
}

SceneSource scene_of_file(const std::filesystem::path& file, Model model) {
  return {SceneKind::file, file, std::make_shared<const Model>(std::move(model)), nullptr};
}

Camera opening_camera(const SceneSource& scene, float aspect, const CameraWish& wish) {
  const Bounds bounds = scene.bounds();
  Camera camera;
  const bool has_camera = scene.kind == SceneKind::glass || scene.kind == SceneKind::jungle;
  if (has_camera) {
    camera = scene.kind == SceneKind::glass ? glass_scene_camera(aspect) : jungle_scene_camera(aspect);
  } else {
    // A little from the right and from above: a view that shows depth.
    camera.focus = bounds.center();
    camera.eye = camera.focus - glm::vec3(-0.35f, -0.25f, -1.0f);
    camera.frame(bounds, aspect);
  }
  if (wish.view_up) camera.up = *wish.view_up;
  if (wish.view_angle) camera.field_of_view = *wish.view_angle;
  if (wish.direction) camera.eye = camera.focus - *wish.direction;
  const bool pose_is_free = !has_camera || wish.direction || wish.view_up || wish.view_angle;
  if (pose_is_free) camera.frame(bounds, aspect);
  if (wish.focal_point) {
    camera.eye += *wish.focal_point - camera.focus;
    camera.focus = *wish.focal_point;
  }
  if (wish.position && *wish.position != camera.focus) camera.eye = *wish.position;
  camera.fit_planes(bounds);
  return camera;
}

}  // namespace farfirst::app
