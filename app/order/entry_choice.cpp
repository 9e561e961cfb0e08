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

EntryChoice::EntryChoice(bool software) {
  const Backend second = software ? Backend::cpu : Backend::gl, third = software ? Backend::gl : Backend::cpu;
  for (const Backend backend : {Backend::cuda, second, third}) {
    for (const Algorithm* entry : automatic_entries(backend)) automatic_.push_back(entry);
  }
  if (software && auto_backend() == Backend::cpu) {
    why_auto_ = "software renderer: the CPU sorts faster (measured)";
  }
}

void EntryChoice::begin(const OrderRequest& request) {
  const OrderSpec& now = request.spec;
  if (!now.is_sorted()) return;
  const OrderSpec then = std::exchange(spec_, now);
  const int device_then = std::exchange(cuda_device_, request.cuda_device);
  if (now.algorithm != then.algorithm) rejected_.erase(now.algorithm);
  const bool insists = request.strict && now.algorithm != "auto";
  const bool alike = now.n == then.n && now.are_triangles == then.are_triangles && now.algorithm == then.algorithm &&
                     same(now.parameters, then.parameters) && now.check == then.check &&
                     request.cuda_device == device_then;
  if (!alike || insists) failures_.clear();
  if (now.algorithm != "auto" && find(now.algorithm) == nullptr) {
    failures_.push_back({{nullptr, now.parameters}, "there is no sort named " + now.algorithm});
  }
}

void EntryChoice::choose(OrderRequest& request) const {
  request.by = {};
  request.excuse.clear();
  if (!request.spec.is_sorted() || request.spec.n == 0) return;
  const bool named = request.spec.algorithm != "auto";
  std::string first, told;
  for (const Candidate& candidate : candidates(request)) {
    if (const std::string* wrong = what_is_wrong(candidate)) {
      if (first.empty()) first = *wrong;
      // `auto` goes on to the next without a word, except from an entry that made a wrong order.
      if (told.empty() && (named || rejected_.contains(candidate.algorithm->id))) told = *wrong;
      continue;
    }
    request.by = candidate;
    if (!told.empty()) request.excuse = told + "; sorted by " + std::string(candidate.algorithm->id) + " instead";
    return;
  }
  throw Error(first.empty() ? "no sort can run on this machine" : first);
}

/// Those that may sort, the wanted one first.
std::vector<Candidate> EntryChoice::candidates(const OrderRequest& request) const {
  const OrderSpec& spec = request.spec;
  std::vector<Candidate> result;
  if (spec.algorithm != "auto") {
    result.push_back({find(spec.algorithm), spec.parameters});
    if (request.strict) return result;
    if (last_good_) result.push_back(*last_good_);
  }
  for (const Algorithm* entry : automatic_) result.push_back({entry, known(spec.parameters, *entry)});
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
