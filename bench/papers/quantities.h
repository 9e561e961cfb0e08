#pragma once
// The quantities that papers compare: a function's name and its arguments, as in bench/papers/data.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "papers.h"

namespace farfirst::bench {

inline constexpr std::uint32_t k = 1024, M = 1024 * 1024;

/// Reads setups, "ENTRY [FORM] INPUT N": "hybrid_then floats uniform 8M".
/// An entry is one of common.json, and parameters after colons replace its own ("small=": without it) or are added.
/// {a,b} stands for one setup each. N: a number, with k or M; "2^19..27", powers of two; "sizes", those of the paper;
/// "last", the largest of these.
class SetupReader {
 public:
  /// Leaves out sizes over `largest`, if N stands for several.
  SetupReader(std::string form, const std::string& sizes, std::uint32_t largest);

  std::vector<Setup> setups(const std::string& text) const;
  /// "quick_8800 8M": with its parameters for that size.
  std::string entry(const std::string& text) const;
  std::vector<std::uint32_t> sizes(const std::string& text) const;
  const std::vector<std::uint32_t>& sizes_of_paper() const noexcept { return sizes_; }
  std::vector<std::string> passes(const std::string& name) const;

 private:
  std::string entry(const std::string& name, std::uint32_t n) const;
  Setup setup(const std::string& entry, const std::string& form, const std::string& input, std::uint32_t n) const;

  std::string form_;
  std::uint32_t largest_;
  std::vector<std::uint32_t> sizes_;
};

/// Reads ["times_as_long", "radix_then uniform 8M", "hybrid uniform 8M"]; quantities.cpp has the functions. Without
/// setups if none of its sizes was wanted. Throws std::runtime_error if it makes no sense.
Quantity read_quantity(const nlohmann::json& text, const SetupReader& reader);

/// A word of common.json, or {"least": 1, "most": 2}, {"about": 4} ("nearly 4 times": within a factor of two),
/// {"ratio": [336, 123]} (two times of a table).
Bounds read_bounds(const nlohmann::json& text);

/// common.json
const nlohmann::json& common_of_papers();

}  // namespace farfirst::bench
