#pragma once
// Which entry of the catalogue makes an order: the one that was asked for; if it cannot, the last one that could; then
// those that `auto` takes, best first. What failed is not tried again until something about the request changes; what
// was found wrong, not until it is named anew.

#include <farfirst/sort.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "request.h"

namespace farfirst::app {

class EntryChoice {
 public:
  /// `software`: does the CPU draw? Then OpenGL sorts no faster than the CPU does.
  explicit EntryChoice(bool software);

  /// A new request: what failed may be tried again if something is different from then.
  void begin(const OrderRequest& request);
  /// The best one left, nobody where nothing is to be sorted; sets also the excuse. Throws Error if there is none, with
  /// what was wrong with the first.
  void choose(OrderRequest& request) const;
  void failed(const Candidate& candidate, const std::string& sentence) { failures_.push_back({candidate, sentence}); }
  void succeeded(const Candidate& candidate) { last_good_ = candidate; }
  void reject(const std::string& id, const std::string& sentence);

  /// Another scene.
  void forget_failures() { failures_.clear(); }
  /// Where the entry lives that `auto` takes first.
  Backend auto_backend() const { return automatic_.empty() ? Backend::cpu : automatic_.front()->backend; }
  /// Why `auto` does not take the GPU that draws; empty if it does, or takes CUDA.
  const std::string& why_auto() const { return why_auto_; }

 private:
  struct Failure {
    Candidate candidate;
    std::string sentence;
  };

  std::vector<Candidate> candidates(const OrderRequest& request) const;
  const std::string* what_is_wrong(const Candidate& candidate) const;

  std::vector<const Algorithm*> automatic_;  // best first
  std::string why_auto_;
  std::optional<Candidate> last_good_;
  std::vector<Failure> failures_;
  std::map<std::string, std::string, std::less<>> rejected_;  // id -> what the check found
  // That failures_ are about:
  OrderSpec spec_;
  int cuda_device_ = 0;
};

/// Entries of a back end that `auto` may take, best first.
std::vector<const Algorithm*> automatic_entries(Backend backend);
/// Those that the entry has: the others were meant for another one.
std::vector<ParameterValue> known(const std::vector<ParameterValue>& parameters, const Algorithm& entry);

}  // namespace farfirst::app
