// See order_check.h; and the sentences of the check.
#include "core/order_check.h"

#include <vector>

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
      return "order is not far first: the key of index " + index + " at position " + place +
             " is smaller than the key before it";
    case Fault::ties_descend:
      return "order breaks a tie the wrong way: index " + index + " at position " + place +
             " follows a larger index with the same key";
  }
  return {};
}

OrderCheck core::first_fault(std::span<const std::uint32_t> keys, std::span<const std::uint32_t> order) {
  const std::size_t n = order.size();
  std::vector<std::uint64_t> met((n + 63) / 64);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t at = order[i];
    if (at >= n) return {OrderCheck::Fault::index_out_of_range, i, at};
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    if ((met[at / 64] & bit) != 0) return {OrderCheck::Fault::index_repeated, i, at};
    met[at / 64] |= bit;
    if (i == 0) continue;
    const std::uint32_t before = order[i - 1];
    if (keys[at] < keys[before]) return {OrderCheck::Fault::keys_descend, i, at};
    if (keys[at] == keys[before] && at < before) return {OrderCheck::Fault::ties_descend, i, at};
  }
  return {};
}

}  // namespace farfirst
