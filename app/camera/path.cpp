#include "path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <nlohmann/json.hpp>

#include "io/exit_codes.h"
#include "io/files.h"
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

}  // namespace

CameraPath CameraPath::read(const std::filesystem::path& path) { return parse(read_file(path), path.string()); }

CameraPath CameraPath::parse(const std::string& text, const std::string& name) {
  const auto refuse = [&](const std::string& what) { throw Failure(ExitCode::unreadable, name + ": " + what); };
  CameraPath path;
  try {
    const json root = parse_json(text, name);
    if (!root.is_object()) refuse("expected an object with \"keys\"");
    for (const auto& [field, value] : root.items())
      if (field != "keys" && field != "space" && field != "repeat")
        refuse(fmt::format("there is no field \"{}\"; a camera path has \"keys\", \"space\" and \"repeat\"", field));
    if (root.contains("space")) {
      if (root["space"] != "scene" && root["space"] != "world") refuse("\"space\" must be \"world\" or \"scene\"");
      path.scene_space_ = root["space"] == "scene";
    }
    if (root.contains("repeat")) {
      if (!root["repeat"].is_boolean()) refuse("\"repeat\" must be true or false");
      path.repeat_ = root["repeat"].get<bool>();
    }
    if (!root.contains("keys") || !root["keys"].is_array() || root["keys"].empty())
      refuse("\"keys\" must be a list of at least one key frame");
    for (const json& item : root["keys"]) {
      const std::string where = fmt::format("{}: keys[{}]", name, path.keys_.size());
      Key key;
      key.camera = read_camera(item, where);
      const auto frame = item.find("frame");
      if (frame == item.end() || !frame->is_number_integer() || *frame < 0 || *frame > 100'000'000)
        throw std::runtime_error(where + ": \"frame\" must be a whole number from 0");
      key.frame = frame->get<std::uint32_t>();
      if (path.keys_.empty() && key.frame != 0) throw std::runtime_error(where + ": the first \"frame\" must be 0");
      if (!path.keys_.empty() && key.frame <= path.keys_.back().frame)
        throw std::runtime_error(where + ": \"frame\" must be larger than that of the key before");
      path.keys_.push_back(key);
    }
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(ExitCode::unreadable, error.what());
  }
  return path;
}

std::uint32_t CameraPath::length() const {
  const std::uint32_t last = keys_.back().frame;
  return repeat_ && last > 0 ? last : last + 1;
}

Camera CameraPath::at(std::uint32_t frame, const Bounds& scene) const {
  const std::uint32_t last = keys_.back().frame;
  if (frame > last) frame = repeat_ && last > 0 ? frame % last : last;
  const auto next = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.frame >= frame; });
  Camera camera = next->camera;
  if (next->frame != frame) {
    const Key& before = *std::prev(next);
    camera = between(before.camera, next->camera,
                     static_cast<float>(frame - before.frame) / static_cast<float>(next->frame - before.frame));
  }
  if (scene_space_) {
    camera.eye = scene.center() + camera.eye * scene.radius();
    camera.focus = scene.center() + camera.focus * scene.radius();
  }
  camera.fit_planes(scene);
  return camera;
}

}  // namespace farfirst::app
