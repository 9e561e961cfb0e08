// Where a sequence is, and what of it is drawn. particle_read_ahead.cpp has the thread that reads.

#include "particle_sequence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "parallel.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();
constexpr double step_seconds = 1.0 / 60.0;

}  // namespace

ParticleSequence::ParticleSequence(std::string name, std::vector<Frame> frames, Read read, const Settings& settings)
    : name_(std::move(name)), frames_(std::move(frames)), read_(std::move(read)), settings_(settings) {
  slots_read_.resize(frames_.size());
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if (frames_[i].missing) slots_read_[i].state = State::bad;
  tell_missing();
  settings_.first = std::min(settings_.first, frames_.size() - 1);
  read_first(settings_.first);
  position_ = static_cast<double>(settings_.first);
  target_ = settings_.first;
  show();
  reader_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ParticleSequence::~ParticleSequence() = default;

// ---- where it is

void ParticleSequence::set_rate(double files_a_second) {
  settings_.rate = files_a_second;
  late_ = 0;
  told_late_ = false;
}

void ParticleSequence::set_interpolation(Interpolation interpolation) {
  if (settings_.interpolation == interpolation) return;
  settings_.interpolation = interpolation;
  show();
}

void ParticleSequence::set_mapping(const ParticleMapping& mapping) {
  if (settings_.mapping == mapping) return;
  {
    const std::scoped_lock lock(mutex_);
    const ParticleMapping before = std::exchange(settings_.mapping, mapping);
    if (before.color.name != mapping.color.name) automatic_.color.reset();
    if (before.opacity.name != mapping.opacity.name) automatic_.opacity.reset();
    if (before.size.name != mapping.size.name) automatic_.size.reset();
    const bool others = before.properties() != mapping.properties();
    for (std::size_t i = 0; i < slots_read_.size(); ++i)
      if (slots_read_[i].state == State::read || (others && !frames_[i].missing)) slots_read_[i] = {};
    ++mappings_;
    ++requests_;
    asked_.notify_all();
  }
  show();
}

std::optional<ValueRange> ParticleSequence::color_range() const {
  const std::scoped_lock lock(mutex_);
  return settings_.mapping.color.range ? settings_.mapping.color.range : automatic_.color;
}

std::optional<ValueRange> ParticleSequence::opacity_range() const {
  const std::scoped_lock lock(mutex_);
  return settings_.mapping.opacity.range ? settings_.mapping.opacity.range : automatic_.opacity;
}

std::optional<ValueRange> ParticleSequence::size_range() const {
  const std::scoped_lock lock(mutex_);
  return settings_.mapping.size.range ? settings_.mapping.size.range : automatic_.size;
}

/// The position that stands for this one, which may lie beyond the end.
double ParticleSequence::within(double position) const {
  const auto count = static_cast<double>(frames_.size());
  if (position < 0) return 0;
  if (position < count) return position;
  return loops_ ? std::fmod(position, count) : count - 1;
}

void ParticleSequence::go_to(double position) {
  position_ = within(position);
  late_ = 0;
  aim(frame_number());
  show();
}

void ParticleSequence::advance(double seconds) {
  if (is_one()) return;
  const double wanted = position_ + seconds * settings_.rate;
  const double next = within(wanted);
  if (is_there(next)) {
    position_ = next;
  } else {
    // To the end of what is there: the next file is awaited.
    position_ = std::min(wanted, std::nextafter(std::floor(position_) + 1, 0.0));
    note_late(seconds);
  }
  aim(static_cast<std::size_t>(next));
  show();
}

void ParticleSequence::step() {
  if (follows_clock_) return;
  if (begun_ && !is_one()) {
    const double next = within(position_ + step_seconds * settings_.rate);
    wait_until_there(next);
    position_ = next;
  }
  begun_ = true;
  wait_until_there(position_);
  show();
}

void ParticleSequence::restart() {
  begun_ = false;
  go_to(static_cast<double>(settings_.first));
}

bool ParticleSequence::update() {
  if (!waiting_) return false;
  const std::uint64_t before = version_;
  show();
  return version_ != before;
}

/// Half a second of waiting is no hiccup.
void ParticleSequence::note_late(double seconds) {
  late_ += seconds;
  if (told_late_ || late_ < 0.5) return;
  told_late_ = true;
  const std::scoped_lock lock(mutex_);
  if (read_seconds_ <= 0) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "reading cannot follow: %.3g files a second are read, and %.3g are to be played; it plays more slowly",
                1 / read_seconds_, settings_.rate);
  remarks_.emplace_back(text);
}

// ---- what is drawn

bool ParticleSequence::needs_next() const {
  return settings_.interpolation == Interpolation::automatic || settings_.interpolation == Interpolation::id;
}

Interpolation ParticleSequence::moves_by(const ParticleCloud* from, const ParticleCloud* to) const {
  const Interpolation wanted = settings_.interpolation;
  const bool has_ids = from != nullptr && to != nullptr && !from->ids.empty() && !to->ids.empty();
  const bool has_velocities = from != nullptr && !from->velocities.empty();
  if (has_ids && needs_next()) return Interpolation::id;
  if (has_velocities && (wanted == Interpolation::automatic || wanted == Interpolation::velocity))
    return Interpolation::velocity;
  return Interpolation::off;
}

/// What the position says, or what was shown before until that has been read.
void ParticleSequence::show() {
  Shown now;
  const std::size_t at = frame_number();
  {
    const std::scoped_lock lock(mutex_);
    now.from = cloud_of(at);
    if (now.from && stand_in(at) == at) now.part = position_ - static_cast<double>(at);
    if (needs_next() && at + 1 < frames_.size()) now.to = cloud_of(at + 1);
  }
  const bool lacks_next = needs_next() && now.part > 0 && at + 1 < frames_.size() && !now.to;
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

Bounds ParticleSequence::bounds() const {
  const std::scoped_lock lock(mutex_);
  return bounds_;
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
  const auto seconds = static_cast<float>(shown_.part / settings_.rate);
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
