#pragma once
// Particles from files, one a moment: played, paused, scrubbed, interpolated between two files. The reader of a file
// is a parameter, so that nothing here depends on file formats.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interpolated_particles.h"
#include "particle_read_ahead.h"

namespace farfirst::app {

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
  ParticleReadAhead::ValueRanges ranges() const { return files_->ranges(); }
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
  /// Takes what has been read.
  void update();
  /// Does it wait for a file to draw?
  bool is_waiting() const { return waiting_; }

  /// The particles at the present moment; they change with the calls above only.
  const InterpolatedParticles& drawn() const { return drawn_; }
  /// For all files read so far.
  SceneBounds bounds() const { return files_->bounds(); }

  // ---- messages
  /// Sentences since the last call: files that are missing or cannot be read, a disk that cannot follow.
  std::vector<std::string> take_remarks() { return files_->take_remarks(); }
  std::size_t read_ahead() const { return files_->count(); }        // files in memory
  std::size_t read_ahead_bytes() const { return files_->bytes(); }  // that they take

 private:
  bool is_there(double position) const;
  void wait_until_there(double position);
  void show();
  void note_late(double seconds);
  double within(double position) const;

  const std::string name_;
  const std::shared_ptr<ParticleReadAhead> files_;
  double rate_;
  Interpolation interpolation_;
  std::size_t first_;
  double position_ = 0;
  bool begun_ = false, loops_ = true, waiting_ = false, follows_clock_ = false;
  double late_ = 0;  // seconds of waiting for files since the play began
  bool reported_late_ = false;
  InterpolatedParticles drawn_;
};

}  // namespace farfirst::app
