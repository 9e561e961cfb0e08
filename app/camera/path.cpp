#include "path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>

#include "io/exit_codes.h"
#include "io/files.h"
#include "io/json.h"
#include "io/text.h"
#include "json.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

/// Along the great circle from a to b, both unit vectors; opposite ones turn round `up`.
glm::vec3 turn(const glm::vec3& a, const glm::vec3& b, const glm::vec3& up, float t) {
  const float cosine = std::clamp(glm::dot(a, b), -1.0f, 1.0f);
  if (cosine > 0.99999f) return glm::normalize(glm::mix(a, b, t));
  glm::vec3 axis = glm::cross(a, b);
  if (cosine < -0.99999f) {
    axis = up - a * glm::dot(up, a);
    if (!(glm::length(axis) > 1e-4f))
      axis = glm::cross(a, std::abs(a.x) < 0.9f ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0));
  }
  return glm::vec3(glm::rotate(glm::mat4(1.0f), std::acos(cosine) * t, glm::normalize(axis)) * glm::vec4(a, 0.0f));
}

Camera between(const Camera& a, const Camera& b, float t) {
  Camera camera;
  camera.focus = glm::mix(a.focus, b.focus, t);
  const float distance_a = glm::length(a.eye - a.focus);
  const float distance_b = glm::length(b.eye - b.focus);
  const float distance = distance_a * std::pow(distance_b / distance_a, t);
  camera.eye = camera.focus - turn(a.direction(), b.direction(), a.up, t) * distance;
  camera.up = turn(glm::normalize(a.up), glm::normalize(b.up), a.direction(), t);
  camera.field_of_view = glm::mix(a.field_of_view, b.field_of_view, t);
  return camera;
}

// ---- fields

bool is_scene_space(const json& root, const Places& file) {
  const auto space = root.find("space");
  if (space == root.end() || *space == "world") return false;
  if (*space != "scene") throw FileError({file, "\"space\" must be \"world\" or \"scene\""});
  return true;
}

bool repeats(const json& root, const Places& file) {
  const auto repeat = root.find("repeat");
  if (repeat == root.end()) return false;
  if (!repeat->is_boolean()) throw FileError({file, "\"repeat\" must be true or false"});
  return repeat->get<bool>();
}

std::uint32_t read_frame(const json& item, const Places& where) {
  constexpr std::uint64_t last = 100'000'000;
  if (!item.is_object())
    throw FileError({where, "expected an object with \"frame\", \"position\" and \"focal_point\""});
  const auto frame = item.find("frame");
  if (frame == item.end()) throw FileError({where, "\"frame\" is missing"});
  if (!frame->is_number_unsigned() || frame->get<std::uint64_t>() > last)
    throw FileError({where, "\"frame\" must be a whole number from 0 to {}", last});
  return static_cast<std::uint32_t>(frame->get<std::uint64_t>());
}

}  // namespace

CameraPath CameraPath::read(const std::filesystem::path& path) {
  return parse(read_file(path, largest_json), path.string());
}

CameraPath CameraPath::parse(const std::string& text, const std::string& name) {
  const Places file{at::file(name)};
  const json root = parse_json(text, file.front());
  if (!root.is_object()) throw FileError({file, "expected an object with \"keys\""});
  for (const auto& [field, value] : root.items())
    if (field != "keys" && field != "space" && field != "repeat")
      throw FileError(
          {file, "there is no field {}; a camera path has \"keys\", \"space\" and \"repeat\"", in_quotes(field)});
  CameraPath path;
  path.scene_space_ = is_scene_space(root, file);
  path.repeat_ = repeats(root, file);
  const auto keys = root.find("keys");
  if (keys == root.end() || !keys->is_array() || keys->empty())
    throw FileError({file, "\"keys\" must be a list of at least one key frame"});
  for (const json& item : *keys) {
    const Places where{file.front(), at::part(fmt::format("keys[{}]", path.keys_.size()))};
    const Key key{read_frame(item, where), read_camera(item, where), item.contains("view_up")};
    if (path.keys_.empty() && key.frame != 0) throw FileError({where, "the first \"frame\" must be 0"});
    if (!path.keys_.empty() && key.frame <= path.keys_.back().frame)
      throw FileError({where, "\"frame\" must be larger than that of the key before"});
    path.keys_.push_back(key);
  }
  return path;
}

std::uint32_t CameraPath::length() const {
  const std::uint32_t last = keys_.back().frame;
  return repeat_ && last > 0 ? last : last + 1;
}

Camera CameraPath::camera_of(const Key& key, const glm::dvec3& origin, const glm::vec3& up) const {
  Camera camera = in_scene(key.camera, scene_space_ ? glm::dvec3(0.0) : origin);
  if (scene_space_) {
    const glm::mat3 turn = turn_to_up(up);
    camera.eye = turn * camera.eye;
    camera.focus = turn * camera.focus;
    camera.up = turn * camera.up;
  } else if (!key.has_up) {
    camera.up = up;
  }
  return camera;
}

Camera CameraPath::at(std::uint32_t frame, const Bounds& scene, const glm::dvec3& origin, const glm::vec3& up) const {
  const std::uint32_t last = keys_.back().frame;
  if (frame > last) frame = repeat_ && last > 0 ? frame % last : last;
  const auto next = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.frame >= frame; });
  Camera camera = camera_of(*next, origin, up);
  if (next->frame != frame) {
    const Key& before = *std::prev(next);
    camera = between(camera_of(before, origin, up), camera,
                     static_cast<float>(frame - before.frame) / static_cast<float>(next->frame - before.frame));
  }
  if (scene_space_) {
    camera.eye = scene.center() + camera.eye * scene.radius();
    camera.focus = scene.center() + camera.focus * scene.radius();
  }
  return camera;
}

}  // namespace farfirst::app
