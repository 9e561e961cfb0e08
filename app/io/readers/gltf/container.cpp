#include "container.h"

#include <cstdint>

#include "io/load.h"
#include "io/splat_values.h"
#include "io/text.h"

namespace farfirst::app::gltf {
namespace {

constexpr std::size_t glb_header = 12, chunk_header = 8;

std::string_view trimmed(std::string_view text) {
  text = without_mark(text);
  while (!text.empty() && (is_space(text.back()) || text.back() == '\0')) text.remove_suffix(1);
  return text;
}

/// Code that follows nested values by recursion runs out of stack where a file nests them thousands deep.
void check_nesting(std::string_view text) {
  constexpr int deepest = 256;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest)
        throw FileError({"byte {} of the JSON: lists and objects are nested more than {} deep", i, deepest});
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
}

struct Chunk {
  std::string_view type, data;
};

/// The chunk that `rest` begins with; then `rest` is what lies behind it.
Chunk take_chunk(std::string_view& rest, std::size_t file_size) {
  const auto length = value_at<std::uint32_t>(rest.data());
  const Chunk chunk{rest.substr(4, 4), rest.substr(chunk_header, length)};
  if (chunk.data.size() < length)
    throw FileError({at::byte(file_size - rest.size()), "the chunk promises {} bytes, but only {} follow", length,
                     chunk.data.size()});
  rest.remove_prefix(chunk_header + length);
  return chunk;
}

Container open_glb(std::string_view bytes) {
  if (bytes.size() < glb_header + chunk_header)
    throw FileError({"the file ends inside the GLB header of {} bytes", glb_header + chunk_header});
  const auto version = value_at<std::uint32_t>(bytes.data() + 4);
  if (version != 2) throw FileError({at::byte(4), "expected version 2 of glTF, found {}", version});
  std::string_view rest = bytes.substr(glb_header);
  const Chunk json = take_chunk(rest, bytes.size());
  if (json.type != "JSON")
    throw FileError({at::byte(16), "expected a chunk of type JSON, found {}", in_quotes(json.type)});
  Container container{json.data, std::nullopt};
  while (rest.size() >= chunk_header && !container.binary) {
    const Chunk chunk = take_chunk(rest, bytes.size());
    if (chunk.type == std::string_view("BIN\0", 4)) container.binary = chunk.data;
  }
  return container;
}

}  // namespace

Container open_container(std::string_view bytes) {
  Container container = bytes.starts_with("glTF") ? open_glb(bytes) : Container{bytes, std::nullopt};
  container.json = trimmed(container.json);
  check_nesting(container.json);
  return container;
}

}  // namespace farfirst::app::gltf
