#pragma once
// Navigation: the camera, the up axis, and the point of the scene at a place of the picture.

#include <filesystem>
#include <glm/glm.hpp>
#include <optional>

#include "camera/world.h"
#include "cli/settings_file.h"
#include "render/elements.h"
#include "showing.h"
#include "viewer.h"

namespace farfirst::app {

class Navigation {
 public:
  Navigation(Showing& now, const Viewer& viewer, WindowMemory& memory) : now_(now), viewer_(viewer), memory_(memory) {}

  /// In the coordinates of the files, as shown to people and written.
  WorldCamera world_camera() const { return in_world(now_.camera, now_.origin()); }
  void set_world_camera(const WorldCamera& wanted) { now_.camera = in_scene(wanted, now_.origin()); }
  /// Moves the camera so that all, or an object, fills the picture.
  void frame_all();
  void frame_object(std::size_t object);
  /// The camera that the scene opens with.
  void reset();
  /// Looks along a direction, so that the scene fills the picture. The direction is that of a scene with Y up.
  void look_along(const glm::vec3& direction);
  /// The up axis of the scene: for views, paths and files that are opened later. A built-in scene opens with its own.
  /// The view turns with it.
  void set_up(const glm::vec3& up);
  // For a place of the picture (-1..1, y up):
  /// Sets the orbit centre to the point there. False if there is none.
  bool focus_on(const glm::vec2& at);
  void select_at(const glm::vec2& at);

 private:
  struct Picked {
    std::size_t object = 0;
    glm::vec3 place{0.0f};
  };
  std::optional<Picked> pick_at(const glm::vec2& at) const;
  std::optional<glm::vec3> pick_placed(const ElementPart& part, const glm::vec2& at) const;
  std::filesystem::path remembered_file() const;
  void recall_up();

  Showing& now_;
  const Viewer& viewer_;
  WindowMemory& memory_;
  bool up_is_recalled_ = false;  // it was chosen for the file that is shown, not in this window
};

}  // namespace farfirst::app
