#pragma once
// What the host knows of a view between two calls: do the pivots that the last one left suit this call, and how far do
// they have to be moved? Plain C++.

#include <farfirst/job.h>

#include <cstdint>
#include <optional>

namespace farfirst::gl::farfirst {

/// How keys become numbers in which all elements move alike (moved.glsl).
enum class Values : std::uint32_t { whole_numbers, squared_distances, depths };

/// How the keys of a call are made.
struct Viewing {
  std::uint32_t n = 0;
  bool counted = false;
  Values values = Values::whole_numbers;
  float eye[3] = {0, 0, 0}, axis[3] = {0, 0, 0};  // all zero where the host does not know them
  Box bounds{};
};

/// Of keys, or of the job that they are made from.
Viewing viewing_of(std::uint32_t n, bool counted, const DistanceJob* distance);

class Motion {
 public:
  /// How much closer the middle of the scene is than in the call before. Empty: the pivots that it left are of no use,
  /// since it was of other things or the eye has jumped.
  std::optional<float> to(const Viewing& now);
  /// Elements of the last call; 0 before the first.
  std::uint32_t last_n() const { return last_ ? last_->n : 0; }
  void forget() { last_.reset(); }

 private:
  std::optional<float> between(const Viewing& before, const Viewing& now);

  std::optional<Viewing> last_;
  float usual_ = 0;  // movement of the eye, of the last calls
};

}  // namespace farfirst::gl::farfirst
