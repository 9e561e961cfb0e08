// See check_order.h.
#include "gl/prim/check_order.h"

#include <algorithm>
#include <cstring>

namespace farfirst::gl {

namespace {

::farfirst::Buffer whole(const Buffer& buffer) { return {Backend::gl, buffer.name(), 0, buffer.bytes()}; }

/// Ids need `elements`: without them there are no valid ids.
bool has_ids(const OrderToCheck& order) { return order.ids && order.elements != 0; }

}  // namespace

OrderChecker::OrderChecker(GlDevice& device, std::uint32_t max_n, std::uint32_t elements)
    : device_(device), max_n_(max_n), elements_(elements), check_(device, "sort/prim/check_order.comp") {
  require_storage(device, "the order check", std::max(max_n, elements) * std::size_t{4});
  if (elements != 0) {
    place_ids_ = Kernel(device, "sort/prim/place_ids.comp");
    check_ids_ = Kernel(device, "sort/prim/check_order.comp", {{"IDS", "1"}});
    places_ = Buffer(device.gl(), elements * std::size_t{4});
  }
  constexpr std::uint32_t no_fault_and_none_finished[] = {0xFFFFFFFFu, 0};
  progress_ = Buffer(device.gl(), sizeof no_fault_and_none_finished, no_fault_and_none_finished);
  results_ = Buffer::read_back(device.gl(), depth * sizeof(Result));
  device.finish_preparing();
}

bool OrderChecker::enqueue(const OrderToCheck& order) {
  device_.require(order.n <= max_n_, "n is over the max_n that the order check was made for");
  device_.require(!order.ids || order.elements <= elements_,
                  "there are more elements than the order check was made for");
  if (enqueued_ - taken_ == depth) return false;
  const std::uint32_t slot = enqueued_ % depth;
  if (has_ids(order)) place_ids(order);
  find(order, slot);
  barrier(device_, GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);  // the result
  fences_[slot] = Fence(device_.gl());
  ++enqueued_;
  return true;
}

void OrderChecker::place_ids(const OrderToCheck& order) const {
  constexpr std::size_t per_group = 256;  // as in place_ids.comp
  const ::farfirst::Buffer places = core::part(whole(places_), 0, order.elements * std::size_t{4});
  bind(device_, 4, places);
  place_ids_.set(0, order.n).set(1, bind(device_, 5, core::part(order.ids, 0, order.n * std::size_t{4})));
  place_ids_.set(2, order.elements).set_count(order.count);
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // ids and count
  place_ids_.dispatch(groups_for(order.n, per_group));
}

void OrderChecker::find(const OrderToCheck& order, std::uint32_t slot) const {
  constexpr std::size_t per_group = 8 * 256 - 1;  // as in check_order.comp
  const std::size_t bytes = order.n * std::size_t{4};
  const Kernel& check = has_ids(order) ? check_ids_ : check_;
  check.set(0, order.n).set_count(order.count);
  check.set(1, bind(device_, 0, core::part(order.keys, 0, bytes)));
  check.set(2, bind(device_, 1, core::part(order.order, 0, bytes)));
  check.set(3, order.direction == Direction::front_to_back ? 1 : 0).set(4, slot);
  bind(device_, 2, whole(progress_));
  bind(device_, 6, whole(results_));
  if (has_ids(order)) check.set(5, bind(device_, 5, core::part(order.ids, 0, bytes))).set(6, order.elements);
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // keys, order, count, places of ids; the last check's state
  check.dispatch(std::max<std::size_t>(groups_for(order.n, per_group), 1));  // the last group writes the result
}

std::optional<OrderCheck> OrderChecker::take() {
  if (taken_ == enqueued_ || !fences_[taken_ % depth].signalled()) return std::nullopt;
  Result result{};
  std::memcpy(&result, results_.memory() + taken_ % depth * sizeof(Result), sizeof result);
  ++taken_;
  OrderCheck check;
  check.fault = static_cast<OrderCheck::Fault>(result.fault);
  if (!check.ok()) {
    check.position = result.position;
    check.value = result.value;
  }
  return check;
}

}  // namespace farfirst::gl
