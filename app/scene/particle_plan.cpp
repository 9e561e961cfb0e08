#include "particle_plan.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "particle_emitters.h"
#include "units.h"

namespace farfirst::app {

namespace {

constexpr double largest_growth = 6;  // of the radii, where there are few particles
constexpr double least_scale = 1e-9;
constexpr double birth_margin = 3;  // steps for which a slot stays empty before its next birth

double steps_in(double seconds) { return particle_steps_a_second * seconds; }
double longest_life_of(const Emitter& emitter) { return steps_in(std::max(emitter.life.least, emitter.life.most)); }
double shortest_life_of(const Emitter& emitter) {
  return std::max(steps_in(std::min(emitter.life.least, emitter.life.most)), 1.0);
}

/// A few large or many small particles fill the same picture: scale^(-3/8), from square roots.
double growth_for(double scale) {
  const double quarter = std::sqrt(std::sqrt(1 / scale));
  return std::min(largest_growth, quarter * std::sqrt(quarter));
}

std::size_t find_emitter(const std::vector<Emitter>& emitters, const std::string& name) {
  const auto found = std::ranges::find(emitters, name, &Emitter::name);
  return static_cast<std::size_t>(found - emitters.begin());
}

/// Rates that passed through a float, as those of a scaled description, are equal.
bool are_near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b)); }

std::uint64_t next_run() {
  static std::atomic<std::uint64_t> runs = 0;
  return ++runs;
}

[[noreturn]] void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

/// Births for each particle of the parent, at most.
double most_children(const Emitter& child, const Emitter& parent) {
  if (child.when == ChildBirth::death) return child.burst;
  const double time = std::min<double>(longest_life_of(parent), steps_in(child.ends)) - steps_in(child.begins);
  return child.burst + std::floor(std::max(time, 0.0) * child.rate / particle_steps_a_second) + 1;
}

/// The number of successive particles in the parent's slot that can have living children at the same time.
double generations(const Emitter& child, const Emitter& parent) {
  return std::floor(longest_life_of(child) / shortest_life_of(parent)) + 2;
}

double child_ring(const Emitter& child, const Emitter& parent) {
  const double all = most_children(child, parent) * generations(child, parent);
  if (child.when == ChildBirth::death || child.burst > 0) return all;
  return std::min(all, std::ceil(child.rate / particle_steps_a_second * (longest_life_of(child) + birth_margin)) + 2);
}

void set_parent(const Emitter& child, const Emitter& parent, const simulate::ParticleEmitter& of_parent,
                simulate::ParticleEmitter& block) {
  block.parent_first = of_parent.first;
  block.parent_ring = of_parent.ring;
  block.birth = child.when == ChildBirth::death ? 2 : 1;
  block.most = static_cast<glm::uint>(most_children(child, parent));
  block.begins = static_cast<float>(steps_in(child.begins));
  block.ends = static_cast<float>(std::min(steps_in(child.ends), 1e9));
  block.rate = static_cast<float>(child.rate / particle_steps_a_second);
  block.burst = child.burst;
  block.rings = static_cast<glm::uint>(generations(child, parent));
}

}  // namespace

// ---- births

double ParticlePlan::Schedule::time(double step) const { return std::max(std::min(step, ends) - begins, 0.0); }

/// The births by rate since counting began, with the fraction of the next one.
double ParticlePlan::Schedule::fraction(double step) const { return rate * (time(step) - since) + part; }

std::int64_t ParticlePlan::Schedule::by_rate(double step) const {
  return before + static_cast<std::int64_t>(std::floor(fraction(step)));
}

std::int64_t ParticlePlan::Schedule::bursts(double step) const {
  const double time = std::min(step, ends) - begins;
  if (burst < 1 || time <= 0) return 0;
  return every > 0 ? static_cast<std::int64_t>(std::ceil(time / every)) : 1;
}

std::int64_t ParticlePlan::Schedule::born(double step) const {
  return by_rate(step) + bursts(step) * static_cast<std::int64_t>(burst);
}

