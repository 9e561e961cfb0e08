#pragma once
// Particles from files at one moment: those of one file, or between those of two.

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "particle_mapping.h"

namespace farfirst::app {

/// How particles move from one file to the next.
enum class Interpolation : std::uint8_t {
  automatic,  // between equal ids if there are some, else along velocities if there are some
  velocity,   // along their velocities, from each file on
  id,         // straight, between particles of the same id in both files
  off
};

constexpr bool needs_next_file(Interpolation interpolation) {
  return interpolation == Interpolation::automatic || interpolation == Interpolation::id;
}

class InterpolatedParticles {
 public:
  struct Moment {
    std::shared_ptr<const ParticleCloud> from, to;  // `to` may be null
    double part = 0;                                // of the way
    double seconds = 0;                             // since `from`
    bool operator==(const Moment&) const = default;
  };
  void show(Moment moment, Interpolation wanted);

  /// Never repeats; changes with show() only.
  std::uint64_t version() const { return version_; }
  /// Room for the particles of the largest file that was drawn so far. Only grows.
  std::uint32_t slots() const { return slots_; }
  std::size_t count() const { return shown_.from->size(); }
  glm::dvec3 origin() const { return shown_.from->origin; }
  /// By which the present file can be coloured.
  std::vector<std::string> properties() const { return properties_of(*shown_.from); }
  /// How the present files are interpolated: velocity, id or off.
  Interpolation moves_by() const { return moves_by_; }
  /// The file itself, if nothing is between two; else null.
  const ParticleCloud* plain() const { return shown_.part == 0 ? shown_.from.get() : nullptr; }
  /// slots() positions with radii, four floats each, and colours. Beyond the particles x is not a number.
  void write(std::byte* places, std::uint32_t* colors) const;
  bool has_velocities() const { return !shown_.from->velocities.empty(); }
  /// Velocities a second, of slots() particles; the last of the four is 0. As the file has them, between two files too.
  void write_motions(std::span<glm::vec4> motions) const;

 private:
  void pair() const;

  Moment shown_;
  Interpolation moves_by_ = Interpolation::off;
  std::uint64_t version_ = 0;
  std::uint32_t slots_ = 0;
  /// Of each particle of `from` the one of `to` with its id, or none. Empty: they lie alike. Null: not yet sought.
  mutable std::optional<std::vector<std::uint32_t>> partners_;
};

}  // namespace farfirst::app
