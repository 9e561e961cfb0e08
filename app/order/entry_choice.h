#pragma once
// Sorter selection: the entry that was asked for; if it fails, the last one that worked; then
// those of `auto`, best first. A failed entry is not retried until another kind of sorter is needed; one that made a
// wrong order, not until it is named again.

#include <farfirst/sort.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "order_request.h"

namespace farfirst::app {

class EntryChoice {
 public:
  /// `software`: does the CPU draw? Then OpenGL sorts no faster than the CPU.
  explicit EntryChoice(bool software);

  /// Another order is wanted. Retries failed entries if a sorter of another kind is needed. `requires_named`: only the
  /// named entry will do.
  void begin(const OrderRequest& wanted, bool requires_named);

  struct Chosen {
    Candidate by{};        // none, if nothing is to be sorted
    std::string reason{};  // why it is not the one that was named
  };
  /// The best remaining entry. Throws Error if there is none, with the fault of the first.
  Chosen choose(const OrderRequest& wanted, bool requires_named) const;
  void failed(const Candidate& candidate, const std::string& sentence) { failures_.push_back({candidate, sentence}); }
  void succeeded(const Candidate& candidate) { last_good_ = candidate; }
  void reject(const std::string& id, const std::string& sentence);

  /// Another scene.
  void forget_failures() { failures_.clear(); }
  /// The entries of `auto` for this number of elements, best first.
  std::vector<const Algorithm*> automatic(std::uint32_t n) const;
  /// The back end of the first entry of `auto`, for most scenes.
  Backend auto_backend() const { return automatic_.empty() ? Backend::cpu : automatic(1).front()->backend; }
  /// Why `auto` avoids the GPU that draws; empty if it uses it, or CUDA.
  const std::string& why_auto() const { return why_auto_; }

 private:
  struct Failure {
    Candidate candidate;
    std::string sentence;
  };

  std::vector<Candidate> candidates(const OrderRequest& wanted, bool requires_named) const;
  const std::string* what_is_wrong(const Candidate& candidate) const;

  const bool software_;
  std::vector<const Algorithm*> automatic_;
  std::string why_auto_;
  std::optional<Candidate> last_good_;
  std::vector<Failure> failures_;
  std::map<std::string, std::string, std::less<>> rejected_;  // id -> what the check found
  OrderRequest failures_about_;
};

/// The entries of a back end that `auto` may use, best first.
std::vector<const Algorithm*> automatic_entries(Backend backend);
/// The parameters that the entry has: the others were meant for another one.
std::vector<ParameterValue> known(const std::vector<ParameterValue>& parameters, const Algorithm& entry);

}  // namespace farfirst::app
