#pragma once
// The present state that all parts of a session share.

#include <cstdint>
#include <optional>

#include "camera/camera.h"
#include "document/document.h"
#include "scene/scene.h"

namespace farfirst::app {

class ErrorAnalysis;

struct Showing {
  Document document;
  Camera camera{};
  std::optional<Scene> scene{};
  std::uint64_t scene_number = 0;           // another one with each scene
  std::optional<std::size_t> selected{};    // the object of the panels, keys and the gizmo
  bool paused = false;                      // particles
  bool playing = false;                     // the camera path
  ErrorAnalysis* error_analysis = nullptr;  // of the picture; none while its window is closed
  bool dirty = true;                        // to be drawn again, although nothing above has changed
  bool changed_by_itself = false;           // what can be undone, since that was looked at

  /// The scene as the document has it placed.
  Scene placed_scene() const;
  const Object* selected_object() const;
  glm::dvec3 origin() const { return scene ? scene->origin() : glm::dvec3(0.0); }
  /// Something is being measured: particles stand still.
  bool stands_still() const;
  /// Does anything move by itself?
  bool is_animated() const;
};

}  // namespace farfirst::app
