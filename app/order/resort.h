#pragma once
// Policies of sorting again: when an outdated order is replaced (Resort in choice.h).

#include <optional>
#include <string>
#include <string_view>

#include "order_request.h"

namespace farfirst::app {

/// "always", "moved", "frames:8", "angle:5"; none if it is none of these, or the number is out of range.
std::optional<Resort> resort_of(std::string_view text);
std::string name_of(const Resort& resort);

/// The change from the last requested order to the present state; both of the same elements.
struct Motion {
  const OrderRequest& asked;
  const OrderRequest& now;
  Bounds bounds;             // of the bulk of the elements
  std::uint64_t frames = 0;  // from the one to the other
};
/// Something moved: is another order due?
bool is_due(const Resort& resort, const Motion& motion);

}  // namespace farfirst::app