bool ParticlePlan::Schedule::is_timed_as(const Schedule& other) const {
  return begins == other.begins && ends == other.ends && burst == other.burst && every == other.every;
}

/// The limit: all births within a life.
double ParticlePlan::Schedule::slots(double life) const {
  const double time = std::min(life + birth_margin, std::max(ends - begins, 0.0) + 1);
  const double at_once = every > 0 ? std::floor(time / every) + 1 : 1;
  return (rate > 0 ? std::floor(rate * time) + 1 : 0) + at_once * burst;
}

ParticlePlan::Schedule ParticlePlan::schedule_of(const Emitter& emitter, double scale) const {
  return {.rate = scale * emitter.rate / particle_steps_a_second,
          .begins = steps_in(emitter.begins),
          .ends = std::min(steps_in(emitter.ends), 1e15),
          .burst = std::floor(scale * emitter.burst + 0.5),
          .every = steps_in(emitter.burst_every)};
}

simulate::ParticleMoment ParticlePlan::moment(std::uint64_t to) const {
  simulate::ParticleMoment result;
  const auto now = static_cast<double>(to), before = now - 1;
  for (std::size_t i = 0; i < emitters_.size(); ++i) {
    const Schedule& schedule = schedules_[i];
    if (emitters_[i].birth != 0 || emitters_[i].ring == 0) continue;
    simulate::ParticleBirths& births = result.births[i];
    const std::int64_t first = schedule.born(before), bursts = schedule.bursts(now), ring = emitters_[i].ring;
    births.first = static_cast<glm::uint>((first % ring + ring) % ring);
    births.count = static_cast<glm::uint>(std::min(schedule.born(now) - first, ring));
    births.at_once =
        static_cast<glm::uint>((bursts - schedule.bursts(before)) * static_cast<std::int64_t>(schedule.burst));
    births.number = static_cast<glm::uint>(first);
    births.burst_age = static_cast<float>(
        now - schedule.begins - (static_cast<double>(std::max<std::int64_t>(bursts, 1)) - 1) * schedule.every);
    if (schedule.rate <= 0) continue;
    const double next = std::floor(schedule.fraction(before)) + 1;
    births.first_age =
        static_cast<float>(now - schedule.begins - schedule.since - (next - schedule.part) / schedule.rate);
    births.interval = static_cast<float>(1 / schedule.rate);
  }
  for (std::size_t i = 0; i < drifts_.size(); ++i) {
    const glm::dvec3 cells = now * drifts_[i], whole = glm::floor(cells);
    result.drifts[i].cells = glm::ivec3(glm::mod(whole, glm::dvec3(1 << 20))) + lattices_[i];
    result.drifts[i].part = glm::vec3(cells - whole);
  }
  return result;
}

// ---- slots

double ParticlePlan::slots_with(double scale) const {
  double sum = 0;
  const auto& emitters = description_.emitters;
  for (std::size_t i = 0; i < emitters.size(); ++i)
    if (parents_[i] == i && !left_out_[i])
      sum += slots_of_each_[i] * schedule_of(emitters[i], scale).slots(longest_life_of(emitters[i]));
  return sum;
}

/// Leaves out emitters that do not fit at any scale.
void ParticlePlan::leave_out(std::uint32_t count) {
  left_out_.assign(parents_.size(), false);
  if (count == 0) return;
  double used = 0;
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    if (parents_[i] != i) continue;
    const Emitter& emitter = description_.emitters[i];
    const double least = slots_of_each_[i] * schedule_of(emitter, least_scale).slots(longest_life_of(emitter));
    left_out_[i] = used + least > count;
    if (!left_out_[i]) used += least;
  }
}

double ParticlePlan::fitting_scale(std::uint32_t count) const {
  if (count == 0) return 1;
  const double most = count;
  double low = 0, high = 1;
  while (high < 1e9 && slots_with(high) <= most) low = std::exchange(high, 2 * high);
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (slots_with(middle) <= most ? low : high) = middle;
  }
  return std::max(low, least_scale);
}

