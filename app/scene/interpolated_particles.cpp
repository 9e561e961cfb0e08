#include "interpolated_particles.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "parallel.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

Interpolation possible(Interpolation wanted, const ParticleCloud& from, const ParticleCloud* to) {
  const bool has_ids = to != nullptr && !from.ids.empty() && !to->ids.empty();
  if (has_ids && needs_next_file(wanted)) return Interpolation::id;
  const bool may_follow = wanted == Interpolation::automatic || wanted == Interpolation::velocity;
  return may_follow && !from.velocities.empty() ? Interpolation::velocity : Interpolation::off;
}

}  // namespace

void InterpolatedParticles::show(Moment moment, Interpolation wanted) {
  moves_by_ = possible(wanted, *moment.from, moment.to.get());
  if (moves_by_ == Interpolation::off) moment = {std::move(moment.from), nullptr};
  if (moment == shown_) return;
  if (moment.from != shown_.from || moment.to != shown_.to) partners_.reset();
  shown_ = std::move(moment);
  ++version_;
  const auto count = static_cast<std::uint32_t>(shown_.from->size());
  if (count > slots_) slots_ = slots_ == 0 ? count : std::max(count, slots_ + slots_ / 4);
}

/// Finds partners: both in ascending sequence of their ids.
void InterpolatedParticles::pair() const {
  if (partners_) return;
  partners_.emplace();
  const ParticleCloud &from = *shown_.from, &to = *shown_.to;
  if (from.ids == to.ids) return;
  partners_->assign(from.size(), no_row);
  const auto at = [](const ParticleCloud& cloud, std::size_t i) {
    return cloud.by_id.empty() ? static_cast<std::uint32_t>(i) : cloud.by_id[i];
  };
  for (std::size_t i = 0, k = 0; i < from.size(); ++i) {
    const std::uint32_t particle = at(from, i);
    const std::uint64_t id = from.ids[particle];
    while (k < to.size() && to.ids[at(to, k)] < id) ++k;
    if (k < to.size() && to.ids[at(to, k)] == id) (*partners_)[particle] = at(to, k);
  }
}

void InterpolatedParticles::write(std::byte* places, std::uint32_t* colors) const {
  const ParticleCloud& from = *shown_.from;
  const Interpolation by = plain() ? Interpolation::off : moves_by_;
  if (by == Interpolation::id) pair();
  const auto part = static_cast<float>(shown_.part);
  const auto seconds = static_cast<float>(shown_.seconds);
  const auto along_velocity = [&](std::size_t i) {
    return from.velocities.empty() ? from.places[i] : from.places[i] + glm::vec4(from.velocities[i] * seconds, 0.0f);
  };
  const auto place = [&](std::size_t i) {
    if (by == Interpolation::off) return from.places[i];
    if (by == Interpolation::velocity) return along_velocity(i);
    const std::uint32_t partner = partners_->empty() ? static_cast<std::uint32_t>(i) : (*partners_)[i];
    return partner == no_row ? along_velocity(i) : glm::mix(from.places[i], shown_.to->places[partner], part);
  };
  const glm::vec4 nowhere(std::numeric_limits<float>::quiet_NaN(), 0, 0, 0);
  in_parallel(slots_, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const glm::vec4 at = i < from.size() ? place(i) : nowhere;
      std::memcpy(places + i * sizeof at, &at, sizeof at);
      colors[i] = i < from.size() ? from.colors[i] : 0;
    }
  });
}

void InterpolatedParticles::write_motions(std::span<glm::vec4> motions) const {
  const std::vector<glm::vec3>& from = shown_.from->velocities;
  in_parallel(motions.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      motions[i] = i < from.size() ? glm::vec4(from[i], 0.0f) : glm::vec4(0.0f);
  });
}

}  // namespace farfirst::app
