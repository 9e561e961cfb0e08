#include "storage.h"

#include <fmt/format.h>

#include "uri.h"

namespace farfirst::app::gltf {

Storage::Storage(const Document& document, std::optional<std::string_view> binary, std::filesystem::path folder)
    : document_(document), binary_(binary), folder_(std::move(folder)) {}

std::string_view Storage::view(int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= document_.views.size())
    throw FileError({"there is no bufferView {}", index});
  const BufferView& view = document_.views[static_cast<std::size_t>(index)];
  return within(at::part(fmt::format("bufferView {}", index)), [&]() -> std::string_view {
    if (!view.meshopt) return range(view.buffer, view.offset, view.length);
    const auto found = unpacked_.find(index);
    if (found != unpacked_.end()) return found->second;
    const MeshoptData& data = *view.meshopt;
    const std::string_view compressed = range(data.buffer, data.offset, data.length);
    return unpacked_.emplace(index, unpack_meshopt(data, compressed)).first->second;
  });
}

std::uint64_t Storage::stride(int view) const {
  const BufferView& found = document_.views[static_cast<std::size_t>(view)];
  return found.meshopt ? found.meshopt->stride : found.stride;
}

const DracoMesh& Storage::draco(const DracoData& data) {
  const auto found = draco_.find(&data);
  if (found != draco_.end()) return found->second;
  return draco_.emplace(&data, unpack_draco(data, view(data.view))).first->second;
}

void Storage::check_whole() const {
  for (const auto& [index, buffer] : buffers_)
    if (buffer.file && buffer.file->was_cut_short())
      throw FileError({"another program cut the file of buffer {} short while it was read", index});
}

std::string_view Storage::range(int index, std::uint64_t offset, std::uint64_t length) {
  const std::string_view bytes = buffer(index);
  if (offset > bytes.size() || length > bytes.size() - offset)
    throw FileError({"it takes {} bytes from byte {} on, but its buffer has {}", length, offset, bytes.size()});
  return bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

std::string_view Storage::buffer(int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= document_.buffers.size())
    throw FileError({"there is no buffer {}", index});
  const auto found = buffers_.find(index);
  if (found != buffers_.end()) return found->second.bytes;
  return within(at::part(fmt::format("buffer {}", index)), [&] {
    Buffer& opened = buffers_.emplace(index, open_buffer(static_cast<std::size_t>(index))).first->second;
    // Here, because a short text moves when the buffer does.
    if (!opened.decoded.empty()) opened.bytes = opened.decoded;
    return opened.bytes;
  });
}

Storage::Buffer Storage::open_buffer(std::size_t index) const {
  const std::string& uri = document_.buffers[index];
  Buffer buffer;
  if (is_data_uri(uri)) {
    buffer.decoded = bytes_of_data_uri(uri);
  } else if (!uri.empty()) {
    buffer.file = open_beside(folder_, uri);
    buffer.bytes = buffer.file->bytes();
  } else if (index == 0 && binary_) {
    buffer.bytes = *binary_;
  } else {
    throw FileError("it has no uri, and no data in this file");
  }
  return buffer;
}

}  // namespace farfirst::app::gltf
