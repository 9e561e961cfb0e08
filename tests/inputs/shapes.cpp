// Names and parameters of inputs.
#include <algorithm>
#include <charconv>

#include "distributions.h"

namespace farfirst::inputs {
namespace {

struct Definition {
  Distribution distribution;
  std::string_view name;
  std::array<InputNumber, 2> numbers{};  // those with a name

  constexpr std::size_t count() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(numbers, [](const InputNumber& number) { return !number.name.empty(); }));
  }
};

constexpr InputNumber blocks{.name = "p", .least = 2, .most = 1024, .default_value = 128};

constexpr std::array<Definition, distribution_count> definitions{{
    {Distribution::uniform, "uniform"},
    {Distribution::uniform16, "uniform16"},
    {Distribution::gaussian, "gaussian"},
    {Distribution::zero, "zero"},
    {Distribution::sorted, "sorted"},
    {Distribution::reverse, "reverse"},
    {Distribution::nearly_sorted,
     "nearly_sorted",
     {{{.name = "swaps", .least = 0, .most = 1000, .default_value = 10},
       {.name = "distance", .least = 1, .most = 1u << 31, .default_value = 64}}}},
    {Distribution::few_unique, "few_unique", {{{.name = "values", .least = 1, .most = 1u << 24, .default_value = 16}}}},
    {Distribution::bucket, "bucket", {{blocks}}},
    {Distribution::staggered, "staggered", {{blocks}}},
    {Distribution::duplicates, "duplicates", {{{.name = "p", .least = 0, .most = 1024, .default_value = 0}}}},
    {Distribution::distances, "distances"},
    {Distribution::entropy, "entropy", {{{.name = "words", .least = 1, .most = 32, .default_value = 3}}}},
    {Distribution::magnitudes, "magnitudes"},
    {Distribution::denormals, "denormals"},
    {Distribution::infinities, "infinities", {{{.name = "percent", .least = 0, .most = 100, .default_value = 50}}}},
    {Distribution::heavy_value, "heavy_value", {{{.name = "percent", .least = 0, .most = 100, .default_value = 90}}}},
    {Distribution::one_bin, "one_bin"},
    {Distribution::ulps, "ulps", {{{.name = "values", .least = 1, .most = 1u << 23, .default_value = 64}}}},
}};

constexpr bool in_sequence() {
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (static_cast<std::size_t>(definitions[i].distribution) != i) return false;
  }
  return true;
}
static_assert(in_sequence(), "a definition stands at its enumerator's place");

const Definition& definition_of(Distribution distribution) noexcept {
  return definitions[static_cast<std::size_t>(distribution)];
}

/// The text before the next colon, which is removed from `text`.
std::string_view take_part(std::string_view& text) {
  const std::size_t end = std::min(text.find(':'), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::string range_of(const InputNumber& number) {
  return std::string(number.name) + "=" + std::to_string(number.least) + " to " + std::to_string(number.most);
}

/// Sets the shape's parameter from "values=256".
std::string set_number(std::string_view text, Shape& shape) {
  const std::span<const InputNumber> known = numbers_of(shape.distribution);
  const std::size_t equals = std::min(text.find('='), text.size());
  const auto number = std::ranges::find(known, text.substr(0, equals), &InputNumber::name);
  const std::string name(name_of(shape.distribution));
  if (number == known.end()) {
    std::string sentence = name + " takes ";
    if (known.empty()) return sentence + "no number";
    for (const InputNumber& each : known) sentence += (&each == known.data() ? "" : ", ") + range_of(each);
    return sentence + ", not \"" + std::string(text) + "\"";
  }
  const std::string_view digits = text.substr(std::min(equals + 1, text.size()));
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < number->least || value > number->most) {
    return name + " takes " + range_of(*number) + ", not \"" + std::string(digits) + "\"";
  }
  shape.numbers[static_cast<std::size_t>(number - known.begin())] = value;
  return {};
}

Shape shape_of(Distribution distribution, std::uint32_t first, std::uint32_t second = 0) {
  Shape shape(distribution);
  shape.numbers = {first, second};
  return shape;
}

}  // namespace

std::span<const Distribution> distributions() noexcept {
  static constexpr auto all = [] {
    std::array<Distribution, distribution_count> list{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = definitions[i].distribution;
    return list;
  }();
  return all;
}

std::string_view name_of(Distribution distribution) noexcept { return definition_of(distribution).name; }

bool parse(std::string_view name, Distribution& distribution) noexcept {
  const auto found = std::ranges::find(definitions, name, &Definition::name);
  if (found == definitions.end()) return false;
  distribution = found->distribution;
  return true;
}

bool has_floats(Distribution distribution) noexcept {
  return distribution == Distribution::magnitudes || distribution == Distribution::denormals ||
         distribution == Distribution::infinities || distribution == Distribution::ulps;
}

std::span<const InputNumber> numbers_of(Distribution distribution) noexcept {
  const Definition& definition = definition_of(distribution);
  return std::span(definition.numbers).first(definition.count());
}

Shape::Shape(Distribution of) noexcept : distribution(of) {
  const std::span<const InputNumber> known = numbers_of(of);
  for (std::size_t i = 0; i < known.size(); ++i) numbers[i] = known[i].default_value;
}

std::string name_of(const Shape& shape) {
  std::string name(name_of(shape.distribution));
  const std::span<const InputNumber> known = numbers_of(shape.distribution);
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (shape.numbers[i] == known[i].default_value) continue;
    name.append(":").append(known[i].name).append("=").append(std::to_string(shape.numbers[i]));
  }
  return name;
}

std::string parse(std::string_view text, Shape& shape) {
  const std::string_view name = take_part(text);
  Distribution distribution;
  if (!parse(name, distribution)) return "there is no input \"" + std::string(name) + "\"";
  Shape parsed(distribution);
  while (!text.empty()) {
    if (std::string sentence = set_number(take_part(text), parsed); !sentence.empty()) return sentence;
  }
  shape = parsed;
  return {};
}

std::span<const Shape> shapes() {
  static const std::vector<Shape> all = [] {
    std::vector<Shape> list;
    for (const Distribution distribution : distributions()) {
      list.emplace_back(distribution);
      const auto add = [&](std::uint32_t first, std::uint32_t second = 0) {
        list.push_back(shape_of(distribution, first, second));
      };
      switch (distribution) {
        case Distribution::nearly_sorted:
          add(1, 64);
          add(100, 64);
          add(10, 1u << 16);
          break;
        case Distribution::few_unique:
          for (const std::uint32_t values : {2u, 256u, 1u << 16}) add(values);
          break;
        case Distribution::staggered:
        case Distribution::duplicates:
          add(240);
          break;
        case Distribution::entropy:
          for (const std::uint32_t words : {1u, 5u}) add(words);
          break;
        default:
          break;
      }
    }
    return list;
  }();
  return all;
}

}  // namespace farfirst::inputs
