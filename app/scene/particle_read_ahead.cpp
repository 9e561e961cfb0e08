#include "particle_read_ahead.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <utility>

#include "units.h"

namespace farfirst::app {

ParticleReadAhead::ParticleReadAhead(std::vector<Frame> frames, Read read, const Settings& settings)
    : frames_(std::move(frames)), read_(std::move(read)), settings_(settings), slots_(frames_.size()) {
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if (frames_[i].missing) slots_[i].state = State::bad;
  report_missing();
}

/// One sentence for all.
void ParticleReadAhead::report_missing() {
  const auto missing = static_cast<std::size_t>(std::ranges::count(frames_, true, &Frame::missing));
  if (missing == 0) return;
  const auto first = std::ranges::find(frames_, true, &Frame::missing);
  remarks_.push_back(missing == 1 ? first->name + " is missing; the file before it is shown in its place"
                                  : counted(missing, "file") + " are missing, the first is " + first->name +
                                        "; the file before is shown in the place of each");
}

/// Also decides the radius of all.
void ParticleReadAhead::read_first(std::size_t first) {
  std::string refusal;  // of the first
  while (const std::optional<std::size_t> frame = stand_in(first)) {
    if (slots_[*frame].state == State::read) break;
    try {
      store(*frame, read_mapped(*frame));
    } catch (const std::runtime_error& error) {
      if (refusal.empty()) refusal = error.what();
      store_bad(*frame, error.what());
    }
  }
  if (!stand_in(first)) throw std::runtime_error(refusal.empty() ? "there is no file" : refusal);
  const std::optional<std::size_t> last = stand_in(frames_.size() - 1);
  if (slots_[*last].state == State::unread) read_one(*last);
  target_ = first;
}

/// The frame whose file stands for this one: itself, unless that is missing or bad; else an earlier one, else a later.
std::optional<std::size_t> ParticleReadAhead::stand_in(std::size_t frame) const {
  for (std::size_t i = frame + 1; i-- > 0;)
    if (slots_[i].state != State::bad) return i;
  for (std::size_t i = frame + 1; i < slots_.size(); ++i)
    if (slots_[i].state != State::bad) return i;
  return std::nullopt;
}

/// Null if it is still to be read.
std::shared_ptr<const ParticleCloud> ParticleReadAhead::cloud_of(std::size_t frame) const {
  const std::optional<std::size_t> file = stand_in(frame);
  return file ? slots_[*file].cloud : nullptr;
}

/// The frame N steps on, as it plays.
std::size_t ParticleReadAhead::forward(std::size_t from, std::size_t to) const {
  return to >= from ? to - from : to + frames_.size() - from;
}

std::optional<std::size_t> ParticleReadAhead::distance_to_unread() const {
  for (std::size_t distance = 0; distance < frames_.size(); ++distance) {
    const std::optional<std::size_t> file = stand_in((target_ + distance) % frames_.size());
    if (file && slots_[*file].state == State::unread) return distance;
  }
  return std::nullopt;
}

/// Makes memory for a file so far ahead: drops files farther ahead. The present one and the next may exceed the limit.
bool ParticleReadAhead::make_room(std::size_t distance) {
  std::size_t used = 0;
  for (const Slot& slot : slots_) used += slot.cloud ? slot.cloud->bytes() : 0;
  while (used + largest_ > settings_.memory) {
    Slot* farthest = nullptr;
    std::size_t reach = distance;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (!slots_[i].cloud || forward(target_, i) <= reach || stand_in(target_) == i) continue;
      reach = forward(target_, i);
      farthest = &slots_[i];
    }
    if (farthest == nullptr) return distance <= 1;
    used -= farthest->cloud->bytes();
    *farthest = {};
  }
  return true;
}

std::optional<std::size_t> ParticleReadAhead::next_to_read() {
  const std::optional<std::size_t> distance = distance_to_unread();
  if (!distance || !make_room(*distance)) return std::nullopt;
  return stand_in((target_ + *distance) % frames_.size());
}

/// Reports default ranges.
void ParticleReadAhead::report_ranges(const ParticleMapping& known) {
  const auto report_range = [&](const char* what, const ParticleMapping::Property& property,
                                const ParticleMapping::Property& chosen, std::optional<ValueRange>& found) {
    if (property.name.empty() || chosen.range || found) return;
    found = property.range;
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, " from %.4g to %.4g", found->least, found->most);
    remarks_.push_back(what + property.name + numbers);
  };
  report_range("colours follow ", known.color, settings_.mapping.color, automatic_.color);
  report_range("opacity follows ", known.opacity, settings_.mapping.opacity, automatic_.opacity);
  report_range("size follows ", known.size, settings_.mapping.size, automatic_.size);
}

/// Colours, opacities and sizes by its properties. A default range is that of the first file.
ParticleReadAhead::ReadCloud ParticleReadAhead::read_mapped(std::size_t frame) {
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
  if (result.mapping == mappings_) report_ranges(mapping);
  return result;
}

