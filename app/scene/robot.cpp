#include "robot.h"

#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace farfirst::app {
namespace {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;

constexpr float edge = 0.0225f;  // of its triangles
constexpr Paint brass{{0.86f, 0.64f, 0.25f, 0.96f}, {0.95f, 0.80f, 0.45f, 0.96f}};
constexpr Paint rubber{{0.10f, 0.11f, 0.13f, 0.95f}, {0.20f, 0.21f, 0.24f, 0.95f}};
constexpr Paint lamp{{1.0f, 0.86f, 0.42f, 1.0f}, {1.0f, 0.97f, 0.80f, 1.0f}};

/// One robot under construction.
struct Robot {
  Model& model;
  glm::mat4 pose;
  Paint shell, thick_shell;

  void put(const Surface& surface, const Vec3& place, const Paint& paint, const Vec3& size = Vec3(1.0f)) const {
    add(model, surface, glm::scale(glm::translate(pose, place), size), paint);
  }
  void ball(const Vec3& place, float radius, const Paint& paint) const {
    put(sphere(radius, std::min(edge, 0.45f * radius)), place, paint);
  }
  /// A rod with round ends.
  void rod(const Vec3& from, const Vec3& to, float radius, const Paint& paint) const {
    const auto line = [&](float t) { return glm::mix(from, to, t); };
    add(model, sweep(line, false, {radius, radius}, std::min(edge, 0.7f * radius)), pose, paint);
  }
};

Vec3 turned(const Vec3& v, float angle, const Vec3& axis) {
  return Vec3(glm::rotate(glm::mat4(1.0f), angle, axis) * glm::vec4(v, 0.0f));
}

/// Hip, knee and foot. `swing` carries the leg forward, `bend` folds the knee.
void add_leg(const Robot& robot, float side, float swing, float bend) {
  const Vec3 hip(0.135f * side, 0.90f, 0.0f), x(1, 0, 0);
  const Vec3 knee = hip + turned({0.01f * side, -0.40f, 0}, -swing, x);
  const Vec3 ankle = knee + turned({0, -0.40f, 0}, bend - swing, x);
  robot.ball(hip, 0.085f, brass);
  robot.rod(hip, knee, 0.082f, robot.shell);
  robot.rod(hip, knee, 0.03f, rubber);
  robot.ball(knee, 0.07f, brass);
  robot.rod(knee, ankle, 0.068f, robot.shell);
  robot.rod(knee, ankle, 0.026f, rubber);
  robot.put(sphere(0.1f, edge), ankle + Vec3(0, -0.045f, 0.05f), robot.thick_shell, {0.85f, 0.55f, 1.55f});
}

/// Shoulder, elbow and a hand with three fingers. `raise` lifts the arm sideways, `swing` forward.
void add_arm(const Robot& robot, float side, float raise, float swing, float bend) {
  const Vec3 shoulder(0.335f * side, 1.36f, 0.0f), x(1, 0, 0), z(0, 0, 1);
  const auto posed = [&](const Vec3& v, float more) { return turned(turned(v, -swing - more, x), raise * side, z); };
  const Vec3 elbow = shoulder + posed({0, -0.30f, 0}, 0), wrist = elbow + posed({0, -0.28f, 0}, bend);
  const Vec3 hand = elbow + posed({0, -0.33f, 0}, bend);
  robot.ball(shoulder, 0.095f, brass);
  robot.rod(shoulder, elbow, 0.066f, robot.shell);
  robot.rod(shoulder, elbow, 0.024f, rubber);
  robot.ball(elbow, 0.058f, brass);
  robot.rod(elbow, wrist, 0.058f, robot.shell);
  robot.ball(hand, 0.06f, robot.thick_shell);
  for (const float finger : {-1.0f, 0.0f, 1.0f}) {
    const Vec3 root = hand + posed({0.035f * finger, -0.03f, 0.01f}, bend);
    robot.rod(root, root + posed({0.02f * finger, -0.10f, 0.02f}, bend + 0.35f), 0.019f, brass);
  }
}

/// A glass hull that shows a light and a spine, and a pack on the back.
void add_body(const Robot& robot) {
  const std::array hull{Vec2(0, 0.97f),     Vec2(0.13f, 0.98f), Vec2(0.20f, 1.05f), Vec2(0.27f, 1.22f),
                        Vec2(0.30f, 1.36f), Vec2(0.22f, 1.45f), Vec2(0.10f, 1.48f), Vec2(0, 1.485f)};
  const auto ribs = [](float, float height) { return 1.0f + 0.012f * std::cos(70.0f * height); };
  robot.put(revolve(hull, edge, ribs), Vec3(0.0f), robot.shell, {1.0f, 1.0f, 0.74f});
  robot.put(sphere(0.17f, edge), {0, 0.92f, 0}, robot.thick_shell, {1.0f, 0.62f, 0.78f});
  robot.ball({0, 1.27f, 0.10f}, 0.07f, lamp);
  robot.rod({0, 0.95f, -0.06f}, {0, 1.46f, -0.06f}, 0.04f, rubber);
  for (const float height : {1.08f, 1.16f, 1.24f, 1.32f, 1.40f}) robot.ball({0, height, -0.06f}, 0.05f, brass);
  robot.put(pane({0.30f, 0.34f, 0.12f}, 1.3f * edge), {0, 1.25f, -0.27f}, robot.thick_shell);
  for (const float side : {-1.0f, 1.0f}) {
    robot.rod({0.10f * side, 1.12f, -0.27f}, {0.10f * side, 1.38f, -0.27f}, 0.035f, lamp);
  }
}

void add_head(const Robot& robot, float turn) {
  Robot head = robot;
  head.rod({0, 1.46f, 0}, {0, 1.56f, 0}, 0.05f, rubber);
  head.pose = glm::rotate(glm::translate(robot.pose, Vec3(0, 1.66f, 0)), turn, Vec3(0, 1, 0));
  const std::array skull{Vec2(0, -0.13f),     Vec2(0.10f, -0.125f), Vec2(0.15f, -0.07f), Vec2(0.165f, 0.03f),
                         Vec2(0.125f, 0.12f), Vec2(0.06f, 0.15f),   Vec2(0, 0.155f)};
  // Between a circle and a square.
  const auto square = [](float angle, float) { return 1.0f + 0.09f * std::cos(4.0f * angle + glm::pi<float>()); };
  head.put(revolve(skull, edge, square), Vec3(0.0f), head.shell);
  head.ball({0, 0.0f, 0}, 0.075f, brass);
  for (const float side : {-1.0f, 1.0f}) {
    head.ball({0.06f * side, 0.02f, 0.135f}, 0.036f, lamp);
    head.put(sphere(0.045f, edge), {0.165f * side, 0.0f, 0.0f}, brass, {0.5f, 1.0f, 1.0f});
    head.rod({0.05f * side, 0.13f, -0.02f}, {0.10f * side, 0.30f, -0.05f}, 0.012f, rubber);
    head.ball({0.10f * side, 0.31f, -0.05f}, 0.025f, lamp);
  }
}

}  // namespace

void add_robot(Model& model, const glm::mat4& pose, const glm::vec3& color, Chance& chance) {
  const glm::vec3 bright = glm::mix(color, glm::vec3(1.0f), 0.35f);
  const Robot robot{model,
                    pose,
                    {glm::vec4(color, 0.42f), glm::vec4(bright, 0.42f)},
                    {glm::vec4(color, 0.72f), glm::vec4(bright, 0.72f)}};
  const float stride = chance.between(-0.45f, 0.45f);
  add_leg(robot, -1, stride, std::max(0.12f, -1.2f * stride));
  add_leg(robot, 1, -stride, std::max(0.12f, 1.2f * stride));
  for (const float side : {-1.0f, 1.0f}) {
    const bool waves = chance.below(4) == 0;
    const float raise = waves ? chance.between(1.6f, 2.4f) : chance.between(0.08f, 0.5f);
    const float swing = waves ? 0.0f : side * stride + chance.between(-0.1f, 0.3f);
    add_arm(robot, side, raise, swing, chance.between(0.2f, waves ? 0.5f : 1.1f));
  }
  add_body(robot);
  add_head(robot, chance.between(-0.7f, 0.7f));
}

}  // namespace farfirst::app
