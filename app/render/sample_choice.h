#pragma once
// How many samples a pixel `auto` takes: several where drawing costs less than half as much again with them as with
// one, else one.
//
// That is measured. While it is not known, each frame is drawn twice: first with the number that is not shown, for its
// time alone, then with the one that was shown before. So nothing flickers, and both are drawn at the same clocks.

#include <cstdint>
#include <string>
#include <vector>

namespace farfirst::app {

class SampleChoice {
 public:
  static constexpr int wanted = 4;            // of the renderer, for several
  static constexpr double most = 1.5;         // times the cost of one sample
  static constexpr std::size_t measured = 5;  // times of each number that decide

  /// What the costs depend on, and so the choice. Another view does not begin a measurement.
  struct Subject {
    std::uint64_t scene = 0;
    std::string renderer{};
    bool are_triangles = false;
    int width = 0, height = 0;
  };

  /// Without `may_pay`, one sample is taken and nothing measured: for renderers in software, where each sample costs
  /// as much as a pixel.
  explicit SampleChoice(bool may_pay) : may_pay_(may_pay) {}

  /// Of a frame: the numbers of samples of the picture that is shown, and of one that is drawn before it for its time.
  struct Draws {
    int shown = 1;
    int tried = 0;  // nothing
  };
  /// For the next frame, where the renderer takes `many` for `wanted`. Without `may_measure`, what is known or, if
  /// that is nothing, `many`.
  Draws next(const Subject& subject, int many, std::uint64_t frame, bool may_measure);
  /// What the picture that was shown took, or the one before it.
  void add_shown(std::uint64_t frame, double milliseconds) { add(shown_times_, frame, milliseconds); }
  void add_tried(std::uint64_t frame, double milliseconds) { add(tried_times_, frame, milliseconds); }
  /// There is no memory for several.
  void refuse();

 private:
  bool is_about(const Subject& subject) const;
  void add(std::vector<double>& times, std::uint64_t frame, double milliseconds);
  bool several_pay() const;
  void decide(bool several);

  const bool may_pay_;
  Subject subject_;  // that was or is measured
  bool decided_ = false;
  bool several_ = false;     // are shown
  std::uint64_t first_ = 0;  // frame that counts: those before it compile programs and take memory
  std::vector<double> shown_times_, tried_times_;
};

}  // namespace farfirst::app
