#pragma once
// Particles from files, one a moment: played, paused, scrubbed, and moved between two files. A thread reads ahead
// within a limit of memory. Who reads a file is given, so that nothing here knows of files.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "particle_cloud.h"
#include "particle_mapping.h"

namespace farfirst::app {

/// How particles move from one file to the next.
enum class Interpolation : std::uint8_t {
  automatic,  // between equal ids if there are some, else along velocities if there are some
  velocity,   // along their velocities, from each file on
  id,         // straight, between particles of the same id in both files
  off
};

class ParticleSequence {
 public:
  /// Of this frame, with the values of these properties; on any thread, one after the other. Throws std::runtime_error
  /// with a sentence that names the file.
  using Read = std::function<ParticleCloud(std::size_t frame, const ParticleProperties& properties)>;

  struct Frame {
    std::string name;      // of the file
    bool missing = false;  // there is none: the one before stands for it
  };
  struct Settings {
    double rate = 30;  // files a second
    Interpolation interpolation = Interpolation::automatic;
    std::size_t memory = std::size_t{1} << 30;  // for files that are read ahead; two are kept whatever they take
    std::optional<float> radius{};              // of particles without one; none: as suits the first file
    std::size_t first = 0;                      // where to begin
    ParticleMapping mapping{};
  };

  /// Reads the first frame and the last one. Throws std::runtime_error if no file can be read.
  ParticleSequence(std::string name, std::vector<Frame> frames, Read read, const Settings& settings);
  ~ParticleSequence();
  ParticleSequence(const ParticleSequence&) = delete;
  ParticleSequence& operator=(const ParticleSequence&) = delete;

  const std::string& name() const { return name_; }
  std::size_t frames() const { return frames_.size(); }
  const Frame& frame() const { return frames_[frame_number()]; }
  std::size_t frame_number() const { return static_cast<std::size_t>(position_); }
  /// In files: 2.5 is halfway from the third to the fourth.
  double position() const { return position_; }
  bool is_one() const { return frames_.size() == 1; }

  double rate() const { return settings_.rate; }
  void set_rate(double files_a_second);
  Interpolation interpolation() const { return settings_.interpolation; }
  void set_interpolation(Interpolation interpolation);
  const ParticleMapping& mapping() const { return settings_.mapping; }
  /// Reads all files again, from the present one on; it is drawn as before until it has been read.
  void set_mapping(const ParticleMapping& mapping);
  /// That colours, opacities and sizes span: as was said, or of the file that was read first.
  std::optional<ValueRange> color_range() const;
  std::optional<ValueRange> opacity_range() const;
  std::optional<ValueRange> size_range() const;
  /// By which the present file can be coloured.
  std::vector<std::string> properties() const { return properties_of(*shown_.from); }
  bool loops() const { return loops_; }
  void set_loops(bool loops) { loops_ = loops; }

  /// Shows this moment: at once if it has been read, else as soon as it has been (update()).
  void go_to(double position);
  /// Plays on. Where a file has not been read yet it waits there, without blocking.
  void advance(double seconds);
  /// The last moment of one that does not loop.
  bool is_at_end() const { return !loops_ && frame_number() + 1 >= frames_.size(); }
  /// 1/60 s, for runs without a window: the first step stays at the beginning. Waits for files.
  void step();
  /// From now on advance() moves it, and steps do not.
  void follow_clock() { follows_clock_ = true; }
  /// Back to where it began.
  void restart();
  /// Takes what has been read. True if what is drawn changed.
  bool update();
  /// Is a file awaited that is to be drawn?
  bool is_waiting() const { return waiting_; }

