#pragma once
// Values as they are written on the command line and in the settings file, read and written. Readers throw
// Failure(usage) at the option.

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/diagnostic.h"

namespace farfirst::app {

/// Throws Failure(usage).
[[noreturn]] void usage(Diagnostic what);
/// "a, b LAST c".
std::string join(std::span<const std::string> words, std::string_view last);
/// The parts between separators, of which some may be empty.
std::vector<std::string> split(std::string_view text, char separator);
/// A folder may be named with a slash behind it, which is no part of its name.
std::filesystem::path without_slash(const std::filesystem::path& path);
/// For sentences: short, printable, in single quotes.
std::string shown(std::string_view text);

/// The name of a value of an enumeration.
template <class Enum>
struct Word {
  Enum value;
  std::string_view name;
};

template <class Words, class Enum>
std::string_view word_for(const Words& words, Enum value) {
  for (const auto& word : words)
    if (word.value == value) return word.name;
  return {};
}

[[noreturn]] void refuse_word(std::string_view option, const std::string& text, std::span<const std::string> names);

template <class Words>
auto read_word(std::string_view option, const Words& words, const std::string& text) {
  std::vector<std::string> names;
  for (const auto& word : words) {
    if (word.name == text) return word.value;
    names.emplace_back(word.name);
  }
  refuse_word(option, text, names);
}

std::string write_number(double number);
/// `or_word`: what the sentence names beside numbers.
double read_number(std::string_view option, const std::string& text, double minimum, double maximum,
                   std::string_view or_word = "");
std::uint32_t read_count(std::string_view option, const std::string& text, std::uint32_t minimum, std::uint32_t maximum,
                         std::string_view or_word = "");
bool read_toggle(std::string_view option, const std::string& text);
/// X,Y,Z, within largest_coordinate of camera/limits.h.
glm::dvec3 read_vector(std::string_view option, const std::string& text);
std::string write_vector(const glm::vec3& vector);
glm::vec3 read_direction(std::string_view option, const std::string& text);
std::string write_color(const glm::vec3& color);
glm::vec3 read_color(std::string_view option, const std::string& text);
/// WIDTH,HEIGHT or WIDTHxHEIGHT.
glm::ivec2 read_resolution(std::string_view option, const std::string& text);
/// A renderer of the catalogue, or auto.
std::string read_renderer(std::string_view option, const std::string& id);
std::filesystem::path read_path(std::string_view option, const std::string& text);
/// A name for pictures, which are written as PNG: with the extension .png or without any.
std::filesystem::path read_picture_path(std::string_view option, const std::string& text);
/// A name for a model, which is written as PLY.
std::filesystem::path read_model_path(std::string_view option, const std::string& text);
/// One without an extension gets that of particle systems.
std::filesystem::path read_system_path(std::string_view option, const std::string& text);
/// A name for a table: any but that of a model, a picture or JSON, which was hardly meant to be written over.
std::filesystem::path read_table_path(std::string_view option, const std::string& text);

}  // namespace farfirst::app
