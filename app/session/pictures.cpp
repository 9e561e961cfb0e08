#include "pictures.h"

#include <utility>

#include "order/gpu_context.h"

namespace farfirst::app {

void Pictures::prepare(int width, int height, bool two) {
  if (!left_ || left_->width() != width || left_->height() != height) resize(width, height, two);
  if (!two) {
    split_.reset();
    shown_ = left_.get();
  } else if (!split_) {
    split_ = std::make_unique<SplitPicture>(gpu_, width, height);
  }
}

void Pictures::resize(int width, int height, bool two) {
  auto next = std::make_unique<PictureTarget>(gpu_.gl, width, height);
  const std::unique_ptr<PictureTarget> before = std::exchange(left_, std::move(next));
  const std::unique_ptr<SplitPicture> split_before = std::exchange(split_, nullptr);
  shown_ = left_.get();
  if (!before) return;
  left_->take(*before);
  if (!split_before || !two) return;
  split_ = std::make_unique<SplitPicture>(gpu_, width, height);
  split_->right().take(split_before->right());
}

void Pictures::changed() {
  if (split_) split_->changed();
}

void Pictures::compose(const SplitView& view) {
  if (!split_) return;
  shown_ = &split_->compose(*left_, view);
  composed_ = view;
}

}  // namespace farfirst::app