void ParticleReadAhead::store(std::size_t frame, ReadCloud read) {
  if (read.mapping != mappings_) return;  // the choice changed meanwhile: read it again
  ParticleCloud& cloud = read.cloud;
  const bool is_first = largest_ == 0;
  if (is_first) radius_ = settings_.radius.value_or(cloud.has_radius ? 1.0f : radius_for(cloud));
  if (!cloud.has_radius)
    for (glm::vec4& place : cloud.places) place.w *= radius_;
  largest_ = std::max(largest_, cloud.bytes());
  bounds_.add(cloud.bounds);
  for (std::string& remark : cloud.remarks) remarks_.push_back(frames_[frame].name + ": " + remark);
  cloud.remarks.clear();
  slots_[frame] = {State::read, std::make_shared<const ParticleCloud>(std::move(cloud))};
}

void ParticleReadAhead::store_bad(std::size_t frame, const std::string& sentence) {
  slots_[frame] = {State::bad, nullptr};
  remarks_.push_back(is_one() ? sentence : sentence + "; the file before it is shown in its place");
}

/// Without the mutex.
void ParticleReadAhead::read_one(std::size_t frame) {
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

/// None once it is closed.
std::optional<std::size_t> ParticleReadAhead::wait_for_next() {
  std::unique_lock lock(mutex_);
  while (!is_closed_) {
    if (const std::optional<std::size_t> next = next_to_read()) return next;
    asked_.wait(lock, [&, seen = requests_] { return is_closed_ || requests_ != seen; });
  }
  return std::nullopt;
}

void ParticleReadAhead::run() {
  while (const std::optional<std::size_t> next = wait_for_next()) read_one(*next);
}

void ParticleReadAhead::close() {
  const std::scoped_lock lock(mutex_);
  is_closed_ = true;
  asked_.notify_all();
}

void ParticleReadAhead::aim(std::size_t frame) {
  const std::scoped_lock lock(mutex_);
  if (target_ == frame) return;
  target_ = frame;
  ++requests_;
  asked_.notify_all();
}

ParticleReadAhead::Pair ParticleReadAhead::pair_at(std::size_t frame) const {
  const std::scoped_lock lock(mutex_);
  Pair pair{.from = cloud_of(frame), .to = nullptr, .is_own = stand_in(frame) == frame};
  if (frame + 1 < frames_.size()) pair.to = cloud_of(frame + 1);
  return pair;
}

bool ParticleReadAhead::can_draw(std::size_t frame, bool with_next) const {
  return cloud_of(frame) && (!with_next || frame + 1 >= frames_.size() || cloud_of(frame + 1));
}

bool ParticleReadAhead::is_there(std::size_t frame, bool with_next) const {
  const std::scoped_lock lock(mutex_);
  return can_draw(frame, with_next);
}

void ParticleReadAhead::wait_until_there(std::size_t frame, bool with_next) {
  aim(frame);
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return !stand_in(frame) || can_draw(frame, with_next); });
}

void ParticleReadAhead::set_mapping(const ParticleMapping& mapping) {
  const std::scoped_lock lock(mutex_);
  const ParticleMapping before = std::exchange(settings_.mapping, mapping);
  if (before.color.name != mapping.color.name) automatic_.color.reset();
  if (before.opacity.name != mapping.opacity.name) automatic_.opacity.reset();
  if (before.size.name != mapping.size.name) automatic_.size.reset();
  const bool others = before.properties() != mapping.properties();
  for (std::size_t i = 0; i < slots_.size(); ++i)
    if (slots_[i].state == State::read || (others && !frames_[i].missing)) slots_[i] = {};
  ++mappings_;
  ++requests_;
  asked_.notify_all();
}

ParticleReadAhead::ValueRanges ParticleReadAhead::ranges() const {
  const std::scoped_lock lock(mutex_);
  const auto known = [](const ParticleMapping::Property& property, const std::optional<ValueRange>& found) {
    return property.range ? property.range : found;
  };
  const ParticleMapping& mapping = settings_.mapping;
  return {known(mapping.color, automatic_.color), known(mapping.opacity, automatic_.opacity),
          known(mapping.size, automatic_.size)};
}

SceneBounds ParticleReadAhead::bounds() const {
  const std::scoped_lock lock(mutex_);
  return bounds_;
}

double ParticleReadAhead::read_seconds() const {
  const std::scoped_lock lock(mutex_);
  return read_seconds_;
}

void ParticleReadAhead::remark(std::string sentence) {
  const std::scoped_lock lock(mutex_);
  remarks_.push_back(std::move(sentence));
}

std::vector<std::string> ParticleReadAhead::take_remarks() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(remarks_, {});
}

std::size_t ParticleReadAhead::count() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(
      std::ranges::count_if(slots_, [](const Slot& slot) { return slot.cloud != nullptr; }));
}

std::size_t ParticleReadAhead::bytes() const {
  const std::scoped_lock lock(mutex_);
  std::size_t bytes = 0;
  for (const Slot& slot : slots_) bytes += slot.cloud ? slot.cloud->bytes() : 0;
  return bytes;
}

}  // namespace farfirst::app