void ParticlePlan::lay_out(double scale) {
  const auto& emitters = description_.emitters;
  const double size = growth_for(scale);
  double first = 0;
  std::vector<std::size_t> level(emitters.size());
  for (std::size_t i = 0; i < emitters.size(); ++i) {
    simulate::ParticleEmitter block = emitter_block(
        emitters[i], particle_hash(particle_hash(seed_) + 0x9e3779b9u * static_cast<std::uint32_t>(i + 1)), size);
    const std::size_t parent = parents_[i];
    schedules_.push_back(schedule_of(emitters[i], scale));
    double ring = schedules_[i].slots(longest_life_of(emitters[i])), slots = ring;
    if (parent == i) {
      if (left_out_[i]) slots = ring = 0;
    } else {
      ring = child_rings_[i];
      slots = ring * emitters_[parent].slots;
      set_parent(emitters[i], emitters[parent], emitters_[parent], block);
      level[i] = level[parent] + 1;
    }
    block.first = static_cast<glm::uint>(first);
    block.ring = static_cast<glm::uint>(ring);
    block.slots = static_cast<glm::uint>(slots);
    first += slots;
    add_curves(emitters[i], block, curves_);
    if (emitters[i].shape == EmitterShape::mesh) add_triangles(emitters[i], (*meshes_)[i], block, triangles_);
    emitters_.push_back(block);
    if (slots == 0) continue;
    if (levels_.size() <= level[i]) levels_.resize(level[i] + 1);
    levels_[level[i]].push_back(static_cast<std::uint32_t>(i));
  }
  slots_ = static_cast<std::uint32_t>(first);
}

bool ParticlePlan::stretches() const {
  return std::ranges::any_of(description_.emitters, [](const Emitter& emitter) { return emitter.stretch > 0; });
}

float ParticlePlan::stretch(std::size_t emitter, float exposure) const {
  const float own = description_.emitters[emitter].stretch;
  return own > 0 && exposure > 0 ? own / exposure : 1.0f;
}

double ParticlePlan::longest_life() const {
  double longest = 0;
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    double sum = longest_life_of(description_.emitters[i]);
    for (std::size_t at = i; parents_[at] != at; at = parents_[at])
      sum += longest_life_of(description_.emitters[parents_[at]]);
    longest = std::max(longest, sum);
  }
  return longest;
}

/// How long a particle can matter: its own life and that of its children.
void ParticlePlan::find_idle_steps() {
  std::vector<double> matters;
  for (const Emitter& emitter : description_.emitters) matters.push_back(longest_life_of(emitter));
  for (std::size_t i = parents_.size(); i-- > 0;)
    if (parents_[i] != i)
      matters[parents_[i]] =
          std::max(matters[parents_[i]], longest_life_of(description_.emitters[parents_[i]]) + matters[i]);
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    const double idle = static_cast<double>(warm_up_) - std::ceil(matters[i]) - birth_margin;
    idle_until_.push_back(parents_[i] == i ? static_cast<std::uint64_t>(std::max(idle, 0.0))
                                           : idle_until_[parents_[i]]);
  }
}

// ---- what moves them

void ParticlePlan::make_forces() {
  const auto& forces = description_.forces;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const Force& force = forces[i];
    simulate::ParticleForce& block = surroundings_.forces[i];
    block.kind = static_cast<glm::uint>(force.kind);
    block.vector = force.vector;
    block.position = force.position;
    block.strength = force.strength;
    block.scale = std::max(force.scale, 1e-6f);
    block.soft = force.soft;
    const float length = std::sqrt(glm::dot(force.vector, force.vector));
    if (force.kind == ForceKind::vortex) block.vector = length > 0 ? force.vector / length : glm::vec3(0, 1, 0);
    const bool drifts = force.kind == ForceKind::curl_noise;
    drifts_.push_back(drifts ? glm::dvec3(force.vector) / (particle_steps_a_second * block.scale) : glm::dvec3(0));
    const auto own = [&](std::uint32_t axis) {  // no two forces have the same lattice, nor do two seeds
      return static_cast<int>(particle_hash(particle_hash(seed_ + 3 * static_cast<std::uint32_t>(i)) + axis) >> 12);
    };
    lattices_.emplace_back(own(1), own(2), own(3));
    for (std::size_t k = 0; k < emitters_.size(); ++k)
      if (force.emitters.empty() ||
          std::ranges::find(force.emitters, description_.emitters[k].name) != force.emitters.end())
        emitters_[k].forces |= 1u << i;
  }
}