  // ---- what is drawn; changes with the calls above only
  /// Never repeats.
  std::uint64_t version() const { return version_; }
  /// Room for so many: those of the largest file that was drawn so far. Only grows.
  std::uint32_t slots() const { return slots_; }
  std::size_t count() const { return shown_.from->size(); }
  /// Of all that was read so far.
  Bounds bounds() const;
  glm::dvec3 origin() const { return shown_.from->origin; }
  /// The file itself, if nothing is between two; else null.
  const ParticleCloud* plain() const;
  /// slots() positions with radii, four floats each, and colours. Beyond the particles x is not a number.
  void write(std::byte* places, std::uint32_t* colors) const;
  /// Velocities a second, of slots() particles; the last of the four is 0. As the file has them, between two files too.
  void write_motions(std::span<glm::vec4> motions) const;
  bool has_velocities() const { return !shown_.from->velocities.empty(); }
  /// How the present files are interpolated: velocity, id or off.
  Interpolation moves_by() const { return moves_by(shown_.from.get(), shown_.to.get()); }

  // ---- what is told
  /// Sentences since the last call: files that are missing or cannot be read, a disk that cannot follow.
  std::vector<std::string> take_remarks();
  std::size_t read_ahead() const;        // files in memory
  std::size_t read_ahead_bytes() const;  // that they take

 private:
  enum class State : std::uint8_t { unread, read, bad };
  struct Slot {
    State state = State::unread;
    std::shared_ptr<const ParticleCloud> cloud;  // may be put away again: then it is unread
  };
  struct ValueRanges {
    std::optional<ValueRange> color, opacity, size;
  };
  struct Shown {
    std::shared_ptr<const ParticleCloud> from, to;  // `to` may be null
    double part = 0;                                // of the way
  };

  struct ReadCloud {
    ParticleCloud cloud;
    std::uint64_t mapping = 0;  // the number of the mapping that it was read for
  };

  void tell_missing();
  void read_first(std::size_t first);
  // With the mutex held.
  std::optional<std::size_t> stand_in(std::size_t frame) const;
  std::shared_ptr<const ParticleCloud> cloud_of(std::size_t frame) const;
  bool can_draw(std::size_t frame) const;
  std::optional<std::size_t> distance_to_unread() const;
  std::size_t forward(std::size_t from, std::size_t to) const;
  void tell_ranges(const ParticleMapping& known);
  bool make_room(std::size_t distance);
  std::optional<std::size_t> next_to_read();
  void store(std::size_t frame, ReadCloud read);
  void store_bad(std::size_t frame, const std::string& sentence);

  ReadCloud read_mapped(std::size_t frame);
  void read_one(std::size_t frame);
  void run(const std::stop_token& stop);
  void aim(std::size_t frame);
  bool is_there(double position) const;
  void wait_until_there(double position);
  void show();
  void note_late(double seconds);
  double within(double position) const;
  Interpolation moves_by(const ParticleCloud* from, const ParticleCloud* to) const;
  bool needs_next() const;
  void pair() const;

  const std::string name_;
  const std::vector<Frame> frames_;
  const Read read_;
  Settings settings_;
  float radius_ = 1;
  double position_ = 0;
  bool begun_ = false, loops_ = true, waiting_ = false, follows_clock_ = false;
  double late_ = 0;  // seconds that were waited for files since the play began
  bool told_late_ = false;
  std::uint64_t version_ = 0;
  std::uint32_t slots_ = 0;
  Shown shown_;
  /// Of each particle of `from` the one of `to` with its id, or none. Empty: they lie alike.
  mutable std::vector<std::uint32_t> partners_;
  mutable const ParticleCloud *paired_from_ = nullptr, *paired_to_ = nullptr;

  mutable std::mutex mutex_;
  std::condition_variable_any asked_, arrived_;
  // What the two threads share.
  std::vector<Slot> slots_read_;
  std::size_t target_ = 0;      // that is drawn, or to be drawn
  std::uint64_t requests_ = 0;  // how often that changed
  std::uint64_t mappings_ = 0;  // how many there were: settings_.mapping is written by the one thread, and read by both
  ValueRanges automatic_;       // of the file that was read first for these properties
  std::size_t largest_ = 0;     // bytes of a file
  double read_seconds_ = 0;     // that a file took, the newest ones counting most
  Bounds bounds_;
  std::vector<std::string> remarks_;
  std::jthread reader_;  // the last: it ends first
};

}  // namespace farfirst::app
