#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/exit_codes.h"
#include "io/json.h"
#include "io/text.h"
#include "limits.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

void check_fields(const json& object, const Places& where) {
  constexpr std::array<std::string_view, 5> known = {"position", "focal_point", "view_up", "view_angle", "frame"};
  for (const auto& [field, value] : object.items())
    if (std::find(known.begin(), known.end(), field) == known.end())
      throw FileError({where,
                       "there is no field {}; a camera has \"position\", \"focal_point\", \"view_up\" and "
                       "\"view_angle\"",
                       in_quotes(field)});
}

glm::dvec3 read_dvec3(const json& object, const char* name, const Places& where) {
  const auto found = object.find(name);
  if (found == object.end()) throw FileError({where, "\"{}\" is missing", name});
  if (!found->is_array() || found->size() != 3 ||
      !std::all_of(found->begin(), found->end(), [](const json& part) { return part.is_number(); }))
    throw FileError({where, "\"{}\" must be three numbers [x, y, z]", name});
  const glm::dvec3 vector((*found)[0].get<double>(), (*found)[1].get<double>(), (*found)[2].get<double>());
  if (!(std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)}) <= largest_coordinate))
    throw FileError({where, "\"{}\" has a number outside {} to {}", name, -largest_coordinate, largest_coordinate});
  return vector;
}

/// Parallel within the limit at which a camera chooses another up vector (camera.cpp).
bool are_parallel(const glm::dvec3& a, const glm::dvec3& b) {
  return glm::length(glm::cross(glm::normalize(a), glm::normalize(b))) < 1e-4;
}

glm::vec3 read_up(const json& object, const WorldCamera& camera, const Places& where) {
  const glm::vec3 up = read_dvec3(object, "view_up", where);
  if (!(glm::length(up) >= smallest_length)) throw FileError({where, "\"view_up\" is 0, 0, 0"});
  if (are_parallel(up, camera.focal_point - camera.position))
    throw FileError({where, "\"view_up\" is parallel to the view from \"position\" to \"focal_point\""});
  return up;
}

}  // namespace

WorldCamera read_camera(const json& object, const Places& where) {
  if (!object.is_object()) throw FileError({where, "expected an object with \"position\" and \"focal_point\""});
  check_fields(object, where);
  WorldCamera camera;
  camera.position = read_dvec3(object, "position", where);
  camera.focal_point = read_dvec3(object, "focal_point", where);
  if (!(glm::length(camera.focal_point - camera.position) >= smallest_length))
    throw FileError({where, "\"position\" and \"focal_point\" are the same point"});
  if (object.contains("view_up")) camera.view_up = read_up(object, camera, where);
  if (const auto angle = object.find("view_angle"); angle != object.end()) {
    if (!angle->is_number() || !(angle->get<double>() >= smallest_view_angle) ||
        !(angle->get<double>() <= largest_view_angle))
      throw FileError({where, "\"view_angle\" must be a number from {} to {}, in degrees", smallest_view_angle,
                       largest_view_angle});
    camera.view_angle = angle->get<float>();
  }
  return camera;
}

json write_camera(const WorldCamera& camera) {
  // Shortest text that reads back as the same float.
  const auto number = [](float value) {
    return std::isfinite(value) ? json::parse(fmt::format("{}", value)) : json(nullptr);
  };
  // A camera that looks along its up vector shows something else as up.
  glm::vec3 up = camera.view_up;
  if (are_parallel(up, camera.focal_point - camera.position)) {
    const Camera seen = in_scene(camera, camera.position);
    up = glm::cross(seen.right(), seen.direction());
  }
  const auto vector = [](const glm::dvec3& v) { return json::array({v.x, v.y, v.z}); };
  return {{"position", vector(camera.position)},
          {"focal_point", vector(camera.focal_point)},
          {"view_up", json::array({number(up.x), number(up.y), number(up.z)})},
          {"view_angle", number(camera.view_angle)}};
}

std::string to_json(const WorldCamera& camera) { return write_camera(camera).dump(); }

WorldCamera camera_from_json(const std::string& text) {
  const Place where = at::part("camera");
  return read_camera(parse_json(text, where), {where});
}

}  // namespace farfirst::app