void ParticlePlan::make_colliders() {
  for (std::size_t i = 0; i < description_.colliders.size(); ++i) {
    const Collider& collider = description_.colliders[i];
    simulate::ParticleCollider& block = surroundings_.colliders[i];
    const float length = std::sqrt(glm::dot(collider.direction, collider.direction));
    block.shape = static_cast<glm::uint>(collider.shape);
    block.position = collider.position;
    block.direction = length > 0 ? collider.direction / length : glm::vec3(0, 1, 0);
    block.radius = collider.radius;
    block.half_size = 0.5f * collider.size;
    block.bounce = collider.bounce;
    block.friction = collider.friction;
    block.kills = collider.kills ? 1 : 0;
  }
}

ParticleSystemDescription ParticlePlan::scaled_description() const {
  ParticleSystemDescription scaled = description_;
  const auto size = static_cast<float>(growth_for(scale_));
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    Emitter& emitter = scaled.emitters[i];
    emitter.radius_of_particle = {size * emitter.radius_of_particle.least, size * emitter.radius_of_particle.most};
    if (parents_[i] != i) continue;
    const double scale = left_out_[i] ? 0 : scale_;
    emitter.rate = static_cast<float>(scale * emitter.rate);
    emitter.burst = static_cast<std::uint32_t>(std::floor(scale * emitter.burst + 0.5));
  }
  return scaled;
}

// ---- changed while they move

bool ParticlePlan::is_parent(std::size_t emitter) const {
  for (std::size_t i = 0; i < parents_.size(); ++i)
    if (parents_[i] == emitter && i != emitter) return true;
  return false;
}

/// Can an emitter of the other plan continue in this one's slots?
bool ParticlePlan::keeps_slots(const ParticlePlan& wanted, std::size_t i) const {
  const simulate::ParticleEmitter &was = emitters_[i], &is = wanted.emitters_[i];
  if (wanted.parents_[i] != parents_[i] || wanted.left_out_[i] != left_out_[i] || is.birth != was.birth) return false;
  if (parents_[i] != i)  // whose births follow from the age of its parent's particle
    return is.most == was.most && (is.rings == was.rings || is.birth != 2) && is.begins == was.begins &&
           is.ends == was.ends && is.rate == was.rate && is.burst == was.burst && is.ring <= was.ring;
  Schedule schedule = wanted.schedules_[i];
  if (!schedule.is_timed_as(schedules_[i])) return false;
  const bool same_life = is.life == was.life && is.life_more == was.life_more;
  const bool same_rate = are_near(schedule.rate, schedules_[i].rate);
  if ((same_life && same_rate) || is_parent(i)) return same_life && same_rate;
  constexpr double rounding = 1 - 1e-6;
  schedule.rate *= rounding;
  return schedule.slots(longest_life_of(wanted.description_.emitters[i])) <= was.ring;
}

/// The present rate counts from this step on. Earlier births keep their count.
void ParticlePlan::count_on(const Schedule& before, std::size_t emitter, double step) {
  Schedule& schedule = schedules_[emitter];
  if (are_near(schedule.rate, before.rate)) {
    schedule = before;
    return;
  }
  const double fraction = before.fraction(step), whole = std::floor(fraction);
  schedule.since = before.time(step);
  schedule.before = before.before + static_cast<std::int64_t>(whole);
  schedule.part = fraction - whole;
}

