#include "object/shader.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace farfirst::gl {

namespace {

std::string folder_from_environment() {
  const char* folder = std::getenv("FARFIRST_SHADERS");
  return folder == nullptr ? std::string() : std::string(folder);
}

/// Removes the first line of `text`, with its newline, and returns it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  return line;
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string place(std::string_view file, int line) { return std::string(file) + ":" + std::to_string(line); }

bool is_quoted(std::string_view text) { return text.size() >= 3 && text.front() == '"' && text.back() == '"'; }

/// The file of an #include line, in quotes or by a define; empty for other lines.
std::string_view included(std::string_view line, const Defines& defines, std::string_view file, int number) {
  constexpr std::string_view directive = "#include";
  line = trimmed(line);
  if (line.substr(0, directive.size()) != directive) return {};
  std::string_view name = trimmed(line.substr(directive.size()));
  for (const auto& [define, value] : defines) {
    if (define == name) name = value;
  }
  if (!is_quoted(name)) {
    throw Error(place(file, number) + ": expected #include \"folder/name.glsl\"");
  }
  return name.substr(1, name.size() - 2);
}

std::string line_directive(int line, std::size_t file) {
  return std::string("#line ").append(std::to_string(line)).append(" ").append(std::to_string(file)).append("\n");
}

}  // namespace

ShaderLibrary::ShaderLibrary(std::span<const ShaderFile> embedded)
    : ShaderLibrary(embedded, folder_from_environment()) {}

ShaderLibrary::ShaderLibrary(std::span<const ShaderFile> embedded, std::string folder)
    : embedded_(embedded), folder_(std::move(folder)) {}

std::string ShaderLibrary::read(std::string_view file) const {
  if (folder_.empty()) {
    const auto found = std::ranges::find(embedded_, file, &ShaderFile::name);
    if (found == embedded_.end()) throw Error("no shader " + std::string(file) + " is built in");
    return std::string(found->text);
  }
  const std::string path = folder_ + "/" + std::string(file);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error("cannot read the shader " + path + " (FARFIRST_SHADERS is " + folder_ + ")");
  return {std::istreambuf_iterator<char>(stream), {}};
}

ShaderSource ShaderLibrary::source(std::string_view file, const Defines& defines) const {
  ShaderSource source;
  append(source, file, defines);
  return source;
}

void ShaderLibrary::append(ShaderSource& source, std::string_view file, const Defines& defines) const {
  const std::string text = read(file);
  const bool root = source.files.empty();
  const std::size_t number = source.files.size();
  source.files.emplace_back(file);
  if (!root) source.text.append(line_directive(1, number));

  std::string_view left = text;
  for (int line = 1; !left.empty(); ++line) {
    const std::string_view current = take_line(left);
    const std::string_view other = included(current, defines, file, line);
    if (root && line == 1) {
      if (trimmed(current).substr(0, 8) != "#version") throw Error(place(file, 1) + ": expected #version");
      source.text.append(trimmed(current)).append("\n");
      for (const auto& [name, value] : defines) {
        if (!is_quoted(value)) source.text.append("#define ").append(name).append(" ").append(value).append("\n");
      }
      source.text += line_directive(2, number);
    } else if (other.empty()) {
      source.text += current;
    } else if (std::ranges::find(source.files, other) == source.files.end()) {
      append(source, other, defines);
      source.text.append("\n").append(line_directive(line + 1, number));
    } else {
      source.text += "\n";
    }
  }
}

std::string map_log(std::string_view log, const std::vector<std::string>& files) {
  std::string result;
  while (!log.empty()) {
    std::string_view line = take_line(log);
    for (const std::string_view prefix : {"ERROR: ", "WARNING: "}) {
      if (line.substr(0, prefix.size()) != prefix) continue;
      result += prefix;
      line.remove_prefix(prefix.size());
    }
    std::size_t file = 0;
    int number = 0;
    const char* const end = line.data() + line.size();
    const auto [after_file, file_error] = std::from_chars(line.data(), end, file);
    if (file_error == std::errc() && file < files.size() && after_file != end &&
        (*after_file == ':' || *after_file == '(')) {
      const auto [after_line, line_error] = std::from_chars(after_file + 1, end, number);
      if (line_error == std::errc()) {
        result += place(files[file], number);
        line.remove_prefix(static_cast<std::size_t>(after_line - line.data()));
        if (*after_file == '(' && !line.empty() && line.front() == ')') line.remove_prefix(1);
      }
    }
    result += line;
  }
  return result;
}

}  // namespace farfirst::gl
