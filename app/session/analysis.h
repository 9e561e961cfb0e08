#pragma once
// Measurements of the present picture: race of the sorts, key lab, and error against the reference. Each does
// a little beside every frame. The document holds their settings.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/key_lab.h"
#include "compare/race.h"
#include "error_analysis.h"
#include "messages.h"
#include "showing.h"
#include "viewer.h"

namespace farfirst::app {

class Analysis {
 public:
  Analysis(Showing& now, Viewer& viewer, const Frames& frames, Messages& messages);

  // The steps are called after drawing, and also where nothing was drawn.

  Race& race() { return race_; }
  const Race& race() const { return race_; }
  /// Runs the sorts that are due, on the elements of the newest frame.
  void step_race();
  void tick(std::size_t entry, bool ticked);

  /// Null while its window is closed.
  const ErrorAnalysis* error() const { return error_.get(); }
  /// Opens or closes it.
  void follow_document();
  /// Begins with the next frame, for this side. The document holds the automatic measurements.
  void ask_error(bool with_causes, std::size_t side);
  void ask_methods(std::size_t side);
  /// Draws and measures one picture, if something is to be measured.
  void step_error();

  const KeyLab& key_lab() const { return key_lab_; }
  /// Measures the view of the newest frame.
  void measure_keys();
  /// Measures the next row.
  void step_key_lab();
  bool measures_keys() const { return now_.document.key_lab && !key_lab_.is_done(); }
  /// Was it measured of the present view?
  bool key_lab_is_current() const;

  /// Ends measuring the error and the key lab, and the automatic measurements. False if nothing is being
  /// measured.
  bool stop();

 private:
  void set_race();
  void ask_by_itself();
  void follow_objects();

  Showing& now_;
  Viewer& viewer_;
  const Frames& frames_;
  Messages& messages_;
  Race race_;
  std::optional<std::vector<std::string>> raced_;  // as document.race.sorts was when it was set
  KeyLab key_lab_;
  std::uint64_t key_lab_scene_ = 0;            // that it was begun with; 0: none
  std::vector<ObjectChoice> key_lab_objects_;  // likewise
  std::unique_ptr<ErrorAnalysis> error_;
  std::vector<ObjectChoice> measured_objects_;  // that it is about
  std::size_t measured_sides_ = 1;
};

}  // namespace farfirst::app
