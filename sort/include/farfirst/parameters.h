#pragma once
// The integer parameters of entries. Bench and viewer set them; other callers need only the defaults.
// farfirst/sort.h includes this header: Algorithm lists them, SorterOptions sets them.

#include <cstdint>
#include <string>
#include <string_view>

namespace farfirst {

struct Algorithm;

/// A parameter that can be set when a sorter is made.
struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::int64_t default_value = 0;
};
/// The entry's parameter with this name, or null.
const Parameter* find(const Algorithm& algorithm, std::string_view parameter) noexcept;

struct ParameterValue {
  std::string name;
  std::int64_t value = 0;
  bool operator==(const ParameterValue&) const = default;
};

}  // namespace farfirst
