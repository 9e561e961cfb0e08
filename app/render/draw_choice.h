#pragma once
// In which way `auto` draws: by the renderer that is faster for this scene here, and with several samples a pixel where
// drawing then costs less than half as much again as with one.
//
// That is measured, first the renderers, then the samples of the faster one. While it is not known, each frame is drawn
// twice: first in the way that is not shown, for its time alone, then in the one that was shown before. So nothing
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
  static constexpr std::uint64_t pause = 120;  // frames between two comparisons of renderers that a change of the time
                                               // asks for, at least

  struct Way {
    std::string renderer{};
    int samples = 1;
    bool operator==(const Way&) const = default;
  };

  /// What the costs depend on, and so the choice.
  struct Workload {
    std::uint64_t scene = 0;
    bool are_triangles = false;
    std::uint32_t elements = 0;
    int width = 0, height = 0;
  };

  /// What there is to choose from.
  struct Offer {
    std::vector<std::string> renderers{};  // the best by its own account first; a single one is not compared
    std::optional<int> samples{};          // that are wanted; none: several or one
    /// That a renderer takes where so many are wanted.
    std::function<int(const std::string& renderer, int wanted)> samples_of{};
  };

  /// Without `may_pay`, one sample is taken unless a number is wanted: for renderers in software, where each sample
  /// costs as much as a pixel.
  explicit DrawChoice(bool may_pay) : may_pay_(may_pay) {}

  /// How a frame is drawn: the way of the picture that is shown, and of one that is drawn before it for its time.
  struct Draws {
    Way shown{};
    std::optional<Way> tried{};
  };
  /// For the next frame. Without `may_measure`, what is known; if that is nothing, the renderer that drew before or
  /// else the best, and several samples. Throws what `samples_of` does.
  Draws next(const Workload& workload, const Offer& offer, std::uint64_t frame, bool may_measure);
  /// What the picture that was shown took, or the one before it.
  void add_shown(std::uint64_t frame, double milliseconds);
  void add_tried(std::uint64_t frame, double milliseconds);
  /// There is no memory for several samples.
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
