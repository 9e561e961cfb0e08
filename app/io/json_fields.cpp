#include "json_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "exit_codes.h"
#include "json.h"
#include "suggest.h"
#include "text.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

/// emitters[2].rate
std::string name_of(const std::vector<std::string>& path) {
  std::string place;
  for (const std::string& part : path) {
    const bool is_index = part.find_first_not_of("0123456789") == std::string::npos;
    place += is_index ? "[" + part + "]" : place.empty() ? part : "." + part;
  }
  return place;
}

}  // namespace

Places places_of(const JsonText& text, const std::vector<std::string>& path) {
  if (path.empty()) return {at::file(text.name)};
  return {at::file(text.name), at::line(line_of_value(text.text, path)), at::part(in_quotes(name_of(path)))};
}

void check_format(const JsonText& text, const json& root, std::string_view format, std::string_view what) {
  const bool has_format = root.is_object() && root.contains("format") && root["format"].is_string();
  const auto file_format = has_format ? root["format"].get<std::string>() : std::string();
  if (file_format == format) return;
  if (!file_format.starts_with(format.substr(0, format.rfind(' ') + 1)))
    throw FileError({at::file(text.name), "this is not {}: expected an object with \"format\": \"{}\"", what, format});
  throw FileError({places_of(text, {"format"}), "this program reads \"{}\", found {}", format, in_quotes(file_format)});
}

// ---- values

void JsonValue::refuse(const std::string& what) const { throw FileError({places_of(text, path), what}); }

void JsonValue::expected(const std::string& what) const {
  refuse(fmt::format("expected {}, found {}", what, value.is_string() ? value.dump() : in_quotes(value.dump())));
}

float JsonValue::number(double least, double most) const {
  const double number = value.is_number() ? value.get<double>() : least - 1;
  if (!(number >= least && number <= most)) expected(fmt::format("a number from {} to {}", least, most));
  return static_cast<float>(number);
}

std::uint32_t JsonValue::count(std::uint32_t most) const {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
    expected(fmt::format("a whole number from 0 to {}", most));
  return value.get<std::uint32_t>();
}

bool JsonValue::toggle() const {
  if (!value.is_boolean()) expected("true or false");
  return value.get<bool>();
}

std::string JsonValue::word() const {
  std::string word = value.is_string() ? value.get<std::string>() : std::string();
  if (word.empty() || word.find('\0') != std::string::npos) expected("a name");
  return word;
}

std::size_t JsonValue::choice(std::span<const std::string_view> words) const {
  const auto found = value.is_string() ? std::ranges::find(words, value.get<std::string>()) : words.end();
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string all(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) all.append(i + 1 == words.size() ? " or " : ", ").append(words[i]);
  expected(all);
}

glm::vec3 JsonValue::vector(double most) const {
  if (!value.is_array() || value.size() != 3) expected("three numbers [x, y, z]");
  return {item(0).number(-most, most), item(1).number(-most, most), item(2).number(-most, most)};
}

glm::vec3 JsonValue::color() const {
  constexpr std::string_view what = "a colour: \"#rrggbb\", or three numbers from 0 to 1";
  if (value.is_array() && value.size() == 3) return {item(0).number(0, 1), item(1).number(0, 1), item(2).number(0, 1)};
  const std::string word = value.is_string() ? value.get<std::string>() : std::string();
  std::uint32_t bits = 0;
  const char* const end = word.data() + word.size();
  if (word.size() != 7 || word[0] != '#' || std::from_chars(word.data() + 1, end, bits, 16).ptr != end)
    expected(std::string(what));
  return glm::vec3(bits >> 16 & 255, bits >> 8 & 255, bits & 255) / 255.0f;
}

std::vector<JsonValue> JsonValue::items(std::size_t most, std::string_view what) const {
  if (!value.is_array()) expected(fmt::format("a list of {}", what));
  if (value.size() > most) refuse(fmt::format("expected {} {} at most, found {}", most, what, value.size()));
  std::vector<JsonValue> items;
  for (std::size_t i = 0; i < value.size(); ++i) items.push_back(item(i));
  return items;
}

JsonValue JsonValue::item(std::size_t index) const {
  JsonValue result{text, value[index], path};
  result.path.push_back(std::to_string(index));
  return result;
}

// ---- objects

JsonFields::JsonFields(const JsonValue& object, std::string what) : object_(object), what_(std::move(what)) {
  if (!object_.value.is_object()) object_.expected(what_ + ", which is an object { }");
}

const JsonValue* JsonFields::find(std::string_view field) {
  const std::string name(field);
  if (std::ranges::find(known_, name) == known_.end()) known_.push_back(name);
  const auto found = object_.value.find(name);
  if (found == object_.value.end()) return nullptr;
  JsonValue& value = found_.emplace_back(JsonValue{object_.text, *found, object_.path});
  value.path.push_back(name);
  return &value;
}

const JsonValue& JsonFields::need(std::string_view field) {
  const JsonValue* found = find(field);
  if (found == nullptr) object_.refuse(fmt::format("{} needs a field \"{}\"", what_, field));
  return *found;
}

void JsonFields::read(std::string_view field, float& value, double least, double most) {
  if (const JsonValue* found = find(field)) value = found->number(least, most);
}
void JsonFields::read(std::string_view field, glm::vec3& value, double most) {
  if (const JsonValue* found = find(field)) value = found->vector(most);
}
void JsonFields::read(std::string_view field, std::uint32_t& value, std::uint32_t most) {
  if (const JsonValue* found = find(field)) value = found->count(most);
}
void JsonFields::read(std::string_view field, bool& value) {
  if (const JsonValue* found = find(field)) value = found->toggle();
}
void JsonFields::read(std::string_view field, std::string& value) {
  if (const JsonValue* found = find(field)) value = found->word();
}

void JsonFields::refuse_others() const {
  for (const auto& [field, value] : object_.value.items()) {
    if (std::ranges::find(known_, field) != known_.end()) continue;
    std::vector<std::string> path = object_.path;
    path.push_back(field);
    throw FileError(
        Diagnostic(places_of(object_.text, path), what_ + " has no such field").with(nearest_match(field, known_)));
  }
}

}  // namespace farfirst::app
