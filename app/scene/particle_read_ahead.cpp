// The thread of a sequence that reads the next files, within a limit of memory.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <utility>

#include "particle_sequence.h"
#include "units.h"

namespace farfirst::app {

/// One sentence for all.
void ParticleSequence::tell_missing() {
  const auto missing = static_cast<std::size_t>(std::ranges::count(frames_, true, &Frame::missing));
  if (missing == 0) return;
  const auto first = std::ranges::find(frames_, true, &Frame::missing);
  remarks_.push_back(missing == 1 ? first->name + " is missing; the file before it is shown in its place"
                                  : counted(missing, "file") + " are missing, the first is " + first->name +
                                        "; the file before is shown in the place of each");
}

/// What it begins with, also for the radius of all; and the last one, for the box.
void ParticleSequence::read_first(std::size_t first) {
  std::string refusal;  // of the first
  while (const std::optional<std::size_t> frame = stand_in(first)) {
    if (slots_read_[*frame].state == State::read) break;
    try {
      store(*frame, read_mapped(*frame));
    } catch (const std::runtime_error& error) {
      if (refusal.empty()) refusal = error.what();
      store_bad(*frame, error.what());
    }
  }
  if (!stand_in(first)) throw std::runtime_error(refusal.empty() ? "there is no file" : refusal);
  const std::optional<std::size_t> last = stand_in(frames_.size() - 1);
  if (slots_read_[*last].state == State::unread) read_one(*last);
}

/// The frame whose file is shown at this one: itself, unless that is missing or bad; else one before, else one behind.
std::optional<std::size_t> ParticleSequence::stand_in(std::size_t frame) const {
  for (std::size_t i = frame + 1; i-- > 0;)
    if (slots_read_[i].state != State::bad) return i;
  for (std::size_t i = frame + 1; i < slots_read_.size(); ++i)
    if (slots_read_[i].state != State::bad) return i;
  return std::nullopt;
}

/// Null if it is still to be read.
std::shared_ptr<const ParticleCloud> ParticleSequence::cloud_of(std::size_t frame) const {
  const std::optional<std::size_t> file = stand_in(frame);
  return file ? slots_read_[*file].cloud : nullptr;
}

/// So many frames on, as it plays.
std::size_t ParticleSequence::forward(std::size_t from, std::size_t to) const {
  return to >= from ? to - from : to + frames_.size() - from;
}

std::optional<std::size_t> ParticleSequence::distance_to_unread() const {
  for (std::size_t distance = 0; distance < frames_.size(); ++distance) {
    const std::optional<std::size_t> file = stand_in((target_ + distance) % frames_.size());
    if (file && slots_read_[*file].state == State::unread) return distance;
  }
  return std::nullopt;
}

/// For a file that is so far ahead: what is farther ahead goes. The present one and the next may go over the limit.
bool ParticleSequence::make_room(std::size_t distance) {
  std::size_t used = 0;
  for (const Slot& slot : slots_read_) used += slot.cloud ? slot.cloud->bytes() : 0;
  while (used + largest_ > settings_.memory) {
    Slot* farthest = nullptr;
    std::size_t reach = distance;
    for (std::size_t i = 0; i < slots_read_.size(); ++i) {
      if (!slots_read_[i].cloud || forward(target_, i) <= reach || stand_in(target_) == i) continue;
      reach = forward(target_, i);
      farthest = &slots_read_[i];
    }
    if (farthest == nullptr) return distance <= 1;
    used -= farthest->cloud->bytes();
    *farthest = {};
  }
  return true;
}

std::optional<std::size_t> ParticleSequence::next_to_read() {
  const std::optional<std::size_t> distance = distance_to_unread();
  if (!distance || !make_room(*distance)) return std::nullopt;
  return stand_in((target_ + *distance) % frames_.size());
}

/// Of a range that nobody said.
void ParticleSequence::tell_ranges(const ParticleMapping& known) {
  const auto tell = [&](const char* what, const ParticleMapping::Property& property,
                        const ParticleMapping::Property& said, std::optional<ValueRange>& found) {
    if (property.name.empty() || said.range || found) return;
    found = property.range;
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, " from %.4g to %.4g", found->least, found->most);
    remarks_.push_back(what + property.name + numbers);
  };
  tell("colours follow ", known.color, settings_.mapping.color, automatic_.color);
  tell("opacity follows ", known.opacity, settings_.mapping.opacity, automatic_.opacity);
  tell("size follows ", known.size, settings_.mapping.size, automatic_.size);
}

