#pragma once
// A diagnostic as a value: place, cause and hint. It becomes a sentence where it is shown.

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfirst::app {

/// A step of the place.
struct Place {
  enum class Kind : std::uint8_t { option, file, part, line, byte };
  Kind kind;
  std::string name{};                    // of an option without its dashes; of a file; of a part: "bufferView 3"
  std::uint64_t number = 0, column = 0;  // lines and columns count from 1; column 0: no matter which
};

namespace at {
inline Place option(std::string_view name) { return {Place::Kind::option, std::string(name)}; }
inline Place file(const std::filesystem::path& name) { return {Place::Kind::file, name.string()}; }
inline Place part(std::string_view name) { return {Place::Kind::part, std::string(name)}; }
inline Place line(std::uint64_t number, std::uint64_t column = 0) { return {Place::Kind::line, {}, number, column}; }
inline Place byte(std::uint64_t number) { return {Place::Kind::byte, {}, number}; }
}  // namespace at

/// From the outermost on.
struct Places : std::vector<Place> {
  using std::vector<Place>::vector;
  Places(Place place) : std::vector<Place>{std::move(place)} {}
};

/// Made of places and a cause, or of the cause alone: a text, or what fmt::format() takes.
struct Diagnostic {
  Diagnostic(const char* text) : cause(text) {}
  Diagnostic(std::string text) : cause(std::move(text)) {}
  Diagnostic(Places where, std::string text) : places(std::move(where)), cause(std::move(text)) {}
  template <class First, class... Args>
  Diagnostic(fmt::format_string<First, Args...> text, First&& first, Args&&... args)
      : cause(fmt::format(text, std::forward<First>(first), std::forward<Args>(args)...)) {}
  template <class... Args>
  Diagnostic(Places where, fmt::format_string<Args...> text, Args&&... args)
      : places(std::move(where)), cause(fmt::format(text, std::forward<Args>(args)...)) {}

  /// Adds what the user may have meant, and a hint.
  Diagnostic with(std::string word, std::string help = {}) const;
  /// "--sort: there is no sort called 'x' (did you mean y?); --list-sorts lists them all"
  std::string sentence() const;

  Places places;
  std::string cause;
  std::string meant;  // what the user may have meant
  std::string hint;   // what helps
};

}  // namespace farfirst::app
