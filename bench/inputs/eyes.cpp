// See eyes.h.
#include "eyes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

#include "program/failure.h"

namespace farfirst::bench {

namespace {

struct Named {
  std::string_view name;
  float radii;
  std::string_view meaning;
};
constexpr Named all_named[] = {{"outside", 3.0f, "3R"},
                               {"near", 1.05f, "1.05R, just outside"},
                               {"inside", 0.5f, "0.5R"},
                               {"centre", 0.0f, "the centre"}};
constexpr std::string_view origin_name = "origin";

/// Distance from the centre in radii, from "inside" or "1.2R".
std::optional<float> radii_of(std::string_view text) {
  for (const Named& named : all_named) {
    if (text == named.name) return named.radii;
  }
  float radii = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, radii);
  const bool whole = error == std::errc{} && end - rest == 1 && *rest == 'R';
  if (!whole || !(radii >= 0 && radii <= 1e6f)) return std::nullopt;
  return radii;
}

/// The direction from the centre to a fixed eye, turned about the vertical axis.
Place direction(double turns) {
  const double angle = 2 * std::numbers::pi * turns, x = 0.6, z = 0.64;
  return {static_cast<float>(x * std::cos(angle) + z * std::sin(angle)), 0.48f,
          static_cast<float>(z * std::cos(angle) - x * std::sin(angle))};
}

Place place_at(const ViewedGeometry& subject, double turns, float radii) {
  const Place unit = direction(turns);
  Place place = subject.center;
  for (std::size_t i = 0; i < 3; ++i) place[i] += radii * subject.radius * unit[i];
  return place;
}

/// The parts of "orbit:at=1.2R:step=3".
struct Path {
  std::string_view kind;
  float radii = 3;
  unsigned step = 1, frames = 300;
};

[[noreturn]] void refuse(const std::string& eye, const std::string& why) {
  throw Failure(usage, fmt::format("eye \"{}\": {}", eye, why));
}

unsigned count_of(const std::string& eye, std::string_view name, std::string_view value, unsigned most) {
  unsigned count = 0;
  const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (error != std::errc{} || rest != value.data() + value.size() || count < 1 || count > most) {
    refuse(eye, fmt::format("{} is a whole number from 1 to {}", name, most));
  }
  return count;
}

void set(Path& path, const std::string& eye, std::string_view name, std::string_view value) {
  constexpr unsigned most_frames = 10'000;
  if (name == "at") {
    const std::optional<float> radii = radii_of(value);
    if (!radii || *radii <= 0) refuse(eye, "at is a distance from the centre, like 1.2R or inside");
    path.radii = *radii;
  } else if (name == "step" && path.kind == "orbit") {
    path.step = count_of(eye, name, value, most_frames);
  } else if (name == "frames") {
    path.frames = count_of(eye, name, value, most_frames);
  } else {
    refuse(eye, fmt::format("{} has no \"{}\"", path.kind, name));
  }
}

Path parse_path(const std::string& eye) {
  std::string_view rest = eye;
  const auto next = [&] {
    const std::string_view part = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    return part;
  };
  Path path{.kind = next()};
  while (!rest.empty()) {
    const std::string_view part = next();
    const std::size_t equals = part.find('=');
    if (equals == part.npos) refuse(eye, "a colon is followed by terms like at=1.2R or step=3");
    set(path, eye, part.substr(0, equals), part.substr(equals + 1));
  }
  return path;
}

/// Circles the vertical axis from the position of a fixed eye. Takes every step-th frame until the orbit closes.
EyePath go_round(const Path& path, const ViewedGeometry& subject) {
  EyePath round;
  const unsigned calls = path.frames / std::gcd(path.frames, path.step);
  for (unsigned i = 0; i < calls; ++i) {
    round.eyes.push_back(place_at(subject, static_cast<double>(i) * path.step / path.frames, path.radii));
  }
  return round;
}

/// Moves toward the subject and back again, each time nearer or farther by a fiftieth.
EyePath zoom(const Path& path, const ViewedGeometry& subject) {
  EyePath zooms;
  for (unsigned i = 0; i < path.frames; ++i) {
    const unsigned steps = std::min(i, path.frames - i);
    zooms.eyes.push_back(place_at(subject, 0, path.radii * static_cast<float>(std::pow(0.98, steps))));
  }
  return zooms;
}

/// Stays at one distance, on changing sides. The call before each is on the other side, four times as far or as near in
/// turn: neither the order nor the range of distances helps.
EyePath jump(const Path& path, const ViewedGeometry& subject) {
  EyePath jumps;
  constexpr double golden = 0.381966;  // of a turn: so no two sides are alike
  for (unsigned i = 0; i < path.frames; ++i) {
    const double turns = golden * i;
    jumps.eyes.push_back(place_at(subject, turns, path.radii));
    jumps.before.push_back(place_at(subject, turns + 0.5, path.radii * (i % 2 == 0 ? 4.0f : 0.25f)));
  }
  return jumps;
}

}  // namespace

std::vector<EyeHelp> eyes() {
  std::vector<EyeHelp> all;
  for (const Named& named : all_named) all.push_back({named.name, named.meaning});
  all.push_back({origin_name, "where the file's coordinates are 0"});
  all.push_back({"1.2R", "this many radii from the centre"});
  all.push_back({"orbit:at=3R:step=1:frames=300",
                 "round the subject in this many frames; each call sees it from `step` frames further on"});
  all.push_back({"zoom:at=6R:frames=120", "toward the subject and back, 2 % nearer or farther a call"});
  all.push_back({"jump:at=3R:frames=300", "each call is the first after one from far elsewhere"});
  return all;
}

bool moves(const std::string& eye) noexcept {
  const std::string_view kind = std::string_view(eye).substr(0, eye.find(':'));
  return kind == "orbit" || kind == "zoom" || kind == "jump";
}

std::string name_seen_from(const std::string& subject, const std::string& eye) {
  return eye.empty() ? subject : subject + " from " + eye;
}

EyePath eye_path(const ViewedGeometry& subject, const std::string& eye) {
  if (eye.empty()) return {{subject.default_eye}, {}};
  if (eye == origin_name) return {{subject.origin}, {}};
  if (const std::optional<float> radii = radii_of(eye)) return {{place_at(subject, 0, *radii)}, {}};
  if (!moves(eye)) refuse(eye, "there is no such place; --help lists them");
  const Path path = parse_path(eye);
  if (path.kind == "orbit") return go_round(path, subject);
  return path.kind == "zoom" ? zoom(path, subject) : jump(path, subject);
}

Input seen_from(const ViewedGeometry& subject, const std::string& eye) {
  EyePath path = eye_path(subject, eye);
  return {.name = name_seen_from(subject.name, eye),
          .meaning = Meaning::distances,
          .keys = host_keys(*subject.geometry, path.eyes.front()),
          .geometry = subject.geometry,
          .eyes = std::move(path.eyes),
          .before = std::move(path.before)};
}

}  // namespace farfirst::bench
