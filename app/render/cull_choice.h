#pragma once
// Decides whether `auto` culls (culling.h): when the frame then takes less GPU time in total: culling, sort, check
// and draw.
//
// That depends on how many elements are outside the view, and on the cost of a frame without culling. Frames differ
// by what has changed since the one before. If something moved that a sort of all elements depends on, there is a
// sort either way. If only the view has turned, the order of all elements still holds, and culling must save more than
// a sort. If nothing has changed, the frame stays as it is.
//
// The results come some frames late, and a decision is rare:
//   * with fewer than a fifth of the elements outside, none are culled. While none are, they are counted now and then;
//   * with more, the other way is tried for a few frames and compared with the frames before. It must be faster by a
// twentieth, also than the first mode is afterwards: clocks rise while a GPU warms up, so that the last
// measurement is faster. The picture is the same, so that a trial shows only in the times;
// * there is no new comparison before the share outside has changed by a tenth, or many frames have passed.

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace farfirst::app {

class CullChoice {
 public:
  static constexpr std::uint32_t least_elements = 1u << 16;  // fewer are never worth it
  static constexpr double least_outside = 0.2;               // share of the elements
  static constexpr double least_change = 0.1;                // of that share
  static constexpr double least_gain = 0.05;                 // of the time
  static constexpr std::size_t measured = 5;                 // frames of each way that are compared
  static constexpr std::uint64_t count_every = 16;           // frames, while nothing is culled
  static constexpr std::uint64_t pause = 60;                 // frames between two trials, at least
  static constexpr std::uint64_t compare_every = 600;        // frames, if nothing else has changed

  /// The causes of costs, beside the view. A change restarts the decision.
  struct Workload {
    std::uint64_t scene = 0;
    std::string renderer{};
    std::string algorithm{};
    bool are_triangles = false;
    int width = 0, height = 0;
    bool operator==(const Workload&) const = default;
  };
  /// The change since the frame before.
  enum class Motion : std::uint8_t { none, turned, moved };

  struct Plan {
    bool cull = false;
    bool count = false;  // how many elements could be culled
  };
  /// For the next frame. Without `may_measure`, the known result; if there is none, nothing is culled.
  Plan next(const Workload& workload, Motion motion, std::uint64_t frame, bool may_measure);
  /// The share of a frame's elements outside the view.
  void add_outside(double share) { outside_ = share; }
  /// The GPU time of a frame.
  void add_time(std::uint64_t frame, double milliseconds);

 private:
  using Times = std::deque<double>;  // the newest
  /// Frames of one motion.
  struct Way {
    bool culls = false;
    bool tries = false;                   // the other way
    bool confirms = false;                // that this one is slower, once more
    std::array<Times, 2> times{};         // [culled]
    std::optional<double> compared_at{};  // share outside
    std::uint64_t compared_in = 0;        // frame
  };
  struct Drawn {
    std::uint64_t frame = 0;
    Motion motion = Motion::none;
    bool culled = false;
    bool counts = false;  // the frame before was culled too, or neither was
  };
  Way& way_of(Motion motion) { return ways_[motion == Motion::moved ? 1 : 0]; }
  void consider(Way& way, std::uint64_t frame);
  bool is_trial_due(const Way& way, std::uint64_t frame) const;
  static bool other_is_faster(const Way& way);
  void settle(Way& way, std::uint64_t frame) const;

  Workload workload_;
  std::array<Way, 2> ways_;
  std::optional<double> outside_;  // the newest that is known
  std::uint64_t counted_in_ = 0;   // frame
  std::deque<Drawn> drawn_;        // whose times may still come
};

}  // namespace farfirst::app
