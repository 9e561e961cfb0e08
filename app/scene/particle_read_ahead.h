#pragma once
// Reads the files of a sequence ahead: a thread reads the next ones, within a limit of memory. It shares this with the
// player, and ends by itself once they are closed: a disk that does not answer blocks nothing.

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
  /// Reads this frame, with the values of these properties; on any thread, one at a time. Throws std::runtime_error
  /// with a sentence that names the file.
  using Read = std::function<ParticleCloud(std::size_t frame, const ParticleProperties& properties)>;

  struct Frame {
    std::string name;      // of the file
    bool missing = false;  // there is none: the one before stands for it
  };
  struct Settings {
    std::size_t memory = 0;         // for files that are read ahead; two are kept at any size
    std::optional<float> radius{};  // of particles without one; none: as suits the first file
    ParticleMapping mapping{};
  };
  struct ValueRanges {
    std::optional<ValueRange> color, opacity, size;
  };

  ParticleReadAhead(std::vector<Frame> frames, Read read, const Settings& settings);

  /// The first file and the last one, for the box. Throws std::runtime_error if no file can be read.
  void read_first(std::size_t first);
  /// The thread's function, until close().
  void run();
  void close();

  const std::vector<Frame>& frames() const { return frames_; }
  bool is_one() const { return frames_.size() == 1; }
  const ParticleMapping& mapping() const { return settings_.mapping; }
  /// Reads all files again.
  void set_mapping(const ParticleMapping& mapping);
  /// The range of values for colours, opacities and sizes: as given, or that of the file that was read first.
  ValueRanges ranges() const;

  /// The files to draw for a frame, and for the next one.
  struct Pair {
    std::shared_ptr<const ParticleCloud> from, to;  // null: still to be read
    bool is_own = false;                            // `from` is the frame's own file, no substitute
  };
  Pair pair_at(std::size_t frame) const;
  /// Requests this frame: it and those after it are read.
  void aim(std::size_t frame);
  /// Has all been read that this frame draws?
  bool is_there(std::size_t frame, bool with_next) const;
  void wait_until_there(std::size_t frame, bool with_next);

  /// For all files read so far.
  SceneBounds bounds() const;
  /// Seconds for a file, the newest ones counting most; 0: none was read ahead.
  double read_seconds() const;
  void remark(std::string sentence);
  std::vector<std::string> take_remarks();
  std::size_t count() const;  // files in memory
  std::size_t bytes() const;  // that they take

 private:
  enum class State : std::uint8_t { unread, read, bad };
  struct Slot {
    State state = State::unread;
    std::shared_ptr<const ParticleCloud> cloud;  // may be dropped again: then it is unread
  };
  struct ReadCloud {
    ParticleCloud cloud;
    std::uint64_t mapping = 0;  // the number of the mapping that it was read for
  };

  void report_missing();
  // With the mutex held.
  std::optional<std::size_t> stand_in(std::size_t frame) const;
  std::shared_ptr<const ParticleCloud> cloud_of(std::size_t frame) const;
  bool can_draw(std::size_t frame, bool with_next) const;
  std::optional<std::size_t> distance_to_unread() const;
  std::size_t forward(std::size_t from, std::size_t to) const;
  void report_ranges(const ParticleMapping& known);
  bool make_room(std::size_t distance);
  std::optional<std::size_t> next_to_read();
  void store(std::size_t frame, ReadCloud read);
  void store_bad(std::size_t frame, const std::string& sentence);

  std::optional<std::size_t> wait_for_next();
  ReadCloud read_mapped(std::size_t frame);
  void read_one(std::size_t frame);

  const std::vector<Frame> frames_;
  const Read read_;
  Settings settings_;  // the player writes the mapping, both read it

  mutable std::mutex mutex_;
  std::condition_variable asked_, arrived_;
  std::vector<Slot> slots_;
  std::size_t target_ = 0;      // of the requested frame
  std::uint64_t requests_ = 0;  // how often that changed
  std::uint64_t mappings_ = 0;  // how many there were
  bool is_closed_ = false;
  ValueRanges automatic_;    // of the first file read for these properties
  std::size_t largest_ = 0;  // bytes of a file
  float radius_ = 1;
  double read_seconds_ = 0;
  SceneBounds bounds_;
  std::vector<std::string> remarks_;
};

}  // namespace farfirst::app
