#pragma once
// The origin of a text's points, whose digits may say more than a float holds.

#include "origin.h"

namespace farfirst::app {

/// Where points are near zero, floats hold their digits, and the text need not be read twice: the first points tell.
class TextOrigin {
 public:
  /// False once no more points need be seen.
  bool add(const glm::dvec3& point) {
    box_.add(point);
    near_zero_ = ++seen_ == sample && is_near_zero();
    return !near_zero_;
  }
  glm::dvec3 origin() const { return near_zero_ || is_near_zero() ? glm::dvec3(0.0) : choose_origin(box_); }

 private:
  static constexpr std::size_t sample = 1024;
  static constexpr double large = 32768.0;

  bool is_near_zero() const {
    const glm::dvec3 reach = glm::max(glm::abs(box_.minimum), glm::abs(box_.maximum));
    return box_.empty() || glm::all(glm::lessThan(reach, glm::dvec3(large)));
  }

  WideBounds box_;
  std::size_t seen_ = 0;
  bool near_zero_ = false;
};

}  // namespace farfirst::app
