#pragma once
// The pictures of two sides, and the picture made of them: both with a divider between them, one of them, or their
// difference.

#include <chrono>
#include <cstdint>
#include <optional>

#include "measurer.h"
#include "render/target.h"

namespace farfirst::app {

/// The parts of two pictures to show.
enum class SplitShow : std::uint8_t { both, left, right, difference, heat };

struct SplitView {
  static constexpr int most_gain = 128;  // one step of a channel becomes all

  bool on = false;  // else there is only the left side
  SplitShow show = SplitShow::both;
  float divider = 0.5f;  // 0..1 from the left edge
  int gain = 8;          // of the difference
  bool has_divider() const { return on && show == SplitShow::both; }
  bool operator==(const SplitView&) const = default;
};

/// Pictures of one size. The left one is the caller's, after its barrier for fetching texels of both.
class SplitPicture {
 public:
  /// Throws Error.
  SplitPicture(const GpuContext& gpu, int width, int height);

  const PictureTarget& right() const { return right_; }
  /// Composes what is shown, which is one of the two pictures or one made of them.
  const PictureTarget& compose(const PictureTarget& left, const SplitView& view);

  /// The pictures changed: their difference is to be measured.
  void changed() { ++version_; }
  /// Continues measuring, a few times a second: on software renderers it costs a fifth of a frame, and people read no
  /// faster. True if there is a new result. Never waits.
  bool update(const PictureTarget& left);
  /// The newest known result,
  const std::optional<PictureError>& error() const { return error_; }
  /// which may be of pictures before these.
  bool is_up_to_date() const { return known_ == version_; }

 private:
  const GladGLContext& gl_;
  PictureTarget right_, made_;
  Measurer measurer_;
  std::optional<PictureError> error_;
  std::uint64_t version_ = 1, enqueued_ = 0, known_ = 0;  // of the pictures
  std::chrono::steady_clock::time_point enqueued_at_{};
};

}  // namespace farfirst::app
