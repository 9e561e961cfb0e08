#pragma once
// Where things are seen from: a place, or a path on which each call sees them from another one.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input.h"

namespace farfirst::bench {

/// What is looked at, and the sphere round it, by which places are given.
struct ViewedGeometry {
  std::string name;
  std::shared_ptr<const Geometry> geometry;
  Place center{};
  float radius = 1;     // R
  Place origin{};       // where the coordinates of its file were 0
  Place default_eye{};  // where it is seen from by default
};

/// A row of help: "3R", "that many radii from the centre".
struct EyeHelp {
  std::string_view name, meaning;
};
/// What seen_from() takes.
std::vector<EyeHelp> eyes();
/// Is it a path?
bool moves(const std::string& eye) noexcept;

/// "bunny from outside"; like the subject where `eye` is empty.
std::string name_seen_from(const std::string& subject, const std::string& eye);
/// Where it stands, call by call, as in Input; at the subject's own place where `eye` is empty. Throws Failure where
/// there is no such eye.
struct EyePath {
  std::vector<Place> eyes, before;
};
EyePath eye_path(const ViewedGeometry& subject, const std::string& eye);

/// The subject as the eye sees it.
Input seen_from(const ViewedGeometry& subject, const std::string& eye);

}  // namespace farfirst::bench
