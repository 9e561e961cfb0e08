#include "host_orders.h"

#include "entry_choice.h"
#include "resort.h"

namespace farfirst::app {

namespace {

std::vector<Candidate> candidates(const OrderRequest& wanted) {
  if (!wanted.is_sorted() || wanted.n == 0) return {Candidate{}};
  if (wanted.names_entry()) return {{find(wanted.algorithm), wanted.parameters}};
  std::vector<Candidate> result;
  for (const Algorithm* entry : automatic_entries(Backend::cpu))
    result.push_back({entry, known(wanted.parameters, *entry)});
  return result;
}

Task task_of(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame) {
  return {.wanted = wanted, .elements = elements, .frame = frame};
}

}  // namespace

void HostOrders::forget() {
  sorter_.clear();
  current_.reset();
}

bool HostOrders::update(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame,
                        const Resort& resort) {
  if (!is_due(wanted, elements, frame, resort)) return false;
  current_.reset();
  current_ = make(task_of(wanted, elements, frame));
  return true;
}

bool HostOrders::is_due(const OrderRequest& wanted, const Elements& elements, std::uint64_t frame,
                        const Resort& resort) const {
  if (!current_) return true;
  if (current_->wanted == wanted) return resort == Resort::always && wanted.is_sorted();
  if (!resort.is_lazy() || !current_->wanted.same_but_for_motion(wanted)) return true;
  return app::is_due(
      resort,
      {.asked = current_->wanted, .now = wanted, .bounds = elements.bounds.bulk, .frames = frame - current_->frame});
}

Order HostOrders::make(Task task) {
  const std::vector<Candidate> all = candidates(task.wanted);
  if (all.empty()) throw Error("no sort can run on this machine");
  for (const Candidate& candidate : all) {
    task.by = candidate;
    try {
      return sorter_.make(task);
    } catch (const Error&) {
      if (candidate == all.back()) throw;
    }
  }
  return {};
}

OrderCheck HostOrders::check(const Elements& elements) {
  return sorter_.check(task_of(current_->wanted, elements, current_->frame));
}

InversionStats HostOrders::inversion_stats(const OrderRequest& now, const Elements& elements) {
  return sorter_.inversion_stats(task_of(now, elements, current_->frame));
}

}  // namespace farfirst::app
