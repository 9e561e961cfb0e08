// See order_check.h. Also the sentences of OrderCheck.
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
      return "order is not a permutation: index " + index + " occurs again at position " + place;
    case Fault::keys_descend:
      return "order is not in the sequence of the keys: index " + index + " at position " + place +
             " is on the wrong side of its neighbour";
    case Fault::ties_descend:
      return "order breaks a tie the wrong way: index " + index + " at position " + place +
             " is on the wrong side of a neighbour with the same key";
    case Fault::not_in_ids:
      return "order is not a permutation of the ids: " + index + " at position " + place + " is not one of them";
  }
  return {};
}

namespace core {

/// A step before `begin` that is wrong itself belongs to another part.
std::uint32_t first_wrong_step(const CheckedOrder& checked, std::uint32_t begin, std::uint32_t end) {
  CheckedOrder::Word before = begin == 0 ? CheckedOrder::Word{} : checked.word_at(begin - 1);
  for (std::uint32_t step = begin; step < end; ++step) {
    const CheckedOrder::Word word = checked.word_at(step);
    if (checked.is_wrong(step, before, word)) return step;
    before = word;
  }
  return end;
}

OrderCheck found_at(const CheckedOrder& checked, std::uint32_t step) {
  if (step >= checked.n) return {};
  return {checked.fault_at(step), checked.position_of(step), checked.word_at(step).value};
}

}  // namespace core

}  // namespace farfirst
