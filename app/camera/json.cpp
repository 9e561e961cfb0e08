#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace farfirst::app {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw std::runtime_error(where + ": " + what);
}

glm::vec3 read_vec3(const json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end()) refuse(where, fmt::format("\"{}\" is missing", name));
  if (!found->is_array() || found->size() != 3 ||
      !std::all_of(found->begin(), found->end(), [](const json& part) { return part.is_number(); }))
    refuse(where, fmt::format("\"{}\" must be three numbers [x, y, z], not {}", name, found->dump()));
  const glm::dvec3 vector((*found)[0].get<double>(), (*found)[1].get<double>(), (*found)[2].get<double>());
  if (!(std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)}) < 1e30))
    refuse(where, fmt::format("\"{}\" is out of range", name));
  return vector;
}

}  // namespace

Camera read_camera(const json& object, const std::string& where) {
  if (!object.is_object()) refuse(where, "expected an object with \"position\" and \"focal_point\"");
  Camera camera;
  camera.eye = read_vec3(object, "position", where);
  camera.focus = read_vec3(object, "focal_point", where);
  if (camera.eye == camera.focus) refuse(where, "\"position\" and \"focal_point\" are the same");
  if (object.contains("view_up")) camera.up = read_vec3(object, "view_up", where);
  if (!(glm::length(camera.up) > 0)) refuse(where, "\"view_up\" is 0, 0, 0");
  if (const auto angle = object.find("view_angle"); angle != object.end()) {
    if (!angle->is_number() || angle->get<double>() < 1 || angle->get<double>() > 170)
      refuse(where, fmt::format("\"view_angle\" must be 1 to 170 degrees, not {}", angle->dump()));
    camera.field_of_view = angle->get<float>();
  }
  return camera;
}

json write_camera(const Camera& camera) {
  // Shortest text that reads back as the same float.
  const auto number = [](float value) { return json::parse(fmt::format("{}", value)); };
  const auto vector = [&](const glm::vec3& v) { return json::array({number(v.x), number(v.y), number(v.z)}); };
  return {{"position", vector(camera.eye)},
          {"focal_point", vector(camera.focus)},
          {"view_up", vector(camera.up)},
          {"view_angle", number(camera.field_of_view)}};
}

json parse_json(const std::string& text, const std::string& where) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const std::size_t end = std::min<std::size_t>(error.byte, text.size());
    const auto stop = text.begin() + static_cast<std::ptrdiff_t>(end);
    const auto line = 1 + std::count(text.begin(), stop, '\n');
    refuse(where, fmt::format("line {}: this is not JSON (byte {})", line, error.byte));
  }
}

std::string to_json(const Camera& camera) { return write_camera(camera).dump(); }

Camera camera_from_json(const std::string& text) { return read_camera(parse_json(text, "camera"), "camera"); }

}  // namespace farfirst::app
