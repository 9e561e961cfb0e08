// See order_check.h; and the sentences of the check.
#include "core/order_check.h"

#include <string>

namespace farfirst {

std::string OrderCheck::sentence() const {
  const std::string index = std::to_string(value);
  const std::string place = std::to_string(position);
  switch (fault) {
    case Fault::none:
      return "the order is right";
    case Fault::index_out_of_range:
      return "order is not a permutation: index " + index + " at position " + place + " is out of range";
    case Fault::index_repeated:
      return "order is not a permutation: index " + index + " stands at position " + place + " for the second time";
    case Fault::keys_descend:
      return "order is not back to front: the key of index " + index + " at position " + place +
             " is smaller than the key before it";
    case Fault::ties_descend:
      return "order breaks a tie the wrong way: index " + index + " at position " + place +
             " follows a larger index with the same key";
  }
  return {};
}

OrderCheck core::check_order(const CheckedOrder& checked) {
  CheckedOrder::Word before;
  for (std::uint32_t place = 0; place < checked.n; ++place) {
    const CheckedOrder::Word word = checked.word_at(place);
    if (checked.is_wrong(place, before, word)) return {checked.fault_at(place), place, word.index};
    before = word;
  }
  return {};
}

}  // namespace farfirst
