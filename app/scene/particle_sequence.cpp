#include "particle_sequence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "detached.h"

namespace farfirst::app {
namespace {

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
  return files_->is_there(static_cast<std::size_t>(position), needs_next_file(interpolation_));
}

void ParticleSequence::wait_until_there(double position) {
  files_->wait_until_there(static_cast<std::size_t>(position), needs_next_file(interpolation_));
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

void ParticleSequence::update() {
  if (waiting_) show();
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

/// The clouds of this position, or the previous ones until those have been read.
void ParticleSequence::show() {
  InterpolatedParticles::Moment now;
  const bool needs_next = needs_next_file(interpolation_);
  const std::size_t at = frame_number();
  const ParticleReadAhead::Pair files = files_->pair_at(at);
  now.from = files.from;
  if (now.from && files.is_own) now.part = position_ - static_cast<double>(at);
  now.seconds = now.part / rate_;
  if (needs_next) now.to = files.to;
  const bool lacks_next = needs_next && now.part > 0 && at + 1 < frames() && !now.to;
  waiting_ = !now.from || lacks_next;
  if (now.from) drawn_.show(std::move(now), interpolation_);
}

}  // namespace farfirst::app
