#pragma once
// Decides how `auto` draws: by the faster renderer for this scene here, and with several samples a pixel where
// drawing then costs less than half as much again as with one.
//
// It measures first the renderers, then the samples of the faster one. Until the result is known, each frame is drawn
// twice: first in the other way, hidden, for its time alone, then in the way that was shown before. So nothing
// flickers, and both are drawn at the same clocks. The renderers are compared again for another scene or size, and when
// a frame takes much more or less than after the decision, as from another view.

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace farfirst::app {

class DrawChoice {
 public:
  static constexpr int wanted = 4;             // samples, of the renderer, for several
  static constexpr double most = 1.5;          // times the cost of one sample
  static constexpr double least_gain = 0.05;   // of the time, for another renderer
  static constexpr double much = 1.5;          // times the size, the elements, or the time
  static constexpr std::size_t measured = 5;   // times of each way that decide
  static constexpr std::uint64_t pause = 120;  // frames between two comparisons because of a change of the
                                               // time, at least

  struct Way {
    std::string renderer{};
    int samples = 1;
    bool operator==(const Way&) const = default;
  };

  /// The causes of costs, and so of the choice.
  struct Workload {
    std::uint64_t scene = 0;
    bool are_triangles = false;
    std::uint32_t elements = 0;
    int width = 0, height = 0;
  };

  /// The options.
  struct Offer {
    std::vector<std::string> renderers{};  // the best by its own account first; a single one is not compared
    std::optional<int> samples{};          // that are wanted; none: several or one
    /// The samples of a renderer for this wanted number.
    std::function<int(const std::string& renderer, int wanted)> samples_of{};
  };

  /// Without `may_pay`, one sample is taken unless a number is wanted: for renderers in software, where each sample
  /// costs as much as a pixel.
  explicit DrawChoice(bool may_pay) : may_pay_(may_pay) {}

  /// How a frame is drawn: the visible way, and a hidden one that is drawn before it for its time.
  struct Draws {
    Way shown{};
    std::optional<Way> tried{};
  };
  /// For the next frame. Without `may_measure`, the known result; if there is none, the renderer that drew before or
  /// else the best, and several samples. Throws the exceptions of `samples_of`.
  Draws next(const Workload& workload, const Offer& offer, std::uint64_t frame, bool may_measure);
  /// The time of the visible picture, or of the hidden one before it.
  void add_shown(std::uint64_t frame, double milliseconds);
  void add_tried(std::uint64_t frame, double milliseconds);
  /// Memory for several samples ran out.
  void refuse_samples();

 private:
  enum class Question : std::uint8_t { none, renderer, samples };
  bool is_about(const Workload& workload) const;
  void take(const Offer& offer);
  void compare_renderers();
  bool has_changed_much(std::uint64_t frame) const;
  void ask(const Offer& offer, std::uint64_t frame);
  void begin(Question question, std::uint64_t frame);
  void answer();
  int samples(const Offer& offer, const std::string& renderer, bool several) const;
  void forget_times();

  const bool may_pay_;
  Workload workload_;  // that was or is measured
  std::vector<std::string> offered_;
  std::optional<int> samples_wanted_;

  std::string renderer_;             // that is shown
  std::vector<std::string> rivals_;  // that it is still to be compared with
  bool several_ = false;             // samples are shown
  bool samples_known_ = false;       // of this renderer

  Question question_ = Question::none;  // that is being measured
  std::uint64_t first_ = 0;             // frame that counts: those before it compile programs and take memory
  std::vector<double> shown_times_, tried_times_;

  std::uint64_t answered_in_ = 0;   // frame
  std::optional<double> expected_;  // that a frame takes, as the first after the decision did
  std::deque<double> newest_;       // times
};

}  // namespace farfirst::app
