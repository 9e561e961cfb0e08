#ifdef FARFIRST_READS_MESHOPT
#include <meshoptimizer.h>
#endif

#include "compression.h"
#include "io/load.h"
#include "io/text.h"

namespace farfirst::app::gltf {
#ifndef FARFIRST_READS_MESHOPT

bool has_meshopt() { return false; }

std::string unpack_meshopt(const MeshoptData&, std::string_view) {
  throw FileError(
      "its compression (EXT_meshopt_compression) needs meshoptimizer, and Farfirst was built without it (install "
      "libmeshoptimizer-dev and build again)");
}

#else
namespace {

/// The largest ratio of unpacked to packed size, so that a few letters do not ask for gigabytes.
constexpr std::uint64_t most_from_a_byte = 1024;

std::string make_room(const MeshoptData& data, std::size_t compressed) {
  constexpr std::uint64_t widest = 256;
  if (data.stride == 0 || data.stride > widest)
    throw FileError({"expected entries of 1 to {} bytes, found {}", widest, data.stride});
  const std::uint64_t most = most_from_a_byte * compressed / data.stride;
  if (data.count > most)
    throw FileError({"it promises {} entries, but its {} bytes hold {} at most", data.count, compressed, most});
  return std::string(static_cast<std::size_t>(data.count * data.stride), '\0');
}

int unpack(const MeshoptData& data, std::string_view compressed, std::string& to) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(compressed.data());
  const auto count = static_cast<std::size_t>(data.count), stride = static_cast<std::size_t>(data.stride);
  const bool is_index = stride == 2 || stride == 4;
  if (data.mode == "ATTRIBUTES" && stride % 4 == 0)
    return meshopt_decodeVertexBuffer(to.data(), count, stride, bytes, compressed.size());
  if (data.mode == "TRIANGLES" && is_index && count % 3 == 0)
    return meshopt_decodeIndexBuffer(to.data(), count, stride, bytes, compressed.size());
  if (data.mode == "INDICES" && is_index)
    return meshopt_decodeIndexSequence(to.data(), count, stride, bytes, compressed.size());
  throw FileError({"{} with {} entries of {} bytes cannot be", in_quotes(data.mode), count, stride});
}

void undo_filter(const MeshoptData& data, std::string& bytes) {
  const auto count = static_cast<std::size_t>(data.count), stride = static_cast<std::size_t>(data.stride);
  if (data.filter.empty() || data.filter == "NONE") return;
  if (data.filter == "OCTAHEDRAL" && (stride == 4 || stride == 8))
    return meshopt_decodeFilterOct(bytes.data(), count, stride);
  if (data.filter == "QUATERNION" && stride == 8) return meshopt_decodeFilterQuat(bytes.data(), count, stride);
  if (data.filter == "EXPONENTIAL" && stride % 4 == 0) return meshopt_decodeFilterExp(bytes.data(), count, stride);
  throw FileError({"the filter {} on entries of {} bytes is not known", in_quotes(data.filter), stride});
}

}  // namespace

bool has_meshopt() { return true; }

std::string unpack_meshopt(const MeshoptData& data, std::string_view compressed) {
  return within(at::part("meshopt"), [&] {
    std::string bytes = make_room(data, compressed.size());
    if (const int error = unpack(data, compressed, bytes); error != 0)
      throw FileError({"its {} bytes are damaged, or of a newer version ({})", compressed.size(), error});
    undo_filter(data, bytes);
    return bytes;
  });
}

#endif
}  // namespace farfirst::app::gltf
