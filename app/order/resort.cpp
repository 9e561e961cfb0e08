#include "resort.h"

#include <array>
#include <charconv>
#include <cmath>

namespace farfirst::app {

namespace {

struct Policy {
  Resort::When when;
  std::string_view name;  // with a number after it, if there are `least` and `most`
  float least = 0, most = 0;
};
constexpr std::array policies = {
    Policy{Resort::When::always, "always"},
    Policy{Resort::When::moved, "moved"},
    Policy{Resort::When::frames, "frames", 1, 1'000'000},
    Policy{Resort::When::angle, "angle", 0, 180},
};

std::optional<float> number_in(std::string_view text) {
  float number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

glm::vec3 vector(const float (&numbers)[3]) { return {numbers[0], numbers[1], numbers[2]}; }

/// Degrees; the maximum for a direction without a length.
float angle_between(const glm::vec3& a, const glm::vec3& b) {
  const float lengths = glm::length(a) * glm::length(b);
  if (a == b) return 0;
  if (!(lengths > 0)) return 180;
  return glm::degrees(std::acos(glm::clamp(glm::dot(a, b) / lengths, -1.0f, 1.0f)));
}

/// For a metric that has one.
float turn_of_axis(const Motion& motion) {
  return angle_between(vector(motion.asked.view.axis), vector(motion.now.view.axis));
}

float angle_round_scene(const Motion& motion) {
  const glm::vec3 middle = motion.bounds.center();
  return angle_between(vector(motion.asked.view.eye) - middle, vector(motion.now.view.eye) - middle);
}

}  // namespace

std::optional<Resort> resort_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  for (const Policy& policy : policies) {
    if (text.substr(0, colon) != policy.name) continue;
    if (policy.most == 0) return colon == text.npos ? std::optional(Resort{policy.when}) : std::nullopt;
    const std::optional<float> amount = colon == text.npos ? std::nullopt : number_in(text.substr(colon + 1));
    const bool whole = policy.when == Resort::When::frames;
    if (!amount || !(*amount >= policy.least && *amount <= policy.most)) return std::nullopt;
    if (whole && *amount != std::floor(*amount)) return std::nullopt;
    return Resort{policy.when, *amount};
  }
  return std::nullopt;
}

std::string name_of(const Resort& resort) {
  const Policy& policy = policies[static_cast<std::size_t>(resort.when)];
  std::string name(policy.name);
  if (policy.most == 0) return name;
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), resort.amount, std::chars_format::fixed);
  return name + ":" + std::string(digits.data(), end.ptr);
}

bool is_due(const Resort& resort, const Motion& motion) {
  const bool elements_moved = motion.asked.version != motion.now.version;  // by how much is not known
  switch (resort.when) {
    case Resort::When::frames:
      return static_cast<float>(motion.frames) >= resort.amount;
    case Resort::When::angle:
      return elements_moved || angle_round_scene(motion) > resort.amount || turn_of_axis(motion) > resort.amount;
    case Resort::When::always:
    case Resort::When::moved:
      break;
  }
  return true;
}

}  // namespace farfirst::app
