// See distance_sorter.h.
#include "core/distance_sorter.h"

namespace farfirst::core {

ByDistance::ByDistance(Made made) : CheckedSorter(std::move(made)) {
  if (!made_.implementation->has_place_for_keys()) keys_ = reserve(made_.max_n * std::size_t{4});
}

void ByDistance::sort(const DistanceJob& as_given, const Parts& parts) {
  const DistanceJob given = with_n(as_given);
  if (made_.device.validates()) require_right_use(given, parts, facts(/*takes_count=*/true));
  run(given, parts, [&](const Call& call) {
    DistanceJob job = given;
    resolve_count(job);
    if (is_taken(job)) {
      DistanceJob native = job;
      if (!made_.directs(job.count)) native.direction = Direction::back_to_front;
      made_.implementation->sort(native, call);
    } else {
      sort_by_keys(job, call);
    }
    finish_order(job, call);
  });
}

bool ByDistance::is_taken(const DistanceJob& job) const {
  if (made_.native != Form::distance) return false;
  if (!is_plain(job) && !made_.implementation->takes_any_sources()) return false;
  return (!job.count || made_.counts()) && made_.implementation->takes(job);
}

Buffer ByDistance::place_for_keys(const DistanceJob& job) const {
  if (job.keys) return job.keys;
  if (made_.implementation->has_place_for_keys()) return made_.implementation->place_for_keys(job.scratch, job.n);
  return keys_.of(job.scratch, job.n * std::size_t{4});
}

/// The keys beyond the count are the largest, so an entry that ignores the count sorts them to the end.
void ByDistance::sort_by_keys(const DistanceJob& job, Call call) const {
  if (job.n == 0) return;
  DistanceJob with_keys = job;
  with_keys.keys = place_for_keys(job);
  call.passes.begin("keys");
  made_.device.enqueue_keys(with_keys);
  call.distance = &with_keys;
  if (made_.writes_ids(job.count)) call.ids = job.ids;
  FormJob argsort{.n = job.n,
                  .keys = with_keys.keys,
                  .key_bits = {0, job.precision.bits},
                  .order = job.order,
                  .scratch = job.scratch,
                  .trace = job.trace};
  if (made_.counts()) argsort.count = job.count;
  if (made_.directs(job.count)) argsort.direction = job.direction;
  made_.implementation->sort(argsort, call);
}

/// Applies ids and direction, unless the entry has.
void ByDistance::finish_order(const DistanceJob& job, const Call& call) const {
  const Counted elements{job.n, job.count};
  if (job.n == 0) return;
  if (job.ids && !made_.writes_ids(job.count)) {
    call.passes.begin("gather ids");
    made_.device.gather(job.ids, job.order, job.order, elements);
  }
  if (job.direction == Direction::front_to_back && !made_.directs(job.count)) {
    call.passes.begin("reverse");
    made_.device.reverse(job.order, 4, elements);
  }
}

}  // namespace farfirst::core
