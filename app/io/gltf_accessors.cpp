#include "gltf_accessors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "load.h"
#include "splat_values.h"

namespace farfirst::app::gltf {
namespace {

template <class Array>
bool has(const Array& array, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < array.size();
}

std::size_t size_of(int component) {
  switch (component) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return 1;
    case TINYGLTF_COMPONENT_TYPE_SHORT:
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return 2;
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return 4;
    default:
      return 0;
  }
}

int parts_of(int type) {
  if (type == TINYGLTF_TYPE_SCALAR) return 1;
  return type == TINYGLTF_TYPE_VEC3 ? 3 : type == TINYGLTF_TYPE_VEC4 ? 4 : 0;
}

template <class T>
float share_at(const char* bytes) {
  return std::max(static_cast<float>(value_at<T>(bytes)) / static_cast<float>(std::numeric_limits<T>::max()), -1.0f);
}

/// The bytes that an accessor may read, from its own beginning on.
std::string_view bytes_of(const tinygltf::Model& gltf, const tinygltf::Accessor& accessor) {
  if (!has(gltf.bufferViews, accessor.bufferView)) throw FileError("its accessor names no bufferView");
  const tinygltf::BufferView& view = gltf.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
  if (!has(gltf.buffers, view.buffer)) throw FileError("its bufferView names no buffer");
  const std::vector<unsigned char>& data = gltf.buffers[static_cast<std::size_t>(view.buffer)].data;
  if (view.byteOffset > data.size() || view.byteLength > data.size() - view.byteOffset)
    throw FileError(fmt::format("its bufferView ends behind the {} bytes of its buffer", data.size()));
  if (accessor.byteOffset > view.byteLength)
    throw FileError(fmt::format("it begins behind the {} bytes of its bufferView", view.byteLength));
  return {reinterpret_cast<const char*>(data.data()) + view.byteOffset + accessor.byteOffset,
          view.byteLength - accessor.byteOffset};
}

Numbers numbers_of(const tinygltf::Model& gltf, const tinygltf::Accessor& accessor, int parts) {
  if (parts_of(accessor.type) != parts)
    throw FileError(fmt::format("expected {} to an entry", parts == 1 ? "1 number" : fmt::format("{} numbers", parts)));
  if (accessor.sparse.isSparse) throw FileError("sparse accessors are not read");
  const bool is_float = accessor.componentType == TINYGLTF_COMPONENT_TYPE_FLOAT;
  const std::size_t size = size_of(accessor.componentType), entry = size * static_cast<std::size_t>(parts);
  if (size == 0 || (!is_float && !accessor.normalized))
    throw FileError("expected floats, or normalized integers of 8 or 16 bits");
  const std::string_view bytes = bytes_of(gltf, accessor);
  const std::size_t said = gltf.bufferViews[static_cast<std::size_t>(accessor.bufferView)].byteStride;
  const std::size_t stride = said == 0 ? entry : said;
  if (stride < entry) throw FileError(fmt::format("its entries of {} bytes lie {} bytes apart", entry, stride));
  if (accessor.count == 0) throw FileError("it has no entries");
  const std::size_t room = bytes.size() < entry ? 0 : (bytes.size() - entry) / stride + 1;
  if (accessor.count > room)
    throw FileError(fmt::format("it promises {} entries, but its bufferView has room for {}", accessor.count, room));
  return {reinterpret_cast<const unsigned char*>(bytes.data()), stride, accessor.count, accessor.componentType};
}

}  // namespace

float Numbers::at(std::size_t i, int part) const {
  const char* const entry = reinterpret_cast<const char*>(first) + i * stride;
  switch (component) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return share_at<std::int8_t>(entry + part);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return share_at<std::uint8_t>(entry + part);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return share_at<std::int16_t>(entry + 2 * part);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return share_at<std::uint16_t>(entry + 2 * part);
    default:
      return value_at<float>(entry + 4 * part);
  }
}

Numbers attribute(const tinygltf::Model& gltf, const tinygltf::Primitive& primitive, const std::string& where,
                  const std::string& name, int parts) {
  const auto found = primitive.attributes.find(name);
  if (found == primitive.attributes.end()) throw FileError(fmt::format("{} has no attribute {}", where, name));
  if (!has(gltf.accessors, found->second))
    throw FileError(fmt::format("{}: {} names accessor {}, and there is none", where, name, found->second));
  try {
    return numbers_of(gltf, gltf.accessors[static_cast<std::size_t>(found->second)], parts);
  } catch (const FileError& error) {
    throw FileError(fmt::format("{}: {}: {}", where, name, error.what()));
  }
}

}  // namespace farfirst::app::gltf
