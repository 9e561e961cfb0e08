#pragma once
// The files of a sequence: a thread reads those that come next, within a limit of memory. It has this with whoever
// plays them, and ends by itself once they are closed: nobody waits for a disk that does not answer.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "particle_cloud.h"
#include "particle_mapping.h"

namespace farfirst::app {

class ParticleReadAhead {
 public:
  /// Of this frame, with the values of these properties; on any thread, one after the other. Throws std::runtime_error
  /// with a sentence that names the file.
  using Read = std::function<ParticleCloud(std::size_t frame, const ParticleProperties& properties)>;

  struct Frame {
    std::string name;      // of the file
    bool missing = false;  // there is none: the one before stands for it
  };
  struct Settings {
    std::size_t memory = 0;         // for files that are read ahead; two are kept whatever they take
    std::optional<float> radius{};  // of particles without one; none: as suits the first file
    ParticleMapping mapping{};
  };
  struct ValueRanges {
    std::optional<ValueRange> color, opacity, size;
  };

  ParticleReadAhead(std::vector<Frame> frames, Read read, const Settings& settings);

  /// What it begins with, and the last one, for the box. Throws std::runtime_error if no file can be read.
  void read_first(std::size_t first);
  /// The thread's, until close().
  void run();
  void close();

  const std::vector<Frame>& frames() const { return frames_; }
  bool is_one() const { return frames_.size() == 1; }
  const ParticleMapping& mapping() const { return settings_.mapping; }
  /// All files are read again.
  void set_mapping(const ParticleMapping& mapping);
  /// Of the values that colours, opacities and sizes show: as given, or those of the file that was read first.
  ValueRanges ranges() const;

  /// What is drawn of a frame, and of the next one.
  struct Pair {
    std::shared_ptr<const ParticleCloud> from, to;  // null: still to be read
    bool is_own = false;                            // `from` is the frame's own file, and stands for no other
  };
  Pair pair_at(std::size_t frame) const;
  /// This frame is drawn, or to be drawn: it and those behind it are read.
  void aim(std::size_t frame);
  /// Is all there that is drawn of this frame?
  bool is_there(std::size_t frame, bool with_next) const;
  void wait_until_there(std::size_t frame, bool with_next);

  /// Of all that was read so far.
  SceneBounds bounds() const;
  /// That a file took, the newest ones counting most; 0: none was read ahead.
  double read_seconds() const;
  void remark(std::string sentence);
  std::vector<std::string> take_remarks();
  std::size_t count() const;  // files in memory
  std::size_t bytes() const;  // that they take

 private:
  enum class State : std::uint8_t { unread, read, bad };
  struct Slot {
    State state = State::unread;
    std::shared_ptr<const ParticleCloud> cloud;  // may be put away again: then it is unread
  };
  struct ReadCloud {
    ParticleCloud cloud;
    std::uint64_t mapping = 0;  // the number of the mapping that it was read for
  };

  void tell_missing();
  // With the mutex held.
  std::optional<std::size_t> stand_in(std::size_t frame) const;
  std::shared_ptr<const ParticleCloud> cloud_of(std::size_t frame) const;
  bool can_draw(std::size_t frame, bool with_next) const;
  std::optional<std::size_t> distance_to_unread() const;
  std::size_t forward(std::size_t from, std::size_t to) const;
  void tell_ranges(const ParticleMapping& known);
  bool make_room(std::size_t distance);
  std::optional<std::size_t> next_to_read();
  void store(std::size_t frame, ReadCloud read);
  void store_bad(std::size_t frame, const std::string& sentence);

  std::optional<std::size_t> wait_for_next();
  ReadCloud read_mapped(std::size_t frame);
  void read_one(std::size_t frame);

  const std::vector<Frame> frames_;
  const Read read_;
  Settings settings_;  // the mapping is written by whoever plays, and read by both

  mutable std::mutex mutex_;
  std::condition_variable asked_, arrived_;
  std::vector<Slot> slots_;
  std::size_t target_ = 0;      // that is drawn, or to be drawn
  std::uint64_t requests_ = 0;  // how often that changed
  std::uint64_t mappings_ = 0;  // how many there were
  bool is_closed_ = false;
  ValueRanges automatic_;    // of the file that was read first for these properties
  std::size_t largest_ = 0;  // bytes of a file
  float radius_ = 1;
  double read_seconds_ = 0;
  SceneBounds bounds_;
  std::vector<std::string> remarks_;
};

}  // namespace farfirst::app
