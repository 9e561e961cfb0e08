#include "format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "particle_file.h"
#include "ply_header.h"
#include "readers.h"
#include "text.h"

namespace farfirst::app {
namespace {

enum class Utf16 { no, little_endian, big_endian };

Utf16 utf16_of(std::string_view start) {
  using namespace std::string_view_literals;
  if (start.starts_with("\xff\xfe"sv)) return Utf16::little_endian;
  if (start.starts_with("\xfe\xff"sv)) return Utf16::big_endian;
  // Without a mark: every other byte of a text in Latin letters is zero.
  const std::size_t pairs = std::min<std::size_t>(start.size() / 2, 16);
  if (pairs < 4) return Utf16::no;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    even += start[2 * i] == '\0';
    odd += start[2 * i + 1] == '\0';
  }
  if (odd == pairs && even == 0) return Utf16::little_endian;
  return even == pairs && odd == 0 ? Utf16::big_endian : Utf16::no;
}

char32_t unit_at(const char* p, Utf16 kind) {
  const auto first = static_cast<unsigned char>(p[0]), second = static_cast<unsigned char>(p[1]);
  return kind == Utf16::little_endian ? char32_t(first | second << 8) : char32_t(second | first << 8);
}

void append_utf8(std::string& text, char32_t c) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    tail(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string convert(std::string_view bytes, Utf16 kind) {
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t c = unit_at(bytes.data() + i, kind);
    if (c == 0xfeff) continue;
    if (c >= 0xd800 && c < 0xdc00 && i + 3 < bytes.size()) {
      const char32_t low = unit_at(bytes.data() + i + 2, kind);
      if (low >= 0xdc00 && low < 0xe000) {
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
        i += 2;
      }
    }
    append_utf8(text, c);
  }
  return text;
}

/// Zeros may fill up its end.
bool is_text(std::string_view start) {
  return start.substr(0, start.find_last_not_of('\0') + 1).find('\0') == std::string_view::npos;
}

/// The first statements of an OBJ file, comments and empty lines passed over.
bool looks_like_obj(std::string_view text) {
  static constexpr std::string_view keywords[] = {"v", "vn", "vt", "vp", "f",      "l",
                                                  "p", "o",  "g",  "s",  "mtllib", "usemtl"};
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of("\r\n"), text.size());
    std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::string_view word = next_word(line);
    if (word.empty() || word[0] == '#') continue;
    return std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
  }
  return false;
}

/// The description beside the pictures of SOG, of either version.
bool is_sog_meta(std::string_view start) {
  std::string_view rest = without_mark(start);
  const auto names = [&](std::string_view name) { return start.find(name) != std::string_view::npos; };
  return next_word(rest).starts_with("{") && names("\"means\"") && names("\"scales\"") && names("\"files\"");
}

/// Of either form. The list of what the JSON has may begin with anything.
bool is_gltf(std::string_view start) {
  if (start.starts_with("glTF")) return true;
  std::string_view rest = without_mark(start);
  const auto names = [&](std::string_view name) { return start.find(name) != std::string_view::npos; };
  return next_word(rest).starts_with("{") &&
         (names("\"asset\"") || names("\"accessors\"") || names("\"bufferViews\"") || names("\"buffers\""));
}

/// Formats that are left to assimp. Empty if it is none of them.
std::string_view other_format(std::string_view start) {
  std::string_view rest = without_mark(start);
  const std::string_view word = next_word(rest);
  if (start.starts_with("Kaydara FBX Binary") || start.starts_with("; FBX")) return "FBX";
  if (word.starts_with("<") && start.find("<COLLADA") != std::string_view::npos) return "Collada";
  if (start.size() > 6 && start[0] == 0x4d && start[1] == 0x4d && start[5] == 0) return "3DS";
  return {};
}

std::string_view foreign_format(std::string_view start) {
  if (start.starts_with("\x89PNG") || start.starts_with("\xff\xd8\xff")) return "a picture";
  if (start.starts_with("DRACO")) return "a Draco file";
  if (start.starts_with("%PDF")) return "a PDF document";
  return {};
}

