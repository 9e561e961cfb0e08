#pragma once
// The key lab: what is shown, sorted in other ways, one thing changed at a time: the metric, the sort point, the bits
// of the key, when it is sorted again. For each what it takes and how far the picture is from the truth, which is that
// of the renderer `exact`. So that only the order counts, the others are drawn by `tiles` where it can, whose coverage
// is the same.
//
// A policy of sorting again is measured in a motion that ends at the present camera: `degrees` a frame round the middle
// of the scene. Its picture is drawn by the oldest order that it would draw there, so it is the worst that it shows;
// the sort is spread over the frames of which it makes one. What the order is by then is counted, not assumed.

#include <optional>
#include <string>
#include <vector>

#include "reference_renders.h"

namespace farfirst::app {

struct KeyLabRow {
  enum class Of : std::uint8_t { chosen, metric, sort_point, precision, resort };
  Of of = Of::chosen;
  std::string name;  // "view depth", "every 8 frames"
  SortChoice sort;   // what is chosen, but for this

  std::string trouble{};  // why it cannot be measured; empty if it can, or was
  bool is_measured = false;
  std::string algorithm{};           // that sorted
  double distance = -1;              // milliseconds of an order; negative: in one with the sort
  double order = -1;                 // of the rest of it
  double frame = -1;                 // of both, on the average of the frames of the motion
  std::uint32_t age = 0;             // frames, of the oldest order that is drawn
  bool has_no_end = false;           // it was not due within the frames that were tried
  InversionStats inversion_stats{};  // of that order
  PictureError error{};              // against the truth
};

class KeyLab {
 public:
  static constexpr float degrees = 1;               // of the motion, a frame
  static constexpr std::uint32_t longest_age = 64;  // frames that are tried

  explicit KeyLab(const GpuContext& gpu) : gpu_(gpu) {}

  /// What is shown now is to be sorted in all these ways. Forgets the rows of before.
  void begin(const ShownPicture& shown);
  bool is_done() const { return next_ > rows_.size(); }
  /// The truth, then row by row, each in parts; waits for the GPU.
  void step(SceneRenderer& scene_renderer);
  /// Rows that are not measured yet stay so.
  void stop();
  void forget();

  const ShownPicture& shown() const { return shown_; }
  const std::vector<KeyLabRow>& rows() const { return rows_; }
  /// The renderer that draws the rows.
  const std::string& renderer() const { return look_.renderer; }
  /// Why there is no truth; a sentence, or empty.
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
  Work<> measure_truth();
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
  std::size_t next_ = 1;  // 0: the truth
  ReferenceRenders::Picture truth_, speck_;
  std::string trouble_;
};

}  // namespace farfirst::app