/// With colours, opacities and sizes by its properties. Where no range was said, that of the first file stays.
ParticleSequence::ReadCloud ParticleSequence::read_mapped(std::size_t frame) {
  ParticleMapping mapping;
  ReadCloud result;
  {
    const std::scoped_lock lock(mutex_);
    mapping = settings_.mapping;
    if (!mapping.color.range) mapping.color.range = automatic_.color;
    if (!mapping.opacity.range) mapping.opacity.range = automatic_.opacity;
    if (!mapping.size.range) mapping.size.range = automatic_.size;
    result.mapping = mappings_;
  }
  result.cloud = read_(frame, mapping.properties());
  if (!mapping.color.range) mapping.color.range = range_of(result.cloud.color_values);
  if (!mapping.opacity.range) mapping.opacity.range = range_of(result.cloud.opacity_values);
  if (!mapping.size.range) mapping.size.range = range_of(result.cloud.size_values);
  apply(mapping, result.cloud);
  const std::scoped_lock lock(mutex_);
  if (result.mapping == mappings_) tell_ranges(mapping);
  return result;
}

void ParticleSequence::store(std::size_t frame, ReadCloud read) {
  if (read.mapping != mappings_) return;  // meanwhile another was chosen: it is read again
  ParticleCloud& cloud = read.cloud;
  const bool is_first = largest_ == 0;
  if (is_first) radius_ = settings_.radius.value_or(cloud.has_radius ? 1.0f : radius_for(cloud));
  if (!cloud.has_radius)
    for (glm::vec4& place : cloud.places) place.w *= radius_;
  largest_ = std::max(largest_, cloud.bytes());
  if (!cloud.bounds.empty()) {
    bounds_.add(cloud.bounds.minimum);
    bounds_.add(cloud.bounds.maximum);
  }
  for (std::string& remark : cloud.remarks) remarks_.push_back(frames_[frame].name + ": " + remark);
  cloud.remarks.clear();
  slots_read_[frame] = {State::read, std::make_shared<const ParticleCloud>(std::move(cloud))};
}

void ParticleSequence::store_bad(std::size_t frame, const std::string& sentence) {
  slots_read_[frame] = {State::bad, nullptr};
  remarks_.push_back(is_one() ? sentence : sentence + "; the file before it is shown in its place");
}

/// Without the mutex.
void ParticleSequence::read_one(std::size_t frame) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::uint64_t mapping = [this] {
    const std::scoped_lock lock(mutex_);
    return mappings_;
  }();
  const auto refuse = [&](const std::string& sentence) {
    const std::scoped_lock lock(mutex_);
    if (mapping == mappings_) store_bad(frame, sentence);
  };
  try {
    ReadCloud cloud = read_mapped(frame);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const std::scoped_lock lock(mutex_);
    read_seconds_ = read_seconds_ == 0 ? seconds : 0.75 * read_seconds_ + 0.25 * seconds;
    store(frame, std::move(cloud));
  } catch (const std::runtime_error& error) {
    refuse(error.what());
  } catch (const std::bad_alloc&) {
    refuse(frames_[frame].name + ": memory ran out while reading");
  }
  arrived_.notify_all();
}

void ParticleSequence::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::optional<std::size_t> next;
    {
      std::unique_lock lock(mutex_);
      next = next_to_read();
      if (!next) {
        asked_.wait(lock, stop, [&, seen = requests_] { return requests_ != seen; });
        continue;
      }
    }
    read_one(*next);
  }
}

/// This frame is drawn, or to be drawn: it and those behind it are read.
void ParticleSequence::aim(std::size_t frame) {
  const std::scoped_lock lock(mutex_);
  if (target_ == frame) return;
  target_ = frame;
  ++requests_;
  asked_.notify_all();
}

/// Is all there that is drawn from this frame to the next?
bool ParticleSequence::can_draw(std::size_t frame) const {
  return cloud_of(frame) && (!needs_next() || frame + 1 >= frames_.size() || cloud_of(frame + 1));
}

bool ParticleSequence::is_there(double position) const {
  const std::scoped_lock lock(mutex_);
  return can_draw(static_cast<std::size_t>(position));
}

void ParticleSequence::wait_until_there(double position) {
  const auto at = static_cast<std::size_t>(position);
  aim(at);
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return !stand_in(at) || can_draw(at); });
}

std::vector<std::string> ParticleSequence::take_remarks() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(remarks_, {});
}

std::size_t ParticleSequence::read_ahead() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(
      std::ranges::count_if(slots_read_, [](const Slot& slot) { return slot.cloud != nullptr; }));
}

std::size_t ParticleSequence::read_ahead_bytes() const {
  const std::scoped_lock lock(mutex_);
  std::size_t bytes = 0;
  for (const Slot& slot : slots_read_) bytes += slot.cloud ? slot.cloud->bytes() : 0;
  return bytes;
}

}  // namespace farfirst::app
