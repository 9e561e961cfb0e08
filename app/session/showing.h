#pragma once
// What is shown now: what all parts of a session share.

#include <cstdint>
#include <optional>

#include "camera/camera.h"
#include "document/document.h"
#include "scene/source.h"

namespace farfirst::app {

class ErrorAnalysis;

struct Showing {
  Document document;
  Camera camera{};
  std::optional<SceneSource> scene{};
  std::uint64_t scene_number = 0;           // another one with each scene
  bool paused = false;                      // particles
  bool playing = false;                     // the camera path
  ErrorAnalysis* error_analysis = nullptr;  // of the picture; none while its window is closed
  bool dirty = true;                        // to be drawn again, although nothing above has changed
  bool changed_by_itself = false;           // what can be undone, since that was looked at

  /// Something is being measured: particles stand still.
  bool stands_still() const;
  /// Does anything move by itself?
  bool is_animated() const;
};

}  // namespace farfirst::app
