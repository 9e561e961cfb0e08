#pragma once
// Cameras as JSON: the clipboard, key frames of camera paths, the settings file.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "camera.h"

namespace farfirst::app {

/// Reads "position", "focal_point", "view_up" (optional) and "view_angle" (optional, degrees) of an object. `where`
/// begins every sentence it throws (std::runtime_error).
Camera read_camera(const nlohmann::json& object, const std::string& where);
nlohmann::json write_camera(const Camera& camera);

/// Parses text, and says line and column if it is not JSON. Throws std::runtime_error beginning with `where`.
nlohmann::json parse_json(const std::string& text, const std::string& where);

}  // namespace farfirst::app
