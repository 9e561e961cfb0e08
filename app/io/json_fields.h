#pragma once
// The fields of JSON objects that people write: each is taken by its name and checked. Every error is one
// sentence with file, line, field and what was expected: FileError.

#include <cstdint>
#include <deque>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.h"

namespace farfirst::app {

/// A text that parse_json() accepted, and the name of its file.
struct JsonText {
  const std::string& text;
  const std::string& name;
};

/// The place of the value with these names of fields and numbers of list items: file, line and path.
Places places_of(const JsonText& text, const std::vector<std::string>& path);

/// Refuses JSON whose "format" is not this one of `what` ("a state"); reports other versions of it.
void check_format(const JsonText& text, const nlohmann::json& root, std::string_view format, std::string_view what);

/// A value, and its place.
struct JsonValue {
  const JsonText& text;
  const nlohmann::json& value;
  std::vector<std::string> path{};  // from the outermost on: names of fields, numbers of list items

  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void expected(const std::string& what) const;  // "expected ..., found ..."

  float number(double least, double most) const;
  std::uint32_t count(std::uint32_t most) const;
  bool toggle() const;
  /// A text that is not empty and has no zero byte.
  std::string word() const;
  /// Which of these.
  std::size_t choice(std::span<const std::string_view> words) const;
  glm::vec3 vector(double most) const;
  /// "#rrggbb", or three numbers from 0 to 1.
  glm::vec3 color() const;
  /// The items of a list; `what` are they?
  std::vector<JsonValue> items(std::size_t most, std::string_view what) const;
  JsonValue item(std::size_t index) const;
};

/// An object whose fields are taken. `what` it is: "an emitter".
class JsonFields {
 public:
  JsonFields(const JsonValue& object, std::string what);

  /// Null if it is not there.
  const JsonValue* find(std::string_view field);
  const JsonValue& need(std::string_view field);
  bool has(std::string_view field) { return find(field) != nullptr; }

  // A missing field leaves the value unchanged.
  void read(std::string_view field, float& value, double least, double most);
  void read(std::string_view field, glm::vec3& value, double most);
  void read(std::string_view field, std::uint32_t& value, std::uint32_t most);
  void read(std::string_view field, bool& value);
  void read(std::string_view field, std::string& value);

  /// Call it last: refuses unknown fields.
  void refuse_others() const;
  const JsonValue& object() const { return object_; }

 private:
  JsonValue object_;
  std::string what_;
  std::vector<std::string> known_;
  std::deque<JsonValue> found_;
};

}  // namespace farfirst::app
