#include "uri.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "io/text.h"

namespace farfirst::app::gltf {
namespace {

constexpr std::string_view data_scheme = "data:";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// "a%20b" to "a b". Other text stays.
std::string percent_decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() && text[i] == '%' ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    result += low >= 0 ? static_cast<char>(16 * high + low) : text[i];
    if (low >= 0) i += 2;
  }
  return result;
}

constexpr std::array<std::int8_t, 256> base64_values = [] {
  std::array<std::int8_t, 256> values{};
  values.fill(-1);
  std::int8_t next = 0;
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
    values[static_cast<unsigned char>(c)] = next++;
  values[static_cast<unsigned char>('-')] = 62;  // as in URLs
  values[static_cast<unsigned char>('_')] = 63;
  return values;
}();

std::string base64_decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_space(c)) continue;
    if (c == '=') break;
    const int value = base64_values[static_cast<unsigned char>(c)];
    if (value < 0) throw FileError({"character {} of its base64 data is {}", i, in_quotes(text.substr(i, 1))});
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result += static_cast<char>(bits >> count & 0xff);
  }
  return result;
}

bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  return colon != std::string_view::npos && colon > 1 && uri.find('/') > colon;
}

bool is_within(const std::filesystem::path& relative) {
  const std::filesystem::path plain = relative.lexically_normal();
  return !plain.empty() && plain.is_relative() && *plain.begin() != "..";
}

}  // namespace

bool is_data_uri(std::string_view uri) { return uri.starts_with(data_scheme); }

std::string bytes_of_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) throw FileError("its data: URI has no comma");
  const std::string_view data = uri.substr(comma + 1);
  const bool is_escaped = data.substr(0, std::min<std::size_t>(data.size(), 4096)).find('%') != std::string_view::npos;
  if (!uri.substr(0, comma).ends_with(";base64")) return percent_decoded(data);
  return is_escaped ? base64_decoded(percent_decoded(data)) : base64_decoded(data);
}

std::unique_ptr<MappedFile> open_beside(const std::filesystem::path& folder, std::string_view uri) {
  const std::string name = in_quotes(uri);
  if (has_scheme(uri)) throw FileError({"{} is no file beside this one, and no other is read", name});
  std::string slashes(uri);
  std::ranges::replace(slashes, '\\', '/');
  for (const std::string& candidate : {percent_decoded(uri), std::string(uri), percent_decoded(slashes)}) {
    if (candidate.find('\0') != std::string::npos) continue;
    if (!is_within(candidate)) throw FileError({"{} lies outside the folder of this file", name});
    std::error_code error;
    if (!std::filesystem::exists(folder / candidate, error)) continue;
    return within(at::part(name), [&] { return std::make_unique<MappedFile>(folder / candidate); });
  }
  throw FileError({"the file {} was not found", name});
}

}  // namespace farfirst::app::gltf
