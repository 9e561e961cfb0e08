#pragma once
// A camera that moves along key frames, by frame number and never by the clock, so that a path gives the same pictures
// on every machine. docs/camera-path.md describes the file.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "world.h"

namespace farfirst::app {

class CameraPath {
 public:
  /// Throws FileError with file and field.
  static CameraPath read(const std::filesystem::path& path);
  /// `name` begins every sentence.
  static CameraPath parse(const std::string& text, const std::string& name);

  /// The camera of a frame, in a scene with this origin. `scene` is what "space": "scene" refers to, and `up` its up.
  Camera at(std::uint32_t frame, const Bounds& scene, const glm::dvec3& origin,
            const glm::vec3& up = {0.0f, 1.0f, 0.0f}) const;
  /// Frames from the first key to the last, both counted; a repeating path's last key is its first again.
  std::uint32_t length() const;

 private:
  struct Key {
    std::uint32_t frame = 0;
    WorldCamera camera;
    bool has_up = false;
  };
  Camera camera_of(const Key& key, const glm::dvec3& origin, const glm::vec3& up) const;

  std::vector<Key> keys_;
  bool repeat_ = false;
  bool scene_space_ = false;
};

}  // namespace farfirst::app
