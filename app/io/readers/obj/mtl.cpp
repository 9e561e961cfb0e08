#include "mtl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/color.h"
#include "io/text.h"
#include "scene/units.h"
#include "statement_lines.h"

namespace farfirst::app {
namespace {

/// The numbers up to the end or to a comment; nothing if there is another word.
std::optional<std::vector<double>> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view word = next_word(text); !word.empty() && word[0] != '#'; word = next_word(text)) {
    double number = 0;
    const char* const end = word.data() + word.size();
    if (parse_number(word.data(), end, number) != end || !std::isfinite(number)) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

/// A # may be part of a name ("Grey #1"), or begin a comment behind it.
std::string_view without_comment(std::string_view name) { return trimmed(name.substr(0, name.find(" #"))); }

/// The factor of d or Tr; -halo lets it vary over an object, which is left out.
std::optional<double> factor_in(std::string_view text) {
  std::string_view rest = text;
  if (next_word(rest) == "-halo") text = rest;
  const std::optional<std::vector<double>> numbers = numbers_in(text);
  return numbers && !numbers->empty() ? std::optional(numbers->front()) : std::nullopt;
}

}  // namespace

void Materials::read(std::string_view text, const std::string& file) {
  const std::string converted = is_utf16(text) ? utf16_to_utf8(text) : std::string();
  MemorySource source(converted.empty() ? text : std::string_view(converted));
  StatementLines lines(source);
  Material* material = nullptr;
  any_file_ = true;
  while (lines.next()) {
    const std::string keyword = in_lower_case(lines.keyword());
    if (keyword == "newmtl") {
      material = add(lines.rest());
    } else if (material != nullptr && !set(*material, keyword, lines.rest()) && bad_values_++ == 0) {
      const std::string statement = fmt::format("{} {}", lines.keyword(), lines.rest());
      first_bad_value_ = fmt::format("{} on line {} of {}", in_quotes(statement), lines.line(), in_quotes(file));
    }
  }
}

Materials::Material* Materials::add(std::string_view name) {
  const auto [place, is_new] = materials_.try_emplace(std::string(name));
  if (!is_new) return &unused_;
  in_lower_case_.try_emplace(in_lower_case(name), &place->second);
  without_comment_.try_emplace(in_lower_case(without_comment(name)), &place->second);
  return &place->second;
}

bool Materials::set(Material& material, std::string_view keyword, std::string_view value) {
  if (keyword == "kd") return set_diffuse(material, value);
  if (keyword == "map_kd") material.textured = !value.empty();
  if (keyword != "d" && keyword != "tr") return true;
  const std::optional<double> factor = factor_in(value);
  if (!factor) return false;
  const bool is_opacity = keyword == "d";
  if (is_opacity || !material.has_opacity) material.opacity = is_opacity ? *factor : 1.0 - *factor;
  material.has_opacity |= is_opacity;
  return true;
}

bool Materials::set_diffuse(Material& material, std::string_view value) {
  const std::optional<std::vector<double>> numbers = numbers_in(value);
  if (!numbers || numbers->empty() || numbers->size() == 2) return false;
  // One number is a grey.
  for (std::size_t i = 0; i < 3; ++i) material.diffuse[static_cast<int>(i)] = (*numbers)[i < numbers->size() ? i : 0];
  largest_diffuse_ = std::max({largest_diffuse_, material.diffuse.x, material.diffuse.y, material.diffuse.z});
  return true;
}

const Materials::Material* Materials::find(std::string_view name) const {
  if (const auto exact = materials_.find(name); exact != materials_.end()) return &exact->second;
  const auto look = [](const auto& names, std::string_view written) {
    const auto found = names.find(in_lower_case(written));
    return found == names.end() ? nullptr : found->second;
  };
  if (const Material* const found = look(in_lower_case_, name)) return found;
  if (const Material* const found = look(in_lower_case_, without_comment(name))) return found;
  return look(without_comment_, name);
}

std::optional<std::uint32_t> Materials::color(std::string_view name) const {
  const Material* const material = find(name);
  if (material == nullptr) return std::nullopt;
  const std::uint32_t alpha = color_byte(material->opacity) << 24;
  // With a texture, Kd is often left black: the texture was to bring the colour.
  if (material->textured && material->diffuse == glm::dvec3(0.0)) return alpha | 0xffffffu;
  const glm::dvec3 share = material->diffuse / full_color(largest_diffuse_);
  return alpha | color_byte(share.z) << 16 | color_byte(share.y) << 8 | color_byte(share.x);
}

void Materials::remark(std::vector<std::string>& remarks) const {
  if (bad_values_ == 0) return;
  remarks.push_back(bad_values_ == 1
                        ? fmt::format("A value of a material could not be read and was left out: {}.", first_bad_value_)
                        : fmt::format("{} values of materials could not be read and were left out, the first: {}.",
                                      with_thousands(bad_values_), first_bad_value_));
}

}  // namespace farfirst::app
