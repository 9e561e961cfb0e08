#include "values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "camera/limits.h"
#include "io/exit_codes.h"
#include "io/particle_file.h"
#include "io/reader.h"
#include "io/suggest.h"
#include "io/text.h"
#include "render/renderer.h"

namespace farfirst::app {

void usage(Diagnostic what) { throw Failure(ExitCode::usage, std::move(what)); }

std::string join(std::span<const std::string> words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.emplace_back(text);
  return parts;
}

std::filesystem::path without_slash(const std::filesystem::path& path) {
  return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > longest) result += "...";
  return result + '\'';
}

void refuse_word(std::string_view option, const std::string& text, std::span<const std::string> names) {
  usage(Diagnostic{at::option(option), "{} is not one of {}", shown(text), join(names, " or ")}.with(
      nearest_match(text, names)));
}

// ---- numbers

std::string write_number(double number) { return fmt::format("{:.7g}", number); }

double read_number(std::string_view option, const std::string& text, double minimum, double maximum,
                   std::string_view or_word) {
  double number = 0;
  if (!parse_whole(text, number) || !(number >= minimum && number <= maximum))
    usage({at::option(option), "expected a number from {} to {}{}, found {}", minimum, maximum, or_word, shown(text)});
  return number;
}

std::uint32_t read_count(std::string_view option, const std::string& text, std::uint32_t minimum, std::uint32_t maximum,
                         std::string_view or_word) {
  std::uint32_t number = 0;
  if (!parse_whole(text, number) || number < minimum || number > maximum)
    usage({at::option(option), "expected a whole number from {} to {}{}, found {}", minimum, maximum, or_word,
           shown(text)});
  return number;
}

bool read_toggle(std::string_view option, const std::string& text) {
  for (std::string_view yes : {"true", "on", "yes", "1"})
    if (text == yes) return true;
  for (std::string_view no : {"false", "off", "no", "0"})
    if (text == no) return false;
  usage({at::option(option), "expected on or off, found {}", shown(text)});
}

// ---- vectors and colours

namespace {

/// Skips one comma with spaces round it, or spaces alone. False if there is neither.
bool skip_separator(const char*& at, const char* end) {
  const char* const begin = at;
  while (at != end && *at == ' ') ++at;
  if (at != end && *at == ',') ++at;
  while (at != end && *at == ' ') ++at;
  return at != begin;
}

/// Three numbers with commas or spaces between. False if the text is not that.
bool split_vector(const std::string& text, glm::dvec3& numbers) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && !skip_separator(at, end)) return false;
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || !std::isfinite(numbers[i])) return false;
    at = next;
  }
  return at == end;
}

}  // namespace

glm::dvec3 read_vector(std::string_view option, const std::string& text) {
  glm::dvec3 numbers(0);
  if (!split_vector(text, numbers)) usage({at::option(option), "expected three numbers X,Y,Z, found {}", shown(text)});
  for (int i = 0; i < 3; ++i)
    if (std::abs(numbers[i]) > largest_coordinate)
      usage({at::option(option), "expected numbers from {} to {}, found {}", -largest_coordinate, largest_coordinate,
             shown(text)});
  return numbers;
}

std::string write_vector(const glm::vec3& vector) { return fmt::format("{},{},{}", vector.x, vector.y, vector.z); }

glm::vec3 read_direction(std::string_view option, const std::string& text) {
  const glm::vec3 direction = read_vector(option, text);
  if (!(glm::length(direction) >= smallest_length))
    usage({at::option(option), "the direction {} points nowhere", text});
  return direction;
}

std::string write_color(const glm::vec3& color) {
  const auto byte = [](float part) { return std::lround(std::clamp(part, 0.0f, 1.0f) * 255.0f); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.r), byte(color.g), byte(color.b));
}

glm::vec3 read_color(std::string_view option, const std::string& text) {
  if (text.size() == 7 && text[0] == '#') {
    std::uint32_t rgb = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, rgb, 16);
    if (error == std::errc() && end == text.data() + 7)
      return glm::vec3((rgb >> 16) & 255u, (rgb >> 8) & 255u, rgb & 255u) / 255.0f;
  } else if (glm::dvec3 color(0); split_vector(text, color)) {
    if (glm::all(glm::greaterThanEqual(color, glm::dvec3(0))) && glm::all(glm::lessThanEqual(color, glm::dvec3(1))))
      return color;
  }
  usage({at::option(option), "expected a colour as #rrggbb or R,G,B with parts from 0 to 1, found {}", shown(text)});
}

glm::ivec2 read_resolution(std::string_view option, const std::string& text) {
  constexpr int largest = 16384;
  int width = 0, height = 0;
  const char* const end = text.data() + text.size();
  auto [comma, error] = std::from_chars(text.data(), end, width);
  if (error == std::errc() && comma != end && (*comma == ',' || *comma == 'x')) {
    const auto [last, second] = std::from_chars(comma + 1, end, height);
    if (second == std::errc() && last == end && width > 0 && height > 0 && width <= largest && height <= largest)
      return {width, height};
  }
  usage({at::option(option), "expected WIDTH,HEIGHT from 1 to {}, found {}", largest, shown(text)});
}

std::string read_renderer(std::string_view option, const std::string& id) {
  std::vector<std::string> names = {"auto"};
  for (const RendererAbout* about : renderers()) names.emplace_back(about->id);
  if (std::ranges::find(names, id) == names.end()) refuse_word(option, id, names);
  return id;
}

// ---- files

std::filesystem::path read_path(std::string_view option, const std::string& text) {
  if (text.empty()) usage({at::option(option), "the file name is empty"});
  return text;
}

namespace {

std::string extension_of(const std::filesystem::path& path) { return in_lower_case(path.extension().string()); }

/// With this extension or none; else `why` another one is refused.
std::filesystem::path path_with_extension(std::string_view option, const std::string& text, std::string_view wanted,
                                          std::string_view why) {
  std::filesystem::path path = read_path(option, text);
  const std::string extension = extension_of(path);
  if (extension.empty() || extension == wanted) return path;
  usage({at::option(option), "{}; call it {} instead of {}", why, shown(path.replace_extension(wanted).string()),
         shown(text)});
}

}  // namespace

std::filesystem::path read_picture_path(std::string_view option, const std::string& text) {
  return path_with_extension(option, text, ".png", "pictures are written as PNG");
}

std::filesystem::path read_model_path(std::string_view option, const std::string& text) {
  return path_with_extension(option, text, ".ply", "models are written as PLY");
}

std::filesystem::path read_system_path(std::string_view option, const std::string& text) {
  std::filesystem::path path = read_path(option, text);
  const std::string extension = extension_of(path);
  if (extension == ".json") return path;
  if (extension.empty()) return path += particle_extension;
  usage({at::option(option), "particle systems are written as JSON; call it {} instead of {}",
         shown(path.replace_extension(particle_extension).string()), shown(text)});
}

std::filesystem::path read_table_path(std::string_view option, const std::string& text) {
  std::filesystem::path path = read_path(option, text);
  const std::string extension = extension_of(path);
  const bool is_other = extension == ".png" || extension == ".json" || extension == ".gz" || reader_of_name(path);
  if (extension.empty() || extension == ".csv" || !is_other) return path;
  usage({at::option(option), "{} is not the name of a table; call it {}", shown(text),
         shown(path.replace_extension(".csv").string())});
}

}  // namespace farfirst::app
