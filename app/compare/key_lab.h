#pragma once
// The key lab: the present view sorted in other ways, with one thing changed at a time: the metric, the sort point, the
// bits of the key, the policy of sorting again. It reports time and error for each. The reference is the picture of
// the renderer `exact`. So that only the order counts, `tiles` draws the others where it can, because its coverage
// is the same.
//
// A policy of sorting again is measured in a motion that ends at the present camera: `degrees` a frame round the middle
// of the scene. Its picture is drawn by the oldest order that it would draw there: its worst case. The time of
// the sort is spread over the frames that share one order. The age of the order is counted, not assumed.

#include <optional>
#include <string>
#include <vector>

#include "reference_renders.h"

namespace farfirst::app {

struct KeyLabRow {
  enum class Of : std::uint8_t { chosen, metric, sort_point, precision, resort };
  Of of = Of::chosen;
  std::string name;  // "view depth", "every 8 frames"
  SortChoice sort;   // the present choice with this change

  std::string trouble{};  // why it cannot be measured; empty if it can, or was
  bool is_measured = false;
  std::string algorithm{};           // of the entry
  double distance = -1;              // milliseconds of an order; negative: in one with the sort
  double order = -1;                 // of the rest of it
  double frame = -1;                 // of both, the mean over the frames of the motion
  std::uint32_t age = 0;             // frames, of the oldest order that is drawn
  bool has_no_end = false;           // no order was due within the frames tried
  InversionStats inversion_stats{};  // of that order
  PictureError error{};              // against the reference
};

class KeyLab {
 public:
  static constexpr float degrees = 1;               // of the motion, a frame
  static constexpr std::uint32_t longest_age = 64;  // frames that are tried

  explicit KeyLab(const GpuContext& gpu) : gpu_(gpu) {}

  /// Measures the present view in all these ways. Forgets earlier rows.
  void begin(const ShownPicture& shown);
  bool is_done() const { return next_ > rows_.size(); }
  /// The reference, then row by row, each in parts; waits for the GPU.
  void step(SceneRenderer& scene_renderer);
  /// Rows that are not measured yet stay so.
  void stop();
  void forget();

  const ShownPicture& shown() const { return shown_; }
  const std::vector<KeyLabRow>& rows() const { return rows_; }
  /// The renderer that draws the rows.
  const std::string& renderer() const { return look_.renderer; }
  /// Why there is no reference; a sentence, or empty.
  const std::string& trouble() const { return trouble_; }

 private:
  void add(KeyLabRow::Of of, std::string name, const SortChoice& sort);
  void add_keys();
  void add_precisions();
  void add_policies();
  Work<FrameStats> make_order(Camera camera, SortChoice sort);
  Work<FrameStats> make_stale_order(SortChoice sort, std::uint32_t age);
  Camera camera_before(std::uint32_t frames) const;
  bool is_kept(const SortChoice& sort, std::uint32_t age) const;
  std::uint32_t oldest_kept(const SortChoice& sort) const;
  Work<> measure_reference();
  Work<> measure(std::size_t row);
  Work<ReferenceRenders::Drawn> draw_oldest(KeyLabRow& row, ReferenceRenders::Drawn fresh);
  void fail(const char* why);

  const GpuContext& gpu_;
  std::optional<ReferenceRenders> renders_;  // from the first on
  SceneRenderer* scene_renderer_ = nullptr;  // that draws, within a step
  ShownPicture shown_;
  Bounds bulk_;
  Look look_;
  std::vector<KeyLabRow> rows_;
  std::size_t next_ = 1;  // 0: the reference
  ReferenceRenders::Picture reference_, speck_;
  std::string trouble_;
};

}  // namespace farfirst::app