/// Of the format that a file's name says, "x.ply.gz" too; other formats have no reader.
std::optional<Format> format_of_suffix(std::filesystem::path path) {
  using Kind = Format::Kind;
  struct Suffix {
    std::string_view suffix;
    Format format;
  };
  static constexpr Suffix table[] = {
      {".ply", {Kind::ply, "PLY"}},   {".obj", {Kind::obj, "OBJ"}},       {".stl", {Kind::stl, "STL"}},
      {".off", {Kind::off, "OFF"}},   {".splat", {Kind::splat, "splat"}}, {".ksplat", {Kind::ksplat, "ksplat"}},
      {".spz", {Kind::spz, "SPZ"}},   {".sog", {Kind::sog, "SOG"}},       {".gltf", {Kind::gltf, "glTF"}},
      {".glb", {Kind::gltf, "glTF"}}, {".fbx", {Kind::other, "FBX"}},     {".dae", {Kind::other, "Collada"}},
      {".3ds", {Kind::other, "3DS"}}};
  if (is_same_name(path.extension().string(), ".gz")) path = path.stem();
  const std::string suffix = path.extension().string();
  const auto* const found =
      std::ranges::find_if(table, [&](const Suffix& entry) { return is_same_name(suffix, entry.suffix); });
  return found == std::end(table) ? std::nullopt : std::optional(found->format);
}

}  // namespace

Format recognise(std::string_view start, const ByteSource& source, const std::filesystem::path& path) {
  if (start.empty()) throw FileError("the file is empty");
  if (const Utf16 utf16 = utf16_of(start); utf16 != Utf16::no) {
    const std::string text = convert(start, utf16);
    if (ply::is_ply(text)) throw FileError("this is a PLY file in UTF-16; save it as plain text");
    if (looks_like_obj(text)) return {Format::Kind::obj, "OBJ", true};
    if (looks_like_stl(text, MemorySource(text))) return {Format::Kind::stl, "STL", true};
    if (looks_like_off(text)) return {Format::Kind::off, "OFF", true};
    if (is_gltf(text)) return {Format::Kind::gltf, "glTF", true};
  }
  if (ply::is_ply(start)) return {Format::Kind::ply, "PLY", false};
  if (looks_like_spz(start)) return {Format::Kind::spz, "SPZ", false};
  if (looks_like_ksplat(start)) return {Format::Kind::ksplat, "ksplat", false};
  if (start.starts_with("PK\x03\x04")) return {Format::Kind::sog, "SOG", false};
  if (is_particle_text(start))
    throw FileError("this is a particle system, which is shown alone, not among other files");
  if (is_sog_meta(start)) return {Format::Kind::sog_meta, "SOG", false};
  if (looks_like_stl(start, source)) return {Format::Kind::stl, "STL", false};
  if (looks_like_off(start)) return {Format::Kind::off, "OFF", false};
  if (is_gltf(start)) return {Format::Kind::gltf, "glTF", false};
  if (const std::string_view name = other_format(start); !name.empty()) return {Format::Kind::other, name, false};
  if (const std::string_view name = foreign_format(start); !name.empty()) {
    throw FileError(fmt::format("this is {}, which is not read", name));
  }
  if (is_text(start) && looks_like_obj(without_mark(start))) return {Format::Kind::obj, "OBJ", false};
  if (looks_like_splat(start)) return {Format::Kind::splat, "splat", false};
  // The reader of the file's name says best what is wrong with it.
  if (const std::optional<Format> format = format_of_suffix(path)) return *format;
  throw FileError("the content is of no format that is read (PLY, OBJ, and what --list-readers names)");
}

std::string rest_of(ByteSource& source) {
  std::string bytes;
  while (source.want(1) > 0) {
    bytes.append(source.window());
    source.take(source.window().size());
  }
  return bytes;
}

bool is_utf16(std::string_view start) { return utf16_of(start) != Utf16::no; }

std::string utf16_to_utf8(std::string_view bytes) { return convert(bytes, utf16_of(bytes)); }

}  // namespace farfirst::app
