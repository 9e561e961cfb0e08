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
  memory_ = Buffer(device.gl(), verdict_bytes + (max_n / 32 + 1) * std::size_t{4});
  results_ = Buffer::read_back(device.gl(), depth * sizeof(Verdict));
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
  constexpr std::size_t threads = 256;
  const farfirst::Buffer all{Backend::gl, memory_.name(), 0, memory_.bytes()};
  const farfirst::Buffer verdict = core::part(all, 0, sizeof(Verdict));
  const farfirst::Buffer met = core::part(all, verdict_bytes, (n / 32 + 1) * std::size_t{4});
  clear(device_, verdict, 0xFFFFFFFFu);
  clear(device_, met);
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // keys and order, and what was just cleared
  if (n == 0) {                                     // no block can be bound to nothing; there is no fault either
    clear(device_, core::part(verdict, 4, 4), 0);
    return;
  }
  for (const Kernel* kernel : {&check_, &name_fault_}) {
    kernel->set(0, n).set(1, bind(device_, 0, keys)).set(2, bind(device_, 1, order));
  }
  bind(device_, 2, met);
  bind(device_, 3, verdict);
  check_.dispatch(groups_for(n, threads));
  barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the position of the first fault
  name_fault_.dispatch(1);
}

void OrderChecker::send_result(std::uint32_t slot) {
  barrier(device_, GL_BUFFER_UPDATE_BARRIER_BIT);  // the verdict
  device_.gl().CopyNamedBufferSubData(memory_.name(), results_.name(), 0, static_cast<GLintptr>(slot * sizeof(Verdict)),
                                      sizeof(Verdict));
  fences_[slot] = Fence(device_.gl());
}

std::optional<OrderCheck> OrderChecker::take() {
  if (taken_ == enqueued_ || !fences_[taken_ % depth].signalled()) return std::nullopt;
  Verdict verdict{};
  std::memcpy(&verdict, results_.memory() + taken_ % depth * sizeof(Verdict), sizeof verdict);
  ++taken_;
  OrderCheck check;
  check.fault = static_cast<OrderCheck::Fault>(verdict.fault);
  if (!check.ok()) {
    check.position = verdict.first;
    check.value = verdict.value;
  }
  return check;
}

}  // namespace farfirst::gl
