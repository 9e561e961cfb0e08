#include "diagnostic.h"

namespace farfirst::app {
namespace {

std::string name_of(const Place& place) {
  switch (place.kind) {
    case Place::Kind::option:
      return "--" + place.name;
    case Place::Kind::line:
      return fmt::format(fmt::runtime(place.column == 0 ? "line {}" : "line {}, column {}"), place.number,
                         place.column);
    case Place::Kind::byte:
      return fmt::format("byte {}", place.number);
    default:
      return place.name;
  }
}

}  // namespace

Diagnostic Diagnostic::with(std::string word, std::string help) const {
  Diagnostic result = *this;
  result.meant = std::move(word);
  result.hint = std::move(help);
  return result;
}

std::string Diagnostic::sentence() const {
  std::string text;
  for (const Place& place : places) text += name_of(place) + ": ";
  text += cause;
  if (!meant.empty()) text += fmt::format(" (did you mean {}?)", meant);
  if (!hint.empty()) text += "; " + hint;
  return text;
}

}  // namespace farfirst::app
