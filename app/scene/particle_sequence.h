#pragma once
// Particles from files, one a moment: played, paused, scrubbed, interpolated between two files. The reader of a file
// is a parameter, so that nothing here depends on file formats.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "particle_read_ahead.h"

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
  using Read = ParticleReadAhead::Read;
  using Frame = ParticleReadAhead::Frame;
  struct Settings {
    double rate = 30;  // files a second
    Interpolation interpolation = Interpolation::automatic;
    std::size_t memory = std::size_t{1} << 30;  // for files that are read ahead; two are kept at any size
    std::optional<float> radius{};              // of particles without one; none: as suits the first file
    std::size_t first = 0;                      // where to begin
    ParticleMapping mapping{};
  };

  /// Reads the first frame and the last one. Throws std::runtime_error if no file can be read.
  ParticleSequence(std::string name, std::vector<Frame> frames, Read read, const Settings& settings);
  /// Does not wait for reads in progress.
  ~ParticleSequence();
  ParticleSequence(const ParticleSequence&) = delete;
  ParticleSequence& operator=(const ParticleSequence&) = delete;

  const std::string& name() const { return name_; }
  std::size_t frames() const { return files_->frames().size(); }
  const Frame& frame() const { return files_->frames()[frame_number()]; }
  std::size_t frame_number() const { return static_cast<std::size_t>(position_); }
  /// The position in files: 2.5 is halfway from the third to the fourth.
  double position() const { return position_; }
  bool is_one() const { return files_->is_one(); }

  double rate() const { return rate_; }
  void set_rate(double files_a_second);
  Interpolation interpolation() const { return interpolation_; }
  void set_interpolation(Interpolation interpolation);
  const ParticleMapping& mapping() const { return files_->mapping(); }
  /// Reads all files again, from the present one on; it is drawn as before until it has been read.
  void set_mapping(const ParticleMapping& mapping);
  /// The range of values for colours, opacities and sizes: as given, or that of the file that was read first.
  std::optional<ValueRange> color_range() const { return files_->ranges().color; }
  std::optional<ValueRange> opacity_range() const { return files_->ranges().opacity; }
  std::optional<ValueRange> size_range() const { return files_->ranges().size; }
  /// The properties of the present file for colouring.
  std::vector<std::string> properties() const { return properties_of(*shown_.from); }
  bool loops() const { return loops_; }
  void set_loops(bool loops) { loops_ = loops; }

  /// Shows this moment: at once if it has been read, else as soon as it has been (update()).
  void go_to(double position);
  /// Plays on. At a file that has not been read yet it waits, without blocking.
  void advance(double seconds);
  /// The last moment of a sequence that does not loop.
  bool is_at_end() const { return !loops_ && frame_number() + 1 >= frames(); }
  /// Advances by 1/60 s, for runs without a window: the first step stays at the start. Waits for files.
  void step();
  /// From now on advance() moves it, not the steps.
  void follow_clock() { follows_clock_ = true; }
  /// Back to the start.
  void restart();
  /// Takes what has been read. True if what is drawn changed.
  bool update();
  /// Does it wait for a file to draw?
  bool is_waiting() const { return waiting_; }

  // ---- the drawn particles; they change with the calls above only
  /// Never repeats.
  std::uint64_t version() const { return version_; }
  /// The slots of the largest file drawn so far. Only grows.
  std::uint32_t slots() const { return slots_; }
  std::size_t count() const { return shown_.from->size(); }
  /// For all files read so far.
  SceneBounds bounds() const { return files_->bounds(); }
  glm::dvec3 origin() const { return shown_.from->origin; }
  /// The file itself, if nothing is between two; else null.
  const ParticleCloud* plain() const;
  /// slots() positions with radii, four floats each, and colours. Beyond the particles x is not a number.
  void write(std::byte* places, std::uint32_t* colors) const;
  /// Velocities a second, of slots() particles; the last of the four is 0. Those of the file, between two files too.
  void write_motions(std::span<glm::vec4> motions) const;
  bool has_velocities() const { return !shown_.from->velocities.empty(); }
  /// How the present files are interpolated: velocity, id or off.
  Interpolation moves_by() const { return moves_by(shown_.from.get(), shown_.to.get()); }

  // ---- messages
  /// Sentences since the last call: files that are missing or cannot be read, a disk that cannot follow.
  std::vector<std::string> take_remarks() { return files_->take_remarks(); }
  std::size_t read_ahead() const { return files_->count(); }        // files in memory
  std::size_t read_ahead_bytes() const { return files_->bytes(); }  // that they take

 private:
  struct Shown {
    std::shared_ptr<const ParticleCloud> from, to;  // `to` may be null
    double part = 0;                                // of the way
  };

  bool is_there(double position) const;
  void wait_until_there(double position);
  void show();
  void note_late(double seconds);
  double within(double position) const;
  Interpolation moves_by(const ParticleCloud* from, const ParticleCloud* to) const;
  bool needs_next() const;
  void pair() const;

  const std::string name_;
  const std::shared_ptr<ParticleReadAhead> files_;
  double rate_;
  Interpolation interpolation_;
  std::size_t first_;
  double position_ = 0;
  bool begun_ = false, loops_ = true, waiting_ = false, follows_clock_ = false;
  double late_ = 0;  // seconds of waiting for files since the play began
  bool reported_late_ = false;
  std::uint64_t version_ = 0;
  std::uint32_t slots_ = 0;
  Shown shown_;
  /// For each particle of `from` the one of `to` with its id, or none. Empty: both have the same sequence.
  mutable std::vector<std::uint32_t> partners_;
  mutable const ParticleCloud *paired_from_ = nullptr, *paired_to_ = nullptr;
};

}  // namespace farfirst::app
