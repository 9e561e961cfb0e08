#pragma once
// Handles of an object over the picture, by which the mouse moves, turns and scales it: their places, and the
// object's new placement while one of them is dragged. It depends on where the drag began and where the mouse
// is now, on nothing between, so slow frames change nothing.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "camera/camera.h"
#include "scene/scene.h"

namespace farfirst::app {

enum class HandleKind : std::uint8_t { move, turn, scale };

/// Which handle of its kind. Along an axis of the scene, or round it; in the plane across it; in that of the picture.
struct Handle {
  enum class Of : std::uint8_t { axis, plane, picture };
  Of of = Of::picture;
  int axis = 0;
  bool operator==(const Handle&) const = default;
};

/// Valid as long as the camera stays. Places of the picture are pixels from its upper left corner.
class Handles {
 public:
  /// `length` pixels long. They stand in the middle of the object's box, about which it is turned and scaled.
  Handles(const Scene& scene, std::size_t object, const Camera& camera, const glm::vec2& size, float length);

  /// The handles that can be used from here: an axis that points at the eye cannot be moved along.
  std::vector<Handle> all(HandleKind kind) const;
  /// The shape of a handle: one line through places in the scene.
  std::vector<glm::vec3> line(HandleKind kind, const Handle& handle) const;
  /// The same in the picture; places behind the eye are left out.
  std::vector<glm::vec2> line_on_picture(HandleKind kind, const Handle& handle) const;
  /// The handle near a place of the picture, if there is one.
  std::optional<Handle> at(HandleKind kind, const glm::vec2& place, float reach) const;

  /// The object's placement when a handle is dragged. `steps` rounds: fifteen degrees, tenths of the size,
  /// about a tenth of the handles' length.
  Placement dragged(HandleKind kind, const Handle& handle, const glm::vec2& from, const glm::vec2& to,
                    bool steps = false) const;

  const glm::vec3& center() const { return center_; }
  std::optional<glm::vec2> on_picture(const glm::vec3& place) const;

 private:
  struct Ray {
    glm::dvec3 origin, direction;
  };
  Ray ray_at(const glm::vec2& place) const;
  double along_axis(int axis, const glm::vec2& place) const;
  std::optional<glm::dvec3> in_plane(const glm::dvec3& normal, const glm::vec2& place) const;
  glm::dvec3 moved_by(const Handle& handle, const glm::vec2& from, const glm::vec2& to, bool steps) const;
  double turned_by(const Handle& handle, const glm::vec2& from, const glm::vec2& to) const;
  double scaled_by(const glm::vec2& from, const glm::vec2& to) const;
  glm::dvec3 normal_of(const Handle& handle) const;

  Camera camera_;
  glm::vec2 size_;
  glm::dmat4 view_projection_;
  Placement start_;
  glm::dvec3 file_middle_{0.0};  // of its box, in the coordinates of its file
  glm::vec3 center_{0.0f};
  glm::vec3 to_eye_{0.0f};  // unit
  float length_ = 1;        // in the scene
};

/// The angles of a turn, in degrees about x, then y, then z: of equal turns, those nearest to the given ones.
glm::vec3 angles_of(const glm::dmat3& turn, const glm::vec3& near);

}  // namespace farfirst::app
