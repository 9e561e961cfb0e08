// See key_sorter.h.
#include "core/key_sorter.h"

namespace farfirst::core {
namespace {

bool is_of_papers(Form form) { return form == Form::paper_keys || form == Form::paper_pairs; }

/// The largest key. In paper forms keys are floats, so it is +infinity.
std::uint32_t padding(Form form) { return is_of_papers(form) ? 0x7F800000u : 0xFFFFFFFFu; }

}  // namespace

KeySorter::KeySorter(Made made, bool counted) : CheckedSorter(std::move(made)), counted_(counted) {
  if (made_.form != made_.native) order_ = reserve(made_.max_n * std::size_t{4});
  if (counted && !made_.counts()) padded_ = reserve(made_.max_n * key_bytes(made_.form));
}

void KeySorter::sort(const FormJob& given, const Parts& parts) {
  if (made_.device.validates()) require_right_use(given, parts, facts(counted_ || made_.counts()));
  run(given, parts, [&](const Call& call) {
    FormJob job = given;
    resolve_count(job);
    const Counted elements{job.n, job.count};
    if (!made_.directs(job.count)) job.direction = Direction::back_to_front;
    if (pads(job)) pad_keys(job, call);
    sort_natively(job, call);
    if (given.direction != job.direction) reverse_outputs(job, elements, call);
  });
}

void KeySorter::pad_keys(FormJob& job, const Call& call) const {
  const std::size_t word = key_bytes(made_.form);
  const Buffer copy = padded_.of(job.scratch, job.n * word);
  call.passes.begin("pad keys");
  made_.device.pad(job.keys, copy, word, padding(made_.form), {job.n, job.count});
  job.keys = copy;
  job.count = {};
}

void KeySorter::sort_natively(const FormJob& job, const Call& call) const {
  if (made_.form == made_.native) return made_.implementation->sort(job, call);
  pairs_by_argsort(job, call);
}

void KeySorter::pairs_by_argsort(const FormJob& job, const Call& call) const {
  FormJob argsort = job;
  argsort.order = order_.of(job.scratch, job.n * std::size_t{4});
  made_.implementation->sort(argsort, call);
  call.passes.begin("gather values");
  made_.device.gather(job.values, argsort.order, job.sorted_values, {job.n, job.count});
}

void KeySorter::reverse_outputs(const FormJob& job, const Counted& elements, const Call& call) const {
  call.passes.begin("reverse");
  if (job.order) made_.device.reverse(job.order, 4, elements);
  if (job.sorted_keys) made_.device.reverse(job.sorted_keys, key_bytes(made_.form), elements);
  if (job.sorted_values) made_.device.reverse(job.sorted_values, 4, elements);
}

}  // namespace farfirst::core
