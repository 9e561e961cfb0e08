#pragma once
// Cameras as JSON: the clipboard, and the key frames of camera paths (docs/camera-path.md).

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/diagnostic.h"
#include "world.h"

namespace farfirst::app {

/// Reads "position", "focal_point", "view_up" (optional) and "view_angle" (optional, degrees) of an object; "frame" is
/// left to camera paths. `where`: its place in the text. Throws FileError.
WorldCamera read_camera(const nlohmann::json& object, const Places& where);
/// The JSON that read_camera() reads back as the same view.
nlohmann::json write_camera(const WorldCamera& camera);

}  // namespace farfirst::app
