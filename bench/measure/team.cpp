// See team.h.
#include "team.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "program/failure.h"
#include "report/statistics.h"

namespace farfirst::bench {

void SharedScratch::grow(const Requirements& requirements) {
  for (std::size_t i = 0; i < requirements.scratch.size(); ++i) {
    if (i == bytes_.size()) bytes_.push_back(0);
    bytes_[i] = std::max(bytes_[i], requirements.scratch[i]);
  }
}

void SharedScratch::allocate(Device& device) { memory_ = Workspace(device, {.scratch = bytes_}); }

void PassSums::add(const std::vector<Pass>& passes) {
  std::map<std::string, PassRow> sums;
  for (const Pass& pass : passes) {
    const std::string name = pass.gpu == 0 ? std::string(pass.name) : fmt::format("GPU {}: {}", pass.gpu, pass.name);
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
    PassRow& sum = sums[name];
    ++sum.count;
    sum.milliseconds += pass.milliseconds;
  }
  for (const auto& [name, sum] : sums) {
    times_[name].push_back(sum.milliseconds);
    counts_[name] = sum.count;
  }
}

std::vector<PassRow> PassSums::rows() const {
  std::vector<PassRow> rows;
  for (const std::string& name : names_) rows.push_back({name, counts_.at(name), quantile(times_.at(name), 0.5)});
  return rows;
}

AnySorter::AnySorter(Device& device, const Choice& choice, Form form, std::uint32_t n) {
  if (form == Form::distance) {
    by_distance_ = make_distance_sorter(device, *choice.algorithm, n, choice.parameters);
  } else {
    by_keys_ = make_form_sorter(device, *choice.algorithm, n, form, {.parameters = choice.parameters});
  }
}

void AnySorter::sort(const Job& job) {
  if (by_distance_ != nullptr) {
    by_distance_->sort(std::get<DistanceJob>(job));
  } else {
    by_keys_->sort(std::get<FormJob>(job));
  }
}

TimedEntry::TimedEntry(const Choice& choice, Device& device, DeviceTimer* timer, Replay* replay, Form form,
                       std::uint32_t n)
    : name(choice.text),
      device_(device),
      timer_(timer),
      replay_(choice.algorithm->round_trips || choice.algorithm->allocates ? nullptr : replay),
      sorter_(device, choice, form, n) {}

Timed TimedEntry::sort(Job job, const SharedScratch& scratch, bool trace) {
  std::visit(
      [&](auto& its) {
        scratch.memory().attach(its);
        its.trace = trace;
      },
      job);
  const auto enqueue = [&] { sorter_.sort(job); };
  const bool replays = replay_ != nullptr && !trace;
  if (replays) replay_->record(enqueue);
  const auto begin = std::chrono::steady_clock::now();
  if (timer_ != nullptr) timer_->start();
  if (replays) {
    replay_->run();
  } else {
    enqueue();
  }
  if (timer_ != nullptr) timer_->stop();
  device_.finish();
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  return {timer_ != nullptr ? timer_->milliseconds() : wall.count(), wall.count()};
}

/// For eyes that jump before every call.
void TimedEntry::come_from_elsewhere(Workload& workload, const SharedScratch& scratch) {
  if (const std::optional<Job> before = workload.job_before(call_)) sort(*before, scratch, false);
}

Timed TimedEntry::sort_next(Workload& workload, const SharedScratch& scratch, bool trace) {
  come_from_elsewhere(workload, scratch);
  return sort(workload.job_of(call_++), scratch, trace);
}

void TimedEntry::verify(Workload& workload, const SharedScratch& scratch, bool trace) {
  come_from_elsewhere(workload, scratch);
  workload.poison();
  const Job job = workload.job_of(call_++);
  expected = sort(job, scratch, trace).wall / 1000;
  std::vector<Pass> passes;
  while (trace && sorter_.base().take_trace(passes)) {}
  check(workload, job);
}

void TimedEntry::check(Workload& workload, const Job& job) const {
  const std::string fault = workload.fault(job);
  if (!fault.empty()) throw Failure(order_wrong, fmt::format("{}, call {}: {}", name, call_ - 1, fault));
}

void TimedEntry::time(Workload& workload, const SharedScratch& scratch, bool checks) {
  come_from_elsewhere(workload, scratch);
  const Job job = workload.job_of(call_++);
  const Timed timed = sort(job, scratch, false);
  device_times.push_back(timed.device);
  wall_times.push_back(timed.wall);
  if (checks) check(workload, job);
}

void TimedEntry::trace(Workload& workload, const SharedScratch& scratch) {
  sort_next(workload, scratch, true);
  std::vector<Pass> passes;
  while (sorter_.base().take_trace(passes)) {}
  pass_sums.add(passes);
}

}  // namespace farfirst::bench
