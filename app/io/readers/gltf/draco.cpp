#ifdef FARFIRST_READS_DRACO
#include <draco/compression/decode.h>
#endif

#include <cstring>
#include <utility>

#include "compression.h"
#include "io/load.h"
#include "io/text.h"

namespace farfirst::app::gltf {
#ifndef FARFIRST_READS_DRACO

bool has_draco() { return false; }

DracoMesh unpack_draco(const DracoData&, std::string_view) {
  throw FileError(
      "its compression (KHR_draco_mesh_compression) needs draco, and Farfirst was built without it (install "
      "libdraco-dev and build again)");
}

#else
namespace {

Component component_of(draco::DataType type) {
  constexpr std::pair<draco::DataType, Component> types[] = {
      {draco::DT_INT8, Component::int8},       {draco::DT_UINT8, Component::uint8},
      {draco::DT_INT16, Component::int16},     {draco::DT_UINT16, Component::uint16},
      {draco::DT_INT32, Component::int32},     {draco::DT_UINT32, Component::uint32},
      {draco::DT_FLOAT32, Component::float32}, {draco::DT_FLOAT64, Component::float64}};
  for (const auto& [theirs, ours] : types)
    if (type == theirs) return ours;
  throw FileError("it has numbers of a type that glTF does not have");
}

/// The values of all points, which may share them.
std::string values_of(const draco::Mesh& mesh, const draco::PointAttribute& attribute) {
  const std::size_t size = static_cast<std::size_t>(draco::DataTypeLength(attribute.data_type())) *
                           static_cast<std::size_t>(attribute.num_components());
  std::string bytes(size * mesh.num_points(), '\0');
  for (std::uint32_t i = 0; i < mesh.num_points(); ++i) {
    const draco::AttributeValueIndex value = attribute.mapped_index(draco::PointIndex(i));
    const std::int64_t at = attribute.GetBytePos(value);
    const auto all = static_cast<std::int64_t>(attribute.buffer()->data_size());
    if (value.value() >= attribute.size() || at < 0 || at + static_cast<std::int64_t>(size) > all)
      throw FileError("a vertex refers to a value that is not there");
    std::memcpy(bytes.data() + i * size, attribute.buffer()->data() + at, size);
  }
  return bytes;
}

std::string indices_of(const draco::Mesh& mesh) {
  std::string bytes;
  bytes.reserve(std::size_t{3} * mesh.num_faces() * sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < mesh.num_faces(); ++i) {
    for (const draco::PointIndex& corner : mesh.face(draco::FaceIndex(i))) {
      const std::uint32_t index = corner.value();
      bytes.append(reinterpret_cast<const char*>(&index), sizeof index);
    }
  }
  return bytes;
}

}  // namespace

bool has_draco() { return true; }

DracoMesh unpack_draco(const DracoData& data, std::string_view compressed) {
  return within(at::part("draco"), [&] {
    draco::DecoderBuffer buffer;
    buffer.Init(compressed.data(), compressed.size());
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) throw FileError(in_quotes(decoded.status().error_msg_string()));
    const draco::Mesh& mesh = *decoded.value();
    if (mesh.num_faces() == 0) throw FileError("it has no triangles");
    DracoMesh result;
    result.vertices = mesh.num_points();
    result.index_count = std::size_t{3} * mesh.num_faces();
    result.indices = std::make_shared<const std::string>(indices_of(mesh));
    for (const auto& [name, id] : data.ids) {
      const draco::PointAttribute* const attribute = mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(id));
      if (attribute == nullptr) throw FileError({"it has no attribute {}", id});
      result.attributes[name] = {std::make_shared<const std::string>(values_of(mesh, *attribute)),
                                 component_of(attribute->data_type()), attribute->num_components()};
    }
    return result;
  });
}

#endif
}  // namespace farfirst::app::gltf
