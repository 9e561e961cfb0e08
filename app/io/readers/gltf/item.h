#pragma once
// A value of a glTF file's JSON. Its fields are taken by name and their types checked. Every error
// is a FileError that names the value.

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfirst::app::gltf {

/// Names of attributes, each with the index of its accessor.
using Attributes = std::map<std::string, int, std::less<>>;

struct Item {
  const nlohmann::json& value;
  std::string place;  // "nodes[3]"; empty: the whole document

  /// "nodes[3].mesh: expected an index, found "a""
  [[noreturn]] void refuse(std::string_view field, std::string_view expected) const;

  /// Null if it is not there.
  const nlohmann::json* find(std::string_view field) const;
  std::optional<Item> object(std::string_view field) const;
  /// An object of `extensions`.
  std::optional<Item> extension(std::string_view name) const;
  /// The objects of a list.
  void each(std::string_view field, const std::function<void(const Item&)>& take) const;

  std::uint64_t needed_whole(std::string_view field) const;
  std::uint64_t whole(std::string_view field, std::uint64_t absent) const;
  int needed_index(std::string_view field) const;
  int index(std::string_view field) const;  // -1: it is not there
  double number(std::string_view field, double absent) const;
  bool toggle(std::string_view field, bool absent) const;
  std::string text(std::string_view field) const;
  std::vector<int> indices(std::string_view field) const;
  std::vector<std::string> texts(std::string_view field) const;
  /// Empty if they are not there. `count`: how many there must be, 0: any number.
  std::vector<double> numbers(std::string_view field, std::size_t count) const;
  /// An object whose fields are indices.
  Attributes attributes(std::string_view field) const;
  Attributes attributes() const;

 private:
  std::string place_of(std::string_view field) const;
  const nlohmann::json* list(std::string_view field, std::string_view expected) const;
  template <class T, class Read>
  std::vector<T> entries(std::string_view field, std::string_view expected, Read read) const;
};

}  // namespace farfirst::app::gltf
