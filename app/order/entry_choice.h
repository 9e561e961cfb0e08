#pragma once
// Which entry of the catalogue makes an order: the one that was asked for; if it cannot, the last one that could; then
// those that `auto` takes, best first. What failed is not tried again until another kind of sorter is needed; what was
// found wrong, not until it is named anew.

#include <farfirst/sort.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "order_request.h"

namespace farfirst::app {

class EntryChoice {
 public:
  /// `software`: does the CPU draw? Then OpenGL sorts no faster than the CPU does.
  explicit EntryChoice(bool software);

  /// Another order is wanted: what failed may be tried again if a sorter of another kind is needed. `insists`: only the
  /// named entry will do.
  void begin(const OrderRequest& wanted, bool insists);

  struct Chosen {
    Candidate by{};        // nobody, if nothing is to be sorted
    std::string reason{};  // why it is not the one that was named
  };
  /// The best one left. Throws Error if there is none, with what was wrong with the first.
  Chosen choose(const OrderRequest& wanted, bool insists) const;
  void failed(const Candidate& candidate, const std::string& sentence) { failures_.push_back({candidate, sentence}); }
  void succeeded(const Candidate& candidate) { last_good_ = candidate; }
  void reject(const std::string& id, const std::string& sentence);

  /// Another scene.
  void forget_failures() { failures_.clear(); }
  /// Those that `auto` takes for so many elements, best first.
  std::vector<const Algorithm*> automatic(std::uint32_t n) const;
  /// Where the entry lives that `auto` takes first for most scenes.
  Backend auto_backend() const { return automatic_.empty() ? Backend::cpu : automatic(1).front()->backend; }
  /// Why `auto` does not take the GPU that draws; empty if it does, or takes CUDA.
  const std::string& why_auto() const { return why_auto_; }

 private:
  struct Failure {
    Candidate candidate;
    std::string sentence;
  };

  std::vector<Candidate> candidates(const OrderRequest& wanted, bool insists) const;
  const std::string* what_is_wrong(const Candidate& candidate) const;

  const bool software_;
  std::vector<const Algorithm*> automatic_;
  std::string why_auto_;
  std::optional<Candidate> last_good_;
  std::vector<Failure> failures_;
  std::map<std::string, std::string, std::less<>> rejected_;  // id -> what the check found
  OrderRequest failures_about_;
};

/// Entries of a back end that `auto` may take, best first.
std::vector<const Algorithm*> automatic_entries(Backend backend);
/// Those that the entry has: the others were meant for another one.
std::vector<ParameterValue> known(const std::vector<ParameterValue>& parameters, const Algorithm& entry);

}  // namespace farfirst::app
