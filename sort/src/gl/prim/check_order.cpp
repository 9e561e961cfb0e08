// See check_order.h.
#include "gl/prim/check_order.h"

#include <cassert>
#include <cstring>

namespace farfirst::gl {

OrderChecker::OrderChecker(GlDevice& device, std::uint32_t max_n)
    : device_(device),
      max_n_(max_n),
      check_(device, "sort/prim/check_order.comp"),
      name_fault_(device, "sort/prim/name_fault.comp") {
  require_storage(device, "the order check", max_n * std::size_t{4});
  result_ = Buffer(device.gl(), sizeof(Result));
  results_ = Buffer::read_back(device.gl(), depth * sizeof(Result));
}

bool OrderChecker::enqueue(const farfirst::Buffer& keys, const farfirst::Buffer& order, std::uint32_t n) {
  assert(n <= max_n_ && "n is over the max_n that the check was made for");
  if (enqueued_ - taken_ == depth) return false;
  find(keys, order, n);
  send_result(enqueued_ % depth);
  ++enqueued_;
  return true;
}

void OrderChecker::find(const farfirst::Buffer& keys, const farfirst::Buffer& order, std::uint32_t n) const {
  constexpr std::size_t per_group = 1024;  // as in check_order.comp
  const farfirst::Buffer result{Backend::gl, result_.name(), 0, sizeof(Result)};
  clear(device_, result, 0xFFFFFFFFu);
  const std::size_t bytes = n * std::size_t{4};
  const std::uint32_t keys_begin = bind(device_, 0, core::part(keys, 0, bytes));
  const std::uint32_t order_begin = bind(device_, 1, core::part(order, 0, bytes));
  bind(device_, 2, result);
  check_.set(0, n).set(1, keys_begin).set(2, order_begin);
  name_fault_.set(0, n).set(1, keys_begin).set(2, order_begin);
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // keys and order
  check_.dispatch(groups_for(n, per_group));
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the position of the first fault
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
    check.position = result.first;
    check.value = result.value;
  }
  return check;
}

}  // namespace farfirst::gl
