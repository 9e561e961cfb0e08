#include "particle_edits.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace farfirst::app {
namespace {

const char* force_name(ForceKind kind) {
  constexpr const char* names[] = {"gravity", "wind", "curl noise", "attractor", "vortex"};
  return names[static_cast<std::size_t>(kind)];
}

/// Where two lists of the same length differ.
template <class Item>
std::vector<std::size_t> differing_items(const std::vector<Item>& a, const std::vector<Item>& b) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (!(a[i] == b[i])) result.push_back(i);
  return result;
}

/// The one field that differs; null if there are several.
const char* only_field(const Emitter& before, const Emitter& after) {
  const auto is_all = [&](auto Emitter::*field) {
    Emitter other = before;
    other.*field = after.*field;
    return other == after;
  };
  if (is_all(&Emitter::rate)) return "rate";
  if (is_all(&Emitter::burst)) return "burst";
  if (is_all(&Emitter::life)) return "life";
  if (is_all(&Emitter::speed)) return "speed";
  if (is_all(&Emitter::radius_of_particle)) return "size";
  if (is_all(&Emitter::color)) return "colour";
  if (is_all(&Emitter::opacity)) return "opacity";
  if (is_all(&Emitter::growth)) return "growth";
  if (is_all(&Emitter::drag)) return "drag";
  return nullptr;
}

/// Is it the same system with more or fewer particles?
bool differ_in_number(const Emitter& before, const Emitter& after) {
  Emitter other = before;
  other.rate = after.rate;
  other.burst = after.burst;
  other.radius_of_particle = after.radius_of_particle;
  return other == after;
}

}  // namespace

std::string emitter_name(const ParticleSystemDescription& system, std::size_t emitter) {
  const std::string& name = system.emitters[emitter].name;
  return name.empty() ? "emitter " + std::to_string(emitter + 1) : name;
}

std::string name_of_change(const ParticlePlan& before, const ParticlePlan& after) {
  if (&before == &after) return {};
  const ParticleSystemDescription was = before.scaled_description(), is = after.scaled_description();
  if (before.seed() != after.seed()) return "seed of " + is.name;
  if (was == is) return {};
  const std::string otherwise = "change of " + is.name;
  if (was.emitters.size() != is.emitters.size() || was.forces.size() != is.forces.size()) return otherwise;
  const auto emitters = differing_items(was.emitters, is.emitters), forces = differing_items(was.forces, is.forces);
  if (emitters.empty() && forces.size() == 1)
    return std::string(force_name(is.forces[forces.front()].kind)) + " of " + is.name;
  if (!forces.empty() || emitters.empty()) return otherwise;
  if (emitters.size() == 1) {
    const std::size_t i = emitters.front();
    const char* field = only_field(was.emitters[i], is.emitters[i]);
    if (field != nullptr) return std::string(field) + " of " + emitter_name(is, i);
    if (was.emitters.size() > 1 || !differ_in_number(was.emitters[i], is.emitters[i]))
      return "change of " + emitter_name(is, i);
  }
  const bool only_number =
      std::ranges::all_of(emitters, [&](std::size_t i) { return differ_in_number(was.emitters[i], is.emitters[i]); });
  return only_number ? "number of particles" : otherwise;
}

}  // namespace farfirst::app
