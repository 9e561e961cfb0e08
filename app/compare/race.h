#pragma once
// The race: every entry of the catalogue that runs here sorts the elements of the present frame from its eye, a few
// entries a frame in turn, so that the picture stays fluid. Entries on a GPU run within the frame, after its own
// commands; entries of the CPU on a separate thread. Each has its own sorter, scratch and history. Nothing is
// waited for; times and checks are known some frames later.
//
// race_times.h defines which times may be combined. Runs that make a sorter or warm it up do not count. For entries
// with a history, a turn is several frames in a row, so that their steady times are those of
// consecutive frames. The times of a first frame, and of one after a jump of the eye, are separate.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "race_elements.h"
#include "race_gpu.h"
#include "race_schedule.h"
#include "race_times.h"
#include "race_worker.h"

namespace farfirst::app {

/// The input of the race: what a frame sorts.
struct RaceFrame {
  OrderRequest wanted;
  std::uint64_t scene = 0;          // counts the scenes
  GpuGeometry* elements = nullptr;  // null: there is nothing to sort
};

/// For tests.
struct RaceHooks {
  std::function<double()> clock{};  // milliseconds
  /// Replaces a measured time of a sort.
  std::function<double(const Algorithm&, std::uint32_t n)> cost{};
  RaceDamage damage{};  // of orders on a GPU
};

/// An entry in the table.
struct RaceRow {
  enum class State : std::uint8_t {  // later ones come first in the table
    absent,                          // it cannot run here
    failed,                          // it could not sort this
    off,                             // not ticked
    waiting,                         // nothing is measured yet
    raced
  };
  std::size_t entry = 0;  // in the catalogue's sequence
  const Algorithm* algorithm = nullptr;
  State state = State::off;
  std::string reason;  // why it does not race
  std::vector<ParameterValue> parameters{};
  std::uint32_t n = 0;
  const RaceTimes* times = nullptr;  // null: none; valid until the next step
  double ratio = -1;                 // of its median to the least
  double elements_per_second = -1;
  double age = -1;  // milliseconds since it was measured

  double median() const { return times == nullptr ? -1 : times->median(RaceCase::steady); }
};

/// Medians of an entry over the number of elements.
struct RaceCurve {
  struct Point {
    std::uint32_t n = 0;
    double milliseconds = 0;
  };
  std::size_t entry = 0;
  const Algorithm* algorithm = nullptr;
  std::vector<Point> points;  // n ascends
};

/// All calls on the thread of the GL context.
class Race {
 public:
  explicit Race(GpuContext& gpu, RaceHooks hooks = {});
  ~Race();
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  bool is_on() const { return on_; }
  /// Off: gives all memory back; what was measured stays.
  void set_on(bool on);
  /// Frozen: nothing is sorted, and the times stay what they are.
  bool is_frozen() const { return frozen_; }
  void set_frozen(bool frozen);
  /// Does step() do something?
  bool is_running() const { return on_ && !frozen_; }
  /// The race is repeated on 1/64, 1/32, ... of the elements, and all of them.
  bool is_sweeping() const { return sweeping_; }
  void set_sweeping(bool sweeping);
  /// One of this many elements is raced now; 1 without a sweep.
  std::uint32_t thinning() const { return step_; }
  /// Forgets what was measured.
  void clear();

  std::size_t entries() const { return entries_.size(); }
  const Algorithm& algorithm(std::size_t entry) const { return *entries_[entry].algorithm; }
  bool can_race(std::size_t entry) const { return entries_[entry].absent.empty(); }
  bool is_ticked(std::size_t entry) const { return entries_[entry].ticked; }
  /// One that is not gives its memory back. One that failed is tried again.
  void tick(std::size_t entry, bool ticked);
  /// Does it race at the start? All do that can, but for those that are slow here.
  bool is_usual(std::size_t entry) const { return can_race(entry) && entries_[entry].slow.empty(); }
  bool is_failed(std::size_t entry) const { return !entries_[entry].failure.empty(); }

  /// Sorts what it is the turn of. To be called once a frame, after the frame's own commands.
  void step(const RaceFrame& frame);
  /// The buffers of the elements are about to be deleted: releases them.
  void release();

