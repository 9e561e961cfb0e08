#pragma once
// The input of a run without a window: the scene, its look, and the camera.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "camera/path.h"
#include "cli/object_values.h"
#include "scene/scene.h"

namespace farfirst::app {

class HeadlessInput {
 public:
  /// Reads the camera path. Throws Failure.
  explicit HeadlessInput(const Command& command);

  /// Reads the scene, and reports its reader's remarks. Throws FileError.
  void open();

  std::uint32_t frames() const;  // as many as the command says, or the camera path has; 0: neither
  const Scene& scene() const { return scene_; }
  const Look& look() const { return look_; }  // with the opacity that suits the scene
  Camera camera(std::uint32_t frame) const;
  /// Remarks of a sequence of files since the last call.
  void print_remarks() const;
  /// The text before any figure: that of a state, and the content of the scene.
  std::string heading() const;

 private:
  Objects read_objects_of(const ObjectChoice& choice, std::map<std::filesystem::path, FileContents>& files) const;
  Objects read_objects() const;

  const Command& command_;
  std::optional<CameraPath> path_;
  Scene scene_;
  Bounds bulk_;
  Look look_;
  Camera opening_;
};

}  // namespace farfirst::app
