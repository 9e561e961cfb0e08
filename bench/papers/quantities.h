#pragma once
// What papers compare, as quantities, and what their words mean as bounds.
// docs/papers.md lists the words.

#include <string>
#include <vector>

#include "papers.h"

namespace farfirst::bench {

inline constexpr std::uint32_t k = 1024, M = 1024 * 1024;

// ---- Setups
Setup floats(const std::string& entry, const std::string& input,
             std::uint32_t n);  // as the papers do: floats alone
/// Whole numbers alone, where the papers sort these; floats for the hybrid, which takes nothing else.
Setup integers(const std::string& entry, const std::string& input, std::uint32_t n);
Setup pairs(const std::string& entry, const std::string& input,
            std::uint32_t n);  // floats and values
Setup indices(const std::string& entry, const std::string& input,
              std::uint32_t n);  // keys to an order

// ---- Milliseconds
Quantity time_of(const Setup& setup);
Quantity time_of_passes(const Setup& setup, const std::vector<std::string>& passes);
/// As if n were possible for a sort of powers of two: linear between those
/// below and above.
Quantity interpolated(const Setup& setup);

// ---- Ratios
/// How many times as long `slow` takes.
Quantity times_as_long(const Setup& slow, const Setup& fast);
/// From the call until the host knows the result; of `fast` with what the
/// others take too.
Quantity times_as_long_for_the_host(const Setup& slow, const Setup& fast, const std::vector<Setup>& also = {});
/// The first against the fastest of the others.
Quantity first_against_best(const std::vector<Setup>& setups);
/// The slowest of `setups` against the first.
Quantity worst_against_first(const std::vector<Setup>& setups);
/// The longest time of an element against the shortest, over various n.
Quantity spread_of_rates(const std::vector<Setup>& setups);
/// worst_against_first of the first group against the smallest of the other
/// groups.
Quantity spread_against_others(const std::vector<std::vector<Setup>>& groups);
/// For each group, the fastest of the others against the first; of that the
/// smallest.
Quantity least_lead(const std::vector<std::vector<Setup>>& groups);
/// times_as_long of slow[i] and fast[i]: the smallest, or the mean.
Quantity least_of(const std::vector<Setup>& slow, const std::vector<Setup>& fast);
Quantity mean_of(const std::vector<Setup>& slow, const std::vector<Setup>& fast);
/// What the first takes of both together.
Quantity share_of_both(const Setup& first, const Setup& second);
Quantity share_of_passes(const Setup& setup, const std::vector<std::string>& passes);
Quantity passes_as_long(const Setup& slow, const std::vector<std::string>& slow_passes, const Setup& fast,
                        const std::vector<std::string>& fast_passes);
/// How many times as long as one set of passes of another a sort takes.
Quantity in_passes_of(const Setup& sort, const Setup& other, const std::vector<std::string>& passes);

/// One setup for each input, or each n.
std::vector<Setup> on_all(const std::string& entry, Form form, const std::vector<std::string>& inputs, std::uint32_t n);
std::vector<Setup> at_all(const std::string& entry, Form form, const std::string& input,
                          const std::vector<std::uint32_t>& sizes);

/// Powers of two from 2^first to 2^last, without those over `largest`.
std::vector<std::uint32_t> powers(unsigned first, unsigned last, std::uint32_t largest);

// ---- Words
namespace words {
inline constexpr Bounds at_least(double value) { return {.least = value}; }
inline constexpr Bounds at_most(double value) { return {.most = value}; }
inline constexpr Bounds faster = {.least = 1};                      // faster, wins, beats; never slower
inline constexpr Bounds slower = {.most = 1};                       // the same of the other; gains
inline constexpr Bounds as_fast = {.least = 2.0 / 3, .most = 1.5};  // about as fast, comparable, competitive, like
inline constexpr Bounds the_same = {.least = 0.85, .most = 1.15};   // takes the same time for any keys
inline constexpr Bounds not_bad = {.most = 1.5};                    // no bad distribution, performs equally well
inline constexpr Bounds degrades = {.least = 1.1};                  // degrades, loses speed, hurts
inline constexpr Bounds collapses = {.least = 3};                   // becomes inefficient
inline constexpr Bounds immensely = {.least = 10};                  // immensely slow
/// "About 10 %", "nearly 4 times": within a factor of two.
inline constexpr Bounds about(double value) { return {.least = value / 2, .most = value * 2}; }

}  // namespace words

// ---- Layouts
/// A competitor of a table whose cells are times of whole sorts.
struct Competitor {
  std::string name;
  std::function<Setup(const std::string& input, std::uint32_t n)> setup;
};
/// A table without numbers of the paper's.
PaperTable curves(const std::string& where, const std::string& title, const std::vector<Competitor>& competitors,
                  const std::vector<std::string>& inputs, const std::vector<std::uint32_t>& sizes,
                  const std::string& note = {});

}  // namespace farfirst::bench
