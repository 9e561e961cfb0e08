#include "document.h"

namespace farfirst::app {

void Document::set_split(bool on) {
  if (on && !right) right = left;
  split.on = on;
}

void Document::swap_sides() {
  if (!right) return;
  const SideChoice before = left;
  left = {sort_of(right_index), look_of(right_index)};
  right = before;
}

SortChoice Document::sort_of(std::size_t side) const {
  return side == left_index || !right ? left.sort : with_own(left.sort, right->sort);
}

Look Document::look_of(std::size_t side) const {
  return side == left_index || !right ? left.look : with_own(left.look, right->look);
}

}  // namespace farfirst::app
