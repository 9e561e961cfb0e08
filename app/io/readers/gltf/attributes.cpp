#include "attributes.h"

#include <fmt/format.h>

#include "scene/units.h"

namespace farfirst::app::gltf {
namespace {

bool is_unsigned(const Numbers& numbers) {
  return numbers.component() == Component::uint8 || numbers.component() == Component::uint16 ||
         numbers.component() == Component::uint32;
}

}  // namespace

AttributeReader::AttributeReader(const Document& document, Storage& storage, const Shape& shape)
    : document_(document), storage_(storage), shape_(shape) {
  count_ = need("POSITION", 3).count();
}

void AttributeReader::refuse(std::string_view name, std::string_view what) const {
  throw FileError({Places{at::part(shape_.name), at::part(name)}, std::string(what)});
}

/// Errors name the primitive and the attribute.
template <class Work>
auto AttributeReader::read(std::string_view name, const Work& work) const {
  return within(at::part(shape_.name), [&] { return within(at::part(name), work); });
}

Numbers AttributeReader::need(std::string_view name, int parts) const {
  if (!has(name)) throw FileError({"{} has no attribute {}", shape_.name, name});
  return find(name, parts, parts);
}

Numbers AttributeReader::find(std::string_view name, int least_parts, int most_parts) const {
  const auto found = shape_.primitive->attributes.find(name);
  if (found == shape_.primitive->attributes.end()) return {};
  return numbers(name, found->second, least_parts, most_parts);
}

Numbers AttributeReader::of_target(std::size_t target, std::string_view name) const {
  const Attributes& attributes = shape_.primitive->targets[target];
  const auto found = attributes.find(name);
  return found == attributes.end() ? Numbers() : numbers(name, found->second, 3, 3);
}

Numbers AttributeReader::numbers(std::string_view name, int accessor, int least_parts, int most_parts) const {
  return read(name, [&] {
    Numbers found = is_in_draco(name) ? of_draco(name, accessor) : Numbers::of_accessor(document_, storage_, accessor);
    check_type(name, found, least_parts, most_parts);
    return found;
  });
}

void AttributeReader::check_type(std::string_view name, const Numbers& numbers, int least_parts, int most_parts) const {
  if (numbers.parts() < least_parts || numbers.parts() > most_parts)
    throw FileError(least_parts == most_parts
                        ? fmt::format("expected {} to an entry", counted(static_cast<unsigned>(least_parts), "number"))
                        : fmt::format("expected {} or {} numbers to an entry", least_parts, most_parts));
  if (name.starts_with("JOINTS_") && (!is_unsigned(numbers) || numbers.are_fractions()))
    throw FileError("expected unsigned integers");
  if (count_ != 0 && numbers.count() != count_)
    throw FileError({"it has {}, but POSITION has {}", counted(numbers.count(), "entry", "entries"), count_});
}

bool AttributeReader::is_in_draco(std::string_view name) const {
  return shape_.primitive->draco && shape_.primitive->draco->ids.contains(name);
}

Numbers AttributeReader::of_draco(std::string_view name, int accessor) const {
  const DracoMesh& mesh = storage_.draco(*shape_.primitive->draco);
  const DracoMesh::Attribute& attribute = mesh.attributes.find(name)->second;
  const auto index = static_cast<std::size_t>(accessor);
  const bool is_normalized = index < document_.accessors.size() && document_.accessors[index].normalized;
  return Numbers::of_bytes(attribute.bytes, attribute.component, attribute.parts, is_normalized, mesh.vertices);
}

Numbers AttributeReader::indices() const {
  if (shape_.primitive->indices < 0 && !shape_.primitive->draco) return {};
  return read("indices", [&] {
    if (shape_.primitive->draco) {
      const DracoMesh& mesh = storage_.draco(*shape_.primitive->draco);
      return Numbers::of_bytes(mesh.indices, Component::uint32, 1, false, mesh.index_count);
    }
    Numbers found = Numbers::of_accessor(document_, storage_, shape_.primitive->indices);
    if (found.parts() != 1 || !is_unsigned(found)) throw FileError("expected unsigned integers");
    return found;
  });
}

}  // namespace farfirst::app::gltf
