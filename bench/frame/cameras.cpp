// See cameras.h.
#include "cameras.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "camera/opening.h"
#include "camera/path.h"
#include "inputs/eyes.h"
#include "io/exit_codes.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {

using app::Camera;

constexpr int round_frames = 300;  // of a turn at the slow pace: five seconds at 60 frames a second
constexpr int fast_step = 10;      // half a second

Camera turned(Camera camera, float turns) {
  camera.orbit(turns * 2 * std::numbers::pi_v<float>, 0);
  return camera;
}

CameraMoves turning(const std::string& name, int step, const Camera& opening) {
  CameraMoves moves{.name = name, .frames = {}, .before = {}};
  for (int frame = 0; frame < round_frames; frame += step) {
    moves.frames.push_back(turned(opening, static_cast<float>(frame) / round_frames));
  }
  return moves;
}

/// Jumps like the eye of inputs/eyes.cpp: each frame comes from the other side, four times as far or as near in turn.
CameraMoves jumping(const std::string& name, const Camera& opening) {
  constexpr float golden = 0.381966f;
  CameraMoves moves{.name = name, .frames = {}, .before = {}};
  for (int frame = 0; frame < round_frames; ++frame) {
    const float turns = golden * static_cast<float>(frame);
    moves.frames.push_back(turned(opening, turns));
    Camera elsewhere = turned(opening, turns + 0.5f);
    elsewhere.dolly(frame % 2 == 0 ? 4.0f : 0.25f);
    moves.before.push_back(elsewhere);
  }
  return moves;
}

/// A camera on the longest axis of the scene. `place` is its distance from the middle, as a share of that side.
Camera within(const Camera& opening, float place, float turns, const app::Bounds& bounds) {
  const glm::vec3 size = bounds.maximum - bounds.minimum;
  const glm::vec3 along = size.x > size.z ? glm::vec3(1, 0, 0) : glm::vec3(0, 0, 1);
  const float length = std::max(size.x, size.z);
  Camera camera = opening;
  camera.eye = bounds.center() + place * length * along;
  camera.focus = camera.eye + 0.1f * length * along;
  camera.look(turns * 2 * std::numbers::pi_v<float>, 0);
  return camera;
}

CameraMoves turning_in_place(const std::string& name, const Camera& opening, const app::Bounds& bounds) {
  CameraMoves moves{.name = name, .frames = {}, .before = {}};
  for (int frame = 0; frame < round_frames; ++frame)
    moves.frames.push_back(within(opening, 0, static_cast<float>(frame) / round_frames, bounds));
  return moves;
}

/// Flies from one end to the other, looking ahead.
CameraMoves through(const std::string& name, const Camera& opening, const app::Bounds& bounds) {
  CameraMoves moves{.name = name, .frames = {}, .before = {}};
  for (int frame = 0; frame < round_frames; ++frame)
    moves.frames.push_back(within(opening, static_cast<float>(frame) / round_frames - 0.5f, 0, bounds));
  return moves;
}

CameraMoves along_file(const std::filesystem::path& file, const app::Scene& scene) {
  CameraMoves moves{.name = file.stem().string(), .frames = {}, .before = {}};
  try {
    const app::CameraPath path = app::CameraPath::read(file);
    const app::Bounds bounds = scene.bounds().bulk;
    for (std::uint32_t frame = 0; frame < path.length(); ++frame)
      moves.frames.push_back(path.at(frame, bounds, scene.origin()));
  } catch (const app::Failure& failure) {
    throw Failure(static_cast<int>(failure.exit_code), failure.what());
  }
  return moves;
}

CameraMoves of_eye(const std::string& eye, const app::Scene& scene, const app::Bounds& bounds) {
  const glm::vec3 center = bounds.center(), origin(-scene.origin());
  const ViewedGeometry subject{.name = scene.name(),
                               .geometry = nullptr,
                               .center = {center.x, center.y, center.z},
                               .radius = bounds.radius(),
                               .origin = {origin.x, origin.y, origin.z}};
  const EyePath path = eye_path(subject, eye);
  const auto looking_at_it = [&](const std::vector<Place>& places) {
    std::vector<Camera> cameras;
    for (const Place& place : places) {
      Camera camera;
      camera.eye = {place[0], place[1], place[2]};
      camera.focus = center;
      cameras.push_back(camera);
    }
    return cameras;
  };
  return {.name = eye, .frames = looking_at_it(path.eyes), .before = looking_at_it(path.before)};
}

}  // namespace

CameraMoves camera_moves(const std::string& text, const app::Scene& scene, float aspect) {
  const app::Bounds bounds = scene.bounds().bulk;
  const Camera opening = app::opening_camera(scene, aspect, {});
  if (text == "still") return {.name = text, .frames = {opening}, .before = {}};
  if (text == "slow") return turning(text, 1, opening);
  if (text == "fast") return turning(text, fast_step, opening);
  if (text == "jump") return jumping(text, opening);
  if (text == "turn") return turning_in_place(text, opening, bounds);
  if (text == "through") return through(text, opening, bounds);
  if (text.ends_with(".json")) return along_file(text, scene);
  return of_eye(text, scene, bounds);
}

std::string camera_names() {
  return fmt::format(
      "still, slow ({:.1f} degrees a frame), fast ({:.0f} degrees), jump (each frame is the first after one from the "
      "other side, four times as far or as near), turn (in place, in the middle of the scene), through (from one end "
      "of "
      "it to the other), FILE.json (a camera path of the viewer's), or a value of --eye of "
      "farfirst-bench sort: inside, 50R, orbit:at=1.2R, ...",
      360.0 / round_frames, 360.0 * fast_step / round_frames);
}

}  // namespace farfirst::bench
