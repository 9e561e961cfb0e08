#pragma once
// Binary STL made on the spot.

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <string_view>

namespace farfirst::app::test {

class StlFile {
 public:
  explicit StlFile(std::string_view header = "made on the spot");
  StlFile& add(const glm::mat3& corners, std::uint16_t attributes = 0);
  /// N triangles in a row, of which two neighbours share a corner.
  StlFile& add_strip(int triangles, std::uint16_t attributes = 0);
  std::string bytes() const { return bytes_with_count(count_); }
  /// With this count in the header.
  std::string bytes_with_count(std::uint32_t count) const;

 private:
  std::string header_, facets_;
  std::uint32_t count_ = 0;
};

}  // namespace farfirst::app::test