std::optional<ParticlePlan> ParticlePlan::followed_by(const ParticlePlan& wanted, std::uint64_t step) const {
  if (wanted.emitters_.size() != emitters_.size() || wanted.seed_ != seed_ || wanted.warm_up_ != warm_up_)
    return std::nullopt;
  for (std::size_t i = 0; i < emitters_.size(); ++i)
    if (!keeps_slots(wanted, i)) return std::nullopt;
  ParticlePlan next(wanted);
  for (std::size_t i = 0; i < emitters_.size(); ++i) {
    simulate::ParticleEmitter& block = next.emitters_[i];
    block.first = emitters_[i].first;
    block.ring = emitters_[i].ring;
    block.slots = emitters_[i].slots;
    block.parent_first = emitters_[i].parent_first;
    block.parent_ring = emitters_[i].parent_ring;
    next.count_on(schedules_[i], i, static_cast<double>(step));
  }
  next.levels_ = levels_;
  next.slots_ = slots_;
  next.run_ = run_;
  return next;
}

ParticlePlan ParticlePlan::restarted() const {
  ParticlePlan result(*this);
  for (Schedule& schedule : result.schedules_) schedule.since = schedule.part = 0, schedule.before = 0;
  return result;
}

// ---- the whole

/// Limits of any system; reading a file finds its other errors.
void ParticlePlan::check() const {
  const auto& emitters = description_.emitters;
  const auto limit = [](std::size_t number, std::size_t most, const char* what) {
    if (number > most)
      refuse("the particle system has " + std::to_string(number) + " " + what + "; Farfirst can simulate " +
             std::to_string(most));
  };
  limit(emitters.size(), most_emitters, "emitters");
  limit(description_.forces.size(), most_forces, "forces");
  limit(description_.colliders.size(), most_colliders, "colliders");
  for (std::size_t i = 0; i < emitters.size(); ++i) {
    if (!emitters[i].parent.empty() && find_emitter(emitters, emitters[i].parent) >= i)
      refuse("the emitter '" + emitters[i].name + "' has the parent '" + emitters[i].parent +
             "', which is not an emitter before it");
    if (emitters[i].shape == EmitterShape::mesh && (i >= meshes_->size() || (*meshes_)[i].size() < 3))
      refuse("the emitter '" + emitters[i].name + "' is a mesh without triangles");
  }
}

ParticlePlan::ParticlePlan(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
                           EmitterMeshes meshes)
    : ParticlePlan(std::move(description), count, seed, std::make_shared<const EmitterMeshes>(std::move(meshes))) {}

ParticlePlan::ParticlePlan(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
                           std::shared_ptr<const EmitterMeshes> meshes)
    : description_(std::move(description)), seed_(seed), meshes_(std::move(meshes)), run_(next_run()) {
  check();
  const auto& emitters = description_.emitters;
  slots_of_each_.assign(emitters.size(), 1);
  child_rings_.resize(emitters.size());
  for (std::size_t i = 0; i < emitters.size(); ++i)
    parents_.push_back(emitters[i].parent.empty() ? i : find_emitter(emitters, emitters[i].parent));
  for (std::size_t i = emitters.size(); i-- > 0;) {
    if (parents_[i] == i) continue;
    child_rings_[i] = child_ring(emitters[i], emitters[parents_[i]]);
    slots_of_each_[parents_[i]] += child_rings_[i] * slots_of_each_[i];
  }
  leave_out(count);
  scale_ = fitting_scale(count);
  if (const double slots = slots_with(scale_); count == 0 && slots > most_particles)
    refuse("the particle system has up to " + with_thousands(static_cast<std::uint64_t>(std::min(slots, 1e15))) +
           " particles at once; Farfirst can simulate " + with_thousands(most_particles));
  lay_out(scale_);
  make_forces();
  make_colliders();
  warm_up_ = static_cast<std::uint64_t>(std::floor(steps_in(description_.warm_up) + 0.5));
  find_idle_steps();
}

}  // namespace farfirst::app
