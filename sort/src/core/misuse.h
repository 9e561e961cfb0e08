#pragma once
// Misuse of a sorter is asserted here, once, for all entries. With NDEBUG none of these checks is compiled.

#include <farfirst/sort.h>

namespace farfirst::core {

/// What a sorter was made for.
struct Made {
  Form form;
  std::uint32_t max_n;
  Backend backend;
  const Requirements& requirements;
};

#if defined(NDEBUG)
inline void assert_right_use(const SortJob&, const Made&) {}
inline void assert_right_use(const DistanceJob&, const Made&) {}
#else
/// n within max_n; every buffer there, on the right device, large enough, aligned; no output overlaps another buffer.
void assert_right_use(const SortJob& job, const Made& made);
void assert_right_use(const DistanceJob& job, const Made& made);
#endif

}  // namespace farfirst::core
