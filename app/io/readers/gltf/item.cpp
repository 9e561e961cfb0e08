#include "item.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/load.h"
#include "io/text.h"

namespace farfirst::app::gltf {
namespace {

using nlohmann::json;

/// Some programs write whole numbers as 3.0.
std::optional<std::uint64_t> whole_of(const json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  constexpr double exact = 9007199254740992.0;  // 2^53
  const double number = value.is_number_float() ? value.get<double>() : -1.0;
  if (number >= 0 && number <= exact && number == std::floor(number)) return static_cast<std::uint64_t>(number);
  return std::nullopt;
}

std::optional<int> index_of(const json& value) {
  const std::optional<std::uint64_t> number = whole_of(value);
  if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) return std::nullopt;
  return static_cast<int>(*number);
}

/// The names of attributes are the file's own words.
std::string printable(std::string place) {
  constexpr std::size_t longest = 120;
  std::ranges::replace_if(
      place, [](char c) { return c < ' ' || c > '~'; }, '?');
  return place.size() > longest ? place.substr(0, longest) + "..." : place;
}

std::string shown(const json* value) {
  if (value == nullptr) return "nothing";
  if (value->is_object()) return "an object";
  if (value->is_array()) return "a list";
  return in_quotes(value->is_string() ? value->get_ref<const std::string&>() : value->dump());
}

}  // namespace

std::string Item::place_of(std::string_view field) const {
  return fmt::format("{}{}{}", place, place.empty() || field.empty() ? "" : ".", field);
}

void Item::refuse(std::string_view field, std::string_view expected) const {
  throw FileError({at::part(printable(place_of(field))), "expected {}, found {}", expected,
                   shown(field.empty() ? &value : find(field))});
}

const json* Item::find(std::string_view field) const {
  if (!value.is_object()) return nullptr;
  const auto found = value.find(field);
  return found == value.end() ? nullptr : &*found;
}

const json* Item::list(std::string_view field, std::string_view expected) const {
  const json* const found = find(field);
  if (found != nullptr && !found->is_array()) refuse(field, expected);
  return found;
}

std::optional<Item> Item::object(std::string_view field) const {
  const json* const found = find(field);
  if (found == nullptr) return std::nullopt;
  if (!found->is_object()) refuse(field, "an object");
  return Item{*found, place_of(field)};
}

std::optional<Item> Item::extension(std::string_view name) const {
  const std::optional<Item> all = object("extensions");
  return all ? all->object(name) : std::nullopt;
}

void Item::each(std::string_view field, const std::function<void(const Item&)>& take) const {
  const json* const all = list(field, "a list of objects");
  if (all == nullptr) return;
  for (std::size_t i = 0; i < all->size(); ++i) {
    const Item item{(*all)[i], fmt::format("{}[{}]", place_of(field), i)};
    if (!item.value.is_object()) item.refuse({}, "an object");
    take(item);
  }
}

std::uint64_t Item::needed_whole(std::string_view field) const {
  const json* const found = find(field);
  const std::optional<std::uint64_t> number = found != nullptr ? whole_of(*found) : std::nullopt;
  if (!number) refuse(field, "a whole number");
  return *number;
}

std::uint64_t Item::whole(std::string_view field, std::uint64_t absent) const {
  return find(field) == nullptr ? absent : needed_whole(field);
}

int Item::needed_index(std::string_view field) const {
  const json* const found = find(field);
  const std::optional<int> number = found != nullptr ? index_of(*found) : std::nullopt;
  if (!number) refuse(field, "an index");
  return *number;
}

int Item::index(std::string_view field) const { return find(field) == nullptr ? -1 : needed_index(field); }

double Item::number(std::string_view field, double absent) const {
  const json* const found = find(field);
  if (found == nullptr) return absent;
  if (!found->is_number()) refuse(field, "a number");
  return found->get<double>();
}

bool Item::toggle(std::string_view field, bool absent) const {
  const json* const found = find(field);
  if (found == nullptr) return absent;
  if (!found->is_boolean()) refuse(field, "true or false");
  return found->get<bool>();
}

std::string Item::text(std::string_view field) const {
  const json* const found = find(field);
  if (found == nullptr) return {};
  if (!found->is_string()) refuse(field, "a text");
  return found->get<std::string>();
}

template <class T, class Read>
std::vector<T> Item::entries(std::string_view field, std::string_view expected, Read read) const {
  std::vector<T> result;
  const json* const all = list(field, expected);
  if (all == nullptr) return result;
  for (const json& entry : *all) {
    const std::optional<T> value = read(entry);
    if (!value) refuse(field, expected);
    result.push_back(*value);
  }
  return result;
}

std::vector<int> Item::indices(std::string_view field) const {
  return entries<int>(field, "a list of indices", index_of);
}

std::vector<std::string> Item::texts(std::string_view field) const {
  return entries<std::string>(field, "a list of names", [](const json& entry) {
    return entry.is_string() ? std::optional(entry.get<std::string>()) : std::nullopt;
  });
}

std::vector<double> Item::numbers(std::string_view field, std::size_t count) const {
  const std::string expected = count == 0 ? "a list of numbers" : fmt::format("a list of {} numbers", count);
  std::vector<double> result = entries<double>(field, expected, [](const json& entry) {
    return entry.is_number() ? std::optional(entry.get<double>()) : std::nullopt;
  });
  if (count != 0 && find(field) != nullptr && result.size() != count) refuse(field, expected);
  return result;
}

Attributes Item::attributes(std::string_view field) const {
  const std::optional<Item> found = object(field);
  return found ? found->attributes() : Attributes{};
}

Attributes Item::attributes() const {
  Attributes result;
  if (!value.is_object()) refuse({}, "an object");
  for (const auto& entry : value.items()) result[entry.key()] = needed_index(entry.key());
  return result;
}

}  // namespace farfirst::app::gltf
