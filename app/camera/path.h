#pragma once
// A camera that moves along key frames, by frame number and never by the clock, so that a path gives the same pictures
// on every machine.
//
// The file is JSON:
//
//   {
//     "space": "scene",          optional. "world" (the default): coordinates of the file. "scene": the middle of the
//                                scene is 0, 0, 0 and the sphere round it has radius 1, so that one path fits every
//                                model
//     "repeat": false,           optional: after the last key begin again, else stay there
//     "keys": [                  at least one, by ascending frame; the first frame is 0
//       { "frame": 0,  "position": [0, 0, 3], "focal_point": [0, 0, 0], "view_up": [0, 1, 0], "view_angle": 45 },
//       { "frame": 90, "position": [3, 0, 0], "focal_point": [0, 0, 0] }
//     ]
//   }
//
// "view_up" and "view_angle" may be left out (0, 1, 0 and 45). Between two keys the focal point, the distance to it (by
// ratio), the up vector and the angle change evenly, and the direction turns along the great circle: keys a quarter
// turn apart make a true orbit. Two opposite directions have no great circle of their own: the turn goes round
// "view_up".

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "camera.h"

namespace farfirst::app {

class CameraPath {
 public:
  /// Throws Failure(unreadable) with file and field.
  static CameraPath read(const std::filesystem::path& path);
  /// `name` begins every sentence.
  static CameraPath parse(const std::string& text, const std::string& name);

  /// The camera of a frame. Near and far planes hold the box. `scene` is what "space": "scene" refers to.
  Camera at(std::uint32_t frame, const Bounds& scene) const;
  /// Frames from the first key to the last, both counted; a repeating path's last key is its first again.
  std::uint32_t length() const;

 private:
  struct Key {
    std::uint32_t frame = 0;
    Camera camera;
  };
  std::vector<Key> keys_;
  bool repeat_ = false;
  bool scene_space_ = false;
};

}  // namespace farfirst::app