  /// For all elements. By time, then those without; sorted with every call.
  std::vector<RaceRow> rows() const { return rows(elements_of_all_); }
  /// For this number, one of sizes().
  std::vector<RaceRow> rows(std::uint32_t n) const;
  /// All elements, and then the other numbers of them with which something was measured, descending.
  std::vector<std::uint32_t> sizes() const;
  std::vector<RaceCurve> curves() const;
  /// How many there are; 0: nothing was raced yet.
  std::uint32_t elements() const { return elements_of_all_; }
  /// The cost of the race over the last two seconds, per frame of the GPU or, on software renderers, of the host.
  double cost_per_frame() const;
  /// The meaning of the times, in a sentence.
  std::string how_timed() const;
  std::uint64_t frame() const { return frame_; }
  std::size_t gpu_bytes() const { return gpu_.bytes(); }
  std::size_t host_bytes() const { return worker_ ? worker_->bytes() : 0; }

 private:
  struct Entry {
    const Algorithm* algorithm = nullptr;
    std::string absent;     // why it cannot run here
    std::string slow{};     // why it does not race unless it is ticked
    std::string failure{};  // of what is sorted now
    bool ticked = false;
    SortIdentity identity{};    // of what it would sort now
    std::uint32_t runs = 0;     // of the sorter that it has
    std::uint32_t counted = 0;  // of the present number of elements
    std::uint32_t under_way = 0;
    bool remembers = false;
    bool jumps_next = false;                // the next turn, else it forgets
    std::optional<Viewpoint> remembered{};  // what its history is of
  };
  /// A run of a turn.
  enum class Leg : std::uint8_t {
    plain,  // steady, or a jump if the eye made one
    first,
    away  // from the other side of the scene, so that the next one is a jump
  };
  struct Turn {
    std::size_t entry = 0;
    std::vector<Leg> legs;
    std::size_t next = 0;
    double expected = -1;  // of each
  };
  struct UnderWay {
    std::uint64_t run = 0;
    std::size_t entry = 0;
    SortIdentity identity{};
    RaceCase what = RaceCase::steady;
    std::uint64_t frame = 0;
    std::uint32_t age = 0;  // runs of the sorter before it
    bool counts = false;
    double expected = -1;
  };

  double now() const { return hooks_.clock(); }
  bool races(const Entry& entry) const { return entry.ticked && entry.absent.empty() && entry.failure.empty(); }
  bool is_beside(const Entry& entry) const { return entry.algorithm->backend == Backend::cpu; }
  RaceSchedule& schedule_of(const Entry& entry) { return is_beside(entry) && !software_ ? beside_ : within_; }
  void take_up(const RaceFrame& frame);
  void set_elements(std::uint32_t step);
  void forget_sorter(std::size_t entry);
  void take_results();
  void book(RaceResult result);
  void deal(double elapsed);
  void run_turns();
  bool begin_next(RaceSchedule& schedule, const std::function<bool(std::size_t)>& can_run);
  bool can_run(std::size_t entry) const;
  void begin_turn(std::size_t entry, double expected);
  void run_leg();
  void run(std::size_t entry, Leg leg, double expected);
  static RaceCase case_of(const Entry& entry, const Viewpoint& view, const Bounds& bounds);
  OrderRequest request_of(const Entry& entry) const;
  void settle(const UnderWay& run, double taken);
  void sweep_on();
  std::uint32_t next_step() const;
  const RaceTimes* times_of(const Entry& entry, std::uint32_t n) const;
  RaceRow row_of(std::size_t entry, std::uint32_t n) const;

  RaceHooks hooks_;
  const bool software_;
  const GladGLContext& gl_;
  RaceGpu gpu_;
  std::unique_ptr<RaceWorker> worker_;  // made when it is needed
  std::vector<Entry> entries_;
  RaceLedger ledger_{1024};
  RaceSchedule within_, beside_;  // the frame; software renderers have one for both

  bool on_ = false, frozen_ = false, sweeping_ = false;

  // The input.
  RaceFrame now_racing_;
  std::unique_ptr<RaceElements> elements_;
  std::uint32_t elements_of_all_ = 0;
  std::uint32_t step_ = 1;  // of the sweep
  double sweep_began_ = 0;  // with this number of elements

  std::uint64_t frame_ = 0, runs_ = 0;
  std::vector<UnderWay> under_way_;
  std::optional<Turn> turn_;
  double last_step_ = -1;  // when it ended

  struct Spent {
    double when = 0, milliseconds = 0;
  };
  std::deque<Spent> spent_;  // of the last two seconds, one for each frame
};

}  // namespace farfirst::app
