#pragma once
// The pictures of the left side and, while there are two, of the right side, and the one composed of them.

#include <cstddef>
#include <memory>
#include <optional>

#include "compare/split.h"
#include "document/document.h"
#include "render/target.h"

namespace farfirst::app {

class Pictures {
 public:
  explicit Pictures(const GpuContext& gpu) : gpu_(gpu) {}

  /// Sets their size. The old picture stays, stretched, until the next one is drawn.
  void prepare(int width, int height, bool two);
  bool exist() const { return left_ != nullptr; }
  bool are_two() const { return split_ != nullptr; }
  const PictureTarget& of(std::size_t side) const { return side == left_index ? *left_ : split_->right(); }

  /// The pictures were drawn again.
  void changed();
  /// Composes the displayed picture, where there are two.
  void compose(const SplitView& view);
  bool are_composed(const SplitView& view) const { return !split_ || composed_ == view; }
  const PictureTarget& shown() const { return *shown_; }

  /// Continues to measure the difference of the two. True if there is a new result.
  bool measure() { return split_ && split_->update(*left_); }
  /// The newest measured difference; none while nothing is known.
  std::optional<PictureError> difference() const { return split_ ? split_->error() : std::nullopt; }
  /// Is it that of the displayed pictures?
  bool knows_difference() const { return split_ && split_->is_up_to_date(); }

 private:
  void resize(int width, int height, bool two);

  const GpuContext& gpu_;
  std::unique_ptr<PictureTarget> left_;
  std::unique_ptr<SplitPicture> split_;   // while there are two
  const PictureTarget* shown_ = nullptr;  // one of these
  SplitView composed_;                    // that it was composed for
};

}  // namespace farfirst::app
