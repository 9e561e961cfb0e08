// See form_keys.h.
#include "form_keys.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace farfirst::bench {

bool gives_order(Form form) noexcept {
  return form == Form::argsort || form == Form::argsort64 || form == Form::distance;
}
bool has_values(Form form) noexcept {
  return form == Form::pairs || form == Form::pairs64 || form == Form::paper_pairs;
}
bool has_floats(Form form) noexcept { return form == Form::paper_keys || form == Form::paper_pairs; }
std::size_t key_bytes(Form form) noexcept {
  return form == Form::argsort64 || form == Form::pairs64 || form == Form::keys64 ? 8 : 4;
}

namespace {

float float_of(std::uint32_t key, Meaning meaning) {
  if (meaning == Meaning::numbers) return static_cast<float>(key >> 8) * 0x1p-24f;
  if (meaning == Meaning::integers) return static_cast<float>(key);
  if (meaning == Meaning::floats) return std::bit_cast<float>(key ^ (key >> 31 != 0 ? 0x80000000u : 0xFFFFFFFFu));
  const float squared = std::bit_cast<float>(~key);  // a NaN for an element without a distance
  return squared >= 0 ? std::sqrt(squared) : std::numeric_limits<float>::infinity();
}

template <class Key, class Make>
std::vector<std::byte> converted(std::span<const std::uint32_t> keys, Make make) {
  std::vector<std::byte> bytes(keys.size() * sizeof(Key));
  Key* to = reinterpret_cast<Key*>(bytes.data());
  for (const std::uint32_t key : keys) *to++ = make(key);
  return bytes;
}

template <class Key>
std::span<const Key> as(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const Key*>(bytes.data()), bytes.size() / sizeof(Key)};
}

template <class Key>
std::uint64_t mixed(Key key) {
  std::uint64_t word = 0;
  std::memcpy(&word, &key, sizeof key);
  word += 0x9E3779B97F4A7C15u;
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  return word ^ (word >> 31);
}

template <class Key>
std::string fault_in_keys(std::span<const Key> keys, std::span<const Key> sorted) {
  std::uint64_t before = 0, after = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    before += mixed(keys[i]);
    after += mixed(sorted[i]);
    if (i > 0 && !(sorted[i - 1] <= sorted[i])) return "the keys descend at position " + std::to_string(i);
  }
  return before == after ? "" : "the keys that come out are not those that went in";
}

/// `stable`: equal keys must keep their sequence.
template <class Key>
std::string fault_in_order(std::span<const Key> keys, std::span<const Key> sorted, std::span<const std::uint32_t> order,
                           bool stable) {
  std::vector<bool> met(keys.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string place = " at position " + std::to_string(i);
    const std::uint32_t at = order[i];
    if (at >= keys.size()) return "an index is out of range" + place;
    if (met[at]) return "an index occurs again" + place;
    met[at] = true;
    if (!sorted.empty() && std::memcmp(&sorted[i], &keys[at], sizeof(Key)) != 0)
      return "a key is not its value's" + place;
    if (i == 0) continue;
    const Key before = keys[order[i - 1]], here = keys[at];
    if (!(before <= here)) return "the keys descend" + place;
    if (stable && before == here && order[i - 1] > at) return "equal keys changed their sequence" + place;
  }
  return {};
}

template <class Key>
std::string fault_with(Form form, const Outcome& outcome) {
  const auto keys = as<Key>(outcome.keys), sorted = as<Key>(outcome.sorted_keys);
  if (outcome.order.empty()) return fault_in_keys(keys, sorted);
  return fault_in_order(keys, sorted, outcome.order, !has_floats(form));
}

}  // namespace

Meaning meaning_of(inputs::Distribution distribution) noexcept {
  if (distribution == inputs::Distribution::distances) return Meaning::distances;
  const bool small =
      distribution == inputs::Distribution::uniform16 || distribution == inputs::Distribution::duplicates;
  return has_floats(distribution) ? Meaning::floats : small ? Meaning::integers : Meaning::numbers;
}

std::vector<std::byte> keys_of_form(Form form, std::span<const std::uint32_t> keys, Meaning meaning) {
  if (has_floats(form)) return converted<float>(keys, [&](std::uint32_t key) { return float_of(key, meaning); });
  if (key_bytes(form) == 8) {
    return converted<std::uint64_t>(keys, [](std::uint32_t key) { return std::uint64_t{key} << 32 | key; });
  }
  return converted<std::uint32_t>(keys, [](std::uint32_t key) { return key; });
}

std::string fault_of(Form form, const Outcome& outcome) {
  if (has_floats(form)) return fault_with<float>(form, outcome);
  return key_bytes(form) == 8 ? fault_with<std::uint64_t>(form, outcome) : fault_with<std::uint32_t>(form, outcome);
}

}  // namespace farfirst::bench
