// See check_order.h.
#include "gl/prim/check_order.h"

#include <algorithm>
#include <cstring>

namespace farfirst::gl {

namespace {

::farfirst::Buffer whole(const Buffer& buffer) { return {Backend::gl, buffer.name(), 0, buffer.bytes()}; }

}  // namespace

OrderChecker::OrderChecker(GlDevice& device, std::uint32_t max_n, std::uint32_t elements)
    : device_(device),
      max_n_(max_n),
      elements_(elements),
      place_ids_(device, "sort/prim/place_ids.comp"),
      check_(device, "sort/prim/check_order.comp"),
      name_fault_(device, "sort/prim/name_fault.comp") {
  require_storage(device, "the order check", std::max(max_n, elements) * std::size_t{4});
  if (elements != 0) places_ = Buffer(device.gl(), elements * std::size_t{4});
  result_ = Buffer(device.gl(), sizeof(Result));
  results_ = Buffer::read_back(device.gl(), depth * sizeof(Result));
}

bool OrderChecker::enqueue(const OrderToCheck& order) {
  device_.require(order.n <= max_n_, "n is over the max_n that the order check was made for");
  device_.require(!order.ids || order.elements <= elements_,
                  "there are more elements than the order check was made for");
  if (enqueued_ - taken_ == depth) return false;
  if (order.ids) place_ids(order);
  find(order);
  send_result(enqueued_ % depth);
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

void OrderChecker::find(const OrderToCheck& order) const {
  constexpr std::size_t per_group = 1024;  // as in check_order.comp
  clear(device_, whole(result_), 0xFFFFFFFFu);
  const std::size_t bytes = order.n * std::size_t{4};
  const std::uint32_t keys_begin = bind(device_, 0, core::part(order.keys, 0, bytes));
  const std::uint32_t order_begin = bind(device_, 1, core::part(order.order, 0, bytes));
  bind(device_, 2, whole(result_));
  for (const Kernel* kernel : {&check_, &name_fault_}) {
    kernel->set(0, order.n).set(1, keys_begin).set(2, order_begin).set_count(order.count);
    kernel->set(3, order.ids ? order.elements : 0).set(4, order.direction == Direction::front_to_back ? 1 : 0);
    if (order.ids) kernel->set(5, bind(device_, 5, core::part(order.ids, 0, bytes)));
  }
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // keys, order and count, and the places of ids
  check_.dispatch(groups_for(order.n, per_group));
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the first fault
  name_fault_.dispatch(1);
}

void OrderChecker::send_result(std::uint32_t slot) {
  barrier(device_, GL_BUFFER_UPDATE_BARRIER_BIT);  // the result
  device_.gl().CopyNamedBufferSubData(result_.name(), results_.name(), 0, static_cast<GLintptr>(slot * sizeof(Result)),
                                      sizeof(Result));
  fences_[slot] = Fence(device_.gl());
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
