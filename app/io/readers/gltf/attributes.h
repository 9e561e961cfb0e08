#pragma once
// The attributes of a primitive by their names.

#include <string_view>

#include "numbers.h"
#include "shapes.h"

namespace farfirst::app::gltf {

/// The attributes of a shape's primitive, found and checked. All throw FileError, which names primitive and attribute.
class AttributeReader {
 public:
  AttributeReader(const Document& document, Storage& storage, const Shape& shape);

  bool has(std::string_view name) const { return shape_.primitive->attributes.contains(name); }
  /// With `count` entries, of one of these numbers of parts.
  Numbers need(std::string_view name, int parts) const;
  /// None if it is not there.
  Numbers find(std::string_view name, int least_parts, int most_parts) const;
  /// For a morph target.
  Numbers of_target(std::size_t target, std::string_view name) const;
  /// None if vertices are used in their own order.
  Numbers indices() const;
  /// The number of vertices: the entries of POSITION.
  std::size_t count() const { return count_; }
  [[noreturn]] void refuse(std::string_view name, std::string_view what) const;

 private:
  template <class Work>
  auto read(std::string_view name, const Work& work) const;
  Numbers numbers(std::string_view name, int accessor, int least_parts, int most_parts) const;
  bool is_in_draco(std::string_view name) const;
  Numbers of_draco(std::string_view name, int accessor) const;
  void check_type(std::string_view name, const Numbers& numbers, int least_parts, int most_parts) const;

  const Document& document_;
  Storage& storage_;
  const Shape& shape_;
  std::size_t count_ = 0;
};

}  // namespace farfirst::app::gltf
