#pragma once
// Motion of a view between two calls: whether the pivots of the last call suit this one, and how far they have to be
// moved. Plain C++.

#include <farfirst/job.h>

#include <cstdint>
#include <optional>

namespace farfirst::gl::farfirst {

/// The conversion of keys to numbers in which all elements move alike (moved.glsl).
enum class Values : std::uint32_t { whole_numbers, squared_distances, depths };

/// The conditions under which the keys of a call are made.
struct Viewing {
  std::uint32_t n = 0;
  bool counted = false;
  Values values = Values::whole_numbers;
  float eye[3] = {0, 0, 0}, axis[3] = {0, 0, 0};  // all zero if unknown to the host
  Box bounds{};
};

/// From keys, or from the job that they are made from.
Viewing viewing_of(std::uint32_t n, bool counted, const DistanceJob* distance);

class Motion {
 public:
  /// How much closer the middle of the scene is than in the last call. Empty: its pivots are useless, since it sorted
  /// other things or the eye has jumped.
  std::optional<float> to(const Viewing& now);
  /// The number of elements of the last call; 0 before the first.
  std::uint32_t last_n() const { return last_ ? last_->n : 0; }
  void forget() { last_.reset(); }

 private:
  std::optional<float> between(const Viewing& before, const Viewing& now);

  std::optional<Viewing> last_;
  float usual_ = 0;  // movement of the eye in the last calls
};

}  // namespace farfirst::gl::farfirst
