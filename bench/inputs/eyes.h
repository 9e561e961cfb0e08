#pragma once
// Positions of the eye: one position, or a path with a position for each call.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input.h"

namespace farfirst::bench {

/// A subject and its bounding sphere, in whose radii positions are given.
struct ViewedGeometry {
  std::string name;
  std::shared_ptr<const Geometry> geometry;
  Place center{};
  float radius = 1;     // R
  Place origin{};       // of the file's coordinates
  Place default_eye{};  // the default position of the eye
};

/// A row of help: "3R", "that many radii from the centre".
struct EyeHelp {
  std::string_view name, meaning;
};
/// The names that seen_from() takes.
std::vector<EyeHelp> eyes();
/// True if it is a path.
bool moves(const std::string& eye) noexcept;

/// "bunny from outside"; the subject's name alone if `eye` is empty.
std::string name_seen_from(const std::string& subject, const std::string& eye);
/// The positions of an eye, call by call, as in Input; the subject's own position if `eye` is empty. Throws Failure if
/// there is no such eye.
struct EyePath {
  std::vector<Place> eyes, before;
};
EyePath eye_path(const ViewedGeometry& subject, const std::string& eye);

/// The subject as the eye sees it.
Input seen_from(const ViewedGeometry& subject, const std::string& eye);

}  // namespace farfirst::bench
