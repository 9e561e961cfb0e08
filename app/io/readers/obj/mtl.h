#pragma once
// MTL: the colour and opacity of materials in the files that OBJ files name.

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfirst::app {

class Materials {
 public:
  Materials() = default;
  Materials(Materials&&) = default;

  /// Adds a material file; its name is for sentences. Of materials with one name, the first counts.
  void read(std::string_view text, const std::string& file);
  bool empty() const { return materials_.empty(); }
  /// Was there a material file, with materials or not?
  bool any_file() const { return any_file_; }
  /// RGBA8, or nothing if there is no material of this name, not even in other capitals or with a comment
  /// behind it.
  std::optional<std::uint32_t> color(std::string_view name) const;
  /// A sentence about what could not be read.
  void remark(std::vector<std::string>& remarks) const;

 private:
  struct Material {
    glm::dvec3 diffuse{1.0};
    double opacity = 1.0;
    bool has_opacity = false;  // by d, which counts more than Tr
    bool textured = false;
  };

  Material* add(std::string_view name);
  const Material* find(std::string_view name) const;
  /// False if the value cannot be read.
  bool set(Material& material, std::string_view keyword, std::string_view value);
  bool set_diffuse(Material& material, std::string_view value);

  std::map<std::string, Material, std::less<>> materials_;
  std::map<std::string, const Material*> in_lower_case_, without_comment_;  // by such names
  Material unused_;                                                         // a further one of the same name
  bool any_file_ = false;
  double largest_diffuse_ = 1.0;
  std::uint64_t bad_values_ = 0;
  std::string first_bad_value_;
};

}  // namespace farfirst::app
