#include "entry_choice.h"

#include <algorithm>

namespace farfirst::app {

std::vector<const Algorithm*> automatic_entries(Backend backend) {
  std::vector<const Algorithm*> result;
  for (const Algorithm* entry : algorithms()) {
    if (entry->backend == backend && entry->auto_rank > 0 && why_unavailable(*entry).empty()) result.push_back(entry);
  }
  std::ranges::stable_sort(result, std::greater(), &Algorithm::auto_rank);
  return result;
}

std::vector<ParameterValue> known(const std::vector<ParameterValue>& parameters, const Algorithm& entry) {
  std::vector<ParameterValue> result;
  std::ranges::copy_if(parameters, std::back_inserter(result),
                       [&](const ParameterValue& value) { return find(entry, value.name) != nullptr; });
  return result;
}

EntryChoice::EntryChoice(bool software) : software_(software) {
  for (const Backend backend : {Backend::cuda, Backend::gl, Backend::cpu}) {
    for (const Algorithm* entry : automatic_entries(backend)) automatic_.push_back(entry);
  }
  if (software && auto_backend() == Backend::cpu) {
    why_auto_ = "software renderer: the CPU sorts faster (measured)";
  }
}

/// Frames that CUDA sorts hand the GPU over from OpenGL and back, which took 0.35 ms on an H100 at any size. Up
/// to this number of elements that is more than CUDA saves (bench/results/h200/gl_farfirst.csv).
constexpr std::uint32_t few = 16'000'000;

std::vector<const Algorithm*> EntryChoice::automatic(std::uint32_t n) const {
  const auto place = [&](Backend backend) {
    if (software_) return backend == Backend::gl ? 2 : backend == Backend::cpu ? 1 : 0;
    if (backend == Backend::cpu) return 2;
    return (backend == Backend::gl) == (n < few) ? 0 : 1;
  };
  std::vector<const Algorithm*> result = automatic_;
  std::ranges::stable_sort(result, {}, [&](const Algorithm* entry) { return place(entry->backend); });
  return result;
}

void EntryChoice::begin(const OrderRequest& wanted, bool requires_named) {
  if (!wanted.is_sorted()) return;
  const OrderRequest before = std::exchange(failures_about_, wanted);
  if (wanted.algorithm != before.algorithm) rejected_.erase(wanted.algorithm);
  if (requires_named || !wanted.same_sorter(before)) failures_.clear();
  if (wanted.names_entry() && find(wanted.algorithm) == nullptr) {
    failures_.push_back({{nullptr, wanted.parameters}, "there is no sort named " + wanted.algorithm});
  }
}

EntryChoice::Chosen EntryChoice::choose(const OrderRequest& wanted, bool requires_named) const {
  if (!wanted.is_sorted() || wanted.n == 0) return {};
  std::string first, reason;
  for (const Candidate& candidate : candidates(wanted, requires_named)) {
    if (const std::string* wrong = what_is_wrong(candidate)) {
      if (first.empty()) first = *wrong;
      // `auto` falls back without a message, except from an entry that made a wrong order.
      if (reason.empty() && (wanted.names_entry() || rejected_.contains(candidate.algorithm->id))) reason = *wrong;
      continue;
    }
    if (!reason.empty()) reason += "; sorted by " + std::string(candidate.algorithm->id) + " instead";
    return {candidate, std::move(reason)};
  }
  throw Error(first.empty() ? "no sort can run on this machine" : first);
}

/// The entries that may sort, the named one first.
std::vector<Candidate> EntryChoice::candidates(const OrderRequest& wanted, bool requires_named) const {
  std::vector<Candidate> result;
  if (wanted.names_entry()) {
    result.push_back({find(wanted.algorithm), wanted.parameters});
    if (requires_named) return result;
    if (last_good_) result.push_back(*last_good_);
  }
  for (const Algorithm* entry : automatic(wanted.n)) result.push_back({entry, known(wanted.parameters, *entry)});
  return result;
}

const std::string* EntryChoice::what_is_wrong(const Candidate& candidate) const {
  if (candidate.algorithm != nullptr) {
    const auto found = rejected_.find(candidate.algorithm->id);
    if (found != rejected_.end()) return &found->second;
  }
  const auto found = std::ranges::find(failures_, candidate, &Failure::candidate);
  return found == failures_.end() ? nullptr : &found->sentence;
}

void EntryChoice::reject(const std::string& id, const std::string& sentence) {
  rejected_.insert_or_assign(id, id + ": " + sentence);
}

}  // namespace farfirst::app
