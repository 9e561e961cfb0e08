#include "particle_sequence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

#include "detached.h"
#include "parallel.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();
constexpr double step_seconds = 1.0 / 60.0;

}  // namespace

ParticleSequence::ParticleSequence(std::string name, std::vector<Frame> frames, Read read, const Settings& settings)
    : name_(std::move(name)),
      files_(std::make_shared<ParticleReadAhead>(
          std::move(frames), std::move(read),
          ParticleReadAhead::Settings{settings.memory, settings.radius, settings.mapping})),
      rate_(settings.rate),
      interpolation_(settings.interpolation),
      first_(std::min(settings.first, files_->frames().size() - 1)) {
  files_->read_first(first_);
  position_ = static_cast<double>(first_);
  show();
  run_detached([files = files_] { files->run(); });
}

ParticleSequence::~ParticleSequence() { files_->close(); }

// ---- where it is

void ParticleSequence::set_rate(double files_a_second) {
  rate_ = files_a_second;
  late_ = 0;
  reported_late_ = false;
}

void ParticleSequence::set_interpolation(Interpolation interpolation) {
  if (interpolation_ == interpolation) return;
  interpolation_ = interpolation;
  show();
}

void ParticleSequence::set_mapping(const ParticleMapping& mapping) {
  if (files_->mapping() == mapping) return;
  files_->set_mapping(mapping);
  show();
}

bool ParticleSequence::is_there(double position) const {
  return files_->is_there(static_cast<std::size_t>(position), needs_next());
}

void ParticleSequence::wait_until_there(double position) {
  files_->wait_until_there(static_cast<std::size_t>(position), needs_next());
}

/// The position that this one maps to, which may lie beyond the end.
double ParticleSequence::within(double position) const {
  const auto count = static_cast<double>(frames());
  if (position < 0) return 0;
  if (position < count) return position;
  return loops_ ? std::fmod(position, count) : count - 1;
}

void ParticleSequence::go_to(double position) {
  position_ = within(position);
  late_ = 0;
  files_->aim(frame_number());
  show();
}

void ParticleSequence::advance(double seconds) {
  if (is_one()) return;
  const double wanted = position_ + seconds * rate_;
  const double next = within(wanted);
  if (is_there(next)) {
    position_ = next;
  } else {
    // Up to the end of the loaded files: waits for the next file.
    position_ = std::min(wanted, std::nextafter(std::floor(position_) + 1, 0.0));
    note_late(seconds);
  }
  files_->aim(static_cast<std::size_t>(next));
  show();
}

void ParticleSequence::step() {
  if (follows_clock_) return;
  if (begun_ && !is_one()) {
    const double next = within(position_ + step_seconds * rate_);
    wait_until_there(next);
    position_ = next;
  }
  begun_ = true;
  wait_until_there(position_);
  show();
}

void ParticleSequence::restart() {
  begun_ = false;
  go_to(static_cast<double>(first_));
}

bool ParticleSequence::update() {
  if (!waiting_) return false;
  const std::uint64_t before = version_;
  show();
  return version_ != before;
}

/// Half a second of waiting is worth a message.
void ParticleSequence::note_late(double seconds) {
  late_ += seconds;
  if (reported_late_ || late_ < 0.5) return;
  reported_late_ = true;
  const double read_seconds = files_->read_seconds();
  if (read_seconds <= 0) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "reading cannot follow: %.3g files a second are read, and %.3g are to be played; it plays more slowly",
                1 / read_seconds, rate_);
  files_->remark(text);
}

// ---- what is drawn

bool ParticleSequence::needs_next() const {
  return interpolation_ == Interpolation::automatic || interpolation_ == Interpolation::id;
}

Interpolation ParticleSequence::moves_by(const ParticleCloud* from, const ParticleCloud* to) const {
  const Interpolation wanted = interpolation_;
  const bool has_ids = from != nullptr && to != nullptr && !from->ids.empty() && !to->ids.empty();
  const bool has_velocities = from != nullptr && !from->velocities.empty();
  if (has_ids && needs_next()) return Interpolation::id;
  if (has_velocities && (wanted == Interpolation::automatic || wanted == Interpolation::velocity))
    return Interpolation::velocity;
  return Interpolation::off;
}

/// The clouds of this position, or the previous ones until those have been read.
void ParticleSequence::show() {
  Shown now;
  const std::size_t at = frame_number();
  const ParticleReadAhead::Pair files = files_->pair_at(at);
  now.from = files.from;
  if (now.from && files.is_own) now.part = position_ - static_cast<double>(at);
  if (needs_next()) now.to = files.to;
  const bool lacks_next = needs_next() && now.part > 0 && at + 1 < frames() && !now.to;
  waiting_ = !now.from || lacks_next;
  if (!now.from) return;
  if (moves_by(now.from.get(), now.to.get()) == Interpolation::off) {
    now.part = 0;
    now.to.reset();
  }
  if (now.from == shown_.from && now.to == shown_.to && now.part == shown_.part) return;
  if (now.from != shown_.from || now.to != shown_.to) paired_from_ = paired_to_ = nullptr;
  shown_ = std::move(now);
  ++version_;
  const auto count = static_cast<std::uint32_t>(shown_.from->size());
  if (count > slots_) slots_ = slots_ == 0 ? count : std::max(count, slots_ + slots_ / 4);
}

const ParticleCloud* ParticleSequence::plain() const { return shown_.part == 0 ? shown_.from.get() : nullptr; }

/// Finds partners: both in ascending sequence of their ids.
void ParticleSequence::pair() const {
  const ParticleCloud &from = *shown_.from, &to = *shown_.to;
  if (paired_from_ == &from && paired_to_ == &to) return;
  paired_from_ = &from;
  paired_to_ = &to;
  partners_.clear();
  if (from.ids == to.ids) return;
  partners_.assign(from.size(), no_row);
  const auto at = [](const ParticleCloud& cloud, std::size_t i) {
    return cloud.by_id.empty() ? static_cast<std::uint32_t>(i) : cloud.by_id[i];
  };
  for (std::size_t i = 0, k = 0; i < from.size(); ++i) {
    const std::uint32_t particle = at(from, i);
    const std::uint64_t id = from.ids[particle];
    while (k < to.size() && to.ids[at(to, k)] < id) ++k;
    if (k < to.size() && to.ids[at(to, k)] == id) partners_[particle] = at(to, k);
  }
}

void ParticleSequence::write(std::byte* places, std::uint32_t* colors) const {
  const ParticleCloud& from = *shown_.from;
  const Interpolation by = shown_.part == 0 ? Interpolation::off : moves_by();
  if (by == Interpolation::id) pair();
  const auto part = static_cast<float>(shown_.part);
  const auto seconds = static_cast<float>(shown_.part / rate_);
  const auto along_velocity = [&](std::size_t i) {
    return from.velocities.empty() ? from.places[i] : from.places[i] + glm::vec4(from.velocities[i] * seconds, 0.0f);
  };
  const auto place = [&](std::size_t i) {
    if (by == Interpolation::off) return from.places[i];
    if (by == Interpolation::velocity) return along_velocity(i);
    const std::uint32_t partner = partners_.empty() ? static_cast<std::uint32_t>(i) : partners_[i];
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

void ParticleSequence::write_motions(std::span<glm::vec4> motions) const {
  const std::vector<glm::vec3>& from = shown_.from->velocities;
  in_parallel(motions.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      motions[i] = i < from.size() ? glm::vec4(from[i], 0.0f) : glm::vec4(0.0f);
  });
}

}  // namespace farfirst::app
